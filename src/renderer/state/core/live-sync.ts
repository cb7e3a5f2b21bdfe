import { useMemo } from "react";
import { create } from "zustand";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { type ShownState, shownState } from "../../format/labels/sync-labels.ts";
import { useCoreQuery } from "./core-query.ts";
import { useOffline } from "./offline.ts";

interface LiveSnapshot {
  readonly snapshot: ClientSync;
  readonly receivedMs: number;
}

interface LiveSync {
  readonly clients: Readonly<Record<string, LiveSnapshot>>;
}

/** The latest progress of each client, as the core published it. */
export const useLiveSync = create<LiveSync>(() => ({ clients: {} }));

/** Stores a batch of snapshots in one update of the screen. */
export function takeSnapshots(snapshots: readonly ClientSync[], receivedMs: number): void {
  useLiveSync.setState(({ clients }) => {
    const next = { ...clients };
    for (const snapshot of snapshots) next[snapshot.clientId] = { snapshot, receivedMs };
    return { clients: next };
  });
}

/** Drops what was received before the connection broke: the core is asked again. */
export function forgetSnapshots(): void {
  useLiveSync.setState({ clients: {} });
}

/** The clients whose sync compares Tieout's figures with the ledger's reports now. */
export function useCheckedClients(): ReadonlySet<string> {
  // As text, so that other progress doesn't draw the screen again.
  const ids = useLiveSync(({ clients }) =>
    Object.values(clients)
      .flatMap(({ snapshot: { clientId, checking } }) => (checking === null ? [] : [clientId]))
      .join(" "),
  );
  return useMemo(() => new Set(ids.split(" ")), [ids]);
}

/** A client's sync state: the newer of the core's answer and the last published snapshot. */
export function useClientSync(clientId: string) {
  const query = useCoreQuery("sync.status", { clientId });
  const live = useLiveSync((state) => state.clients[clientId]);
  const base = query.data;
  const newer = live !== undefined && (base === undefined || live.receivedMs >= query.dataUpdatedAt) ? live.snapshot : undefined;
  const data: ClientSync | undefined =
    newer === undefined
      ? base
      : {
          ...newer,
          streams: newer.streams.length > 0 ? newer.streams : (base?.streams ?? []),
          budget: newer.budget ?? base?.budget ?? null,
        };
  return { data, error: query.error, isPending: query.isPending && data === undefined };
}

/** The state and age of a client: the bar above its screens and the one beside them say the same. */
interface ClientStanding {
  readonly state: ShownState | undefined;
  readonly asOf: string | null;
}

/** From its live sync where that is known, since the list of clients follows a moment later. */
export function useClientStanding(clientId: string, row: ClientRow | undefined): ClientStanding {
  const offline = useOffline();
  const { data } = useClientSync(clientId);
  const state = data?.state ?? row?.state;
  return {
    state: state === undefined ? undefined : shownState({ demo: false, ledger: null, ...row, state }, offline),
    asOf: data?.asOf ?? row?.asOf ?? null,
  };
}

/** Whether a client's first sync can be started: a ledger is connected, and no sync is running or paused. */
export function useCanStartSync(clientId: string): boolean {
  const rows = useCoreQuery("clients.list", {}).data?.rows;
  const isConnected = rows?.some((row) => row.clientId === clientId && row.ledger !== null) ?? false;
  return useClientSync(clientId).data?.state === "never_synced" && isConnected;
}

/** Whether a client is being synced now. While no ledger can be reached, a sync only tries, and nothing of it arrives. */
export function useIsSyncing(clientId: string): boolean {
  const offline = useOffline();
  return useClientSync(clientId).data?.state === "syncing" && !offline;
}
