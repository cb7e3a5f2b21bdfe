import type { ReactNode } from "react";
import { SyncChip } from "../../components/chip.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { formatCount } from "../../format/amount.ts";
import { shownState } from "../../format/sync-words.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { useClientSync } from "../../state/live-sync.ts";
import { CLIENT_SCREENS, type ClientScreen, clientAddress, SCREEN_WORDS } from "../../state/place.ts";
import styles from "./client-frame.module.css";

/** What stands around each screen of a client: its name, its state, and the way to its other screens. */
export function ClientFrame({
  clientId,
  screen,
  children,
}: {
  readonly clientId: string;
  readonly screen: ClientScreen;
  readonly children: ReactNode;
}) {
  const list = useCoreQuery("clients.list", {});
  const sync = useClientSync(clientId);
  const row = list.data?.rows.find((candidate) => candidate.clientId === clientId);
  // The firm's figures are brought up to date when a read ends; until the first one has, the mirror itself is asked.
  const mirror = useCoreQuery("documents.totals", { clientId, filter: {} }, { enabled: row?.documents === 0 });
  if (list.data !== undefined && row === undefined) {
    return (
      <EmptyNote page title="There is no such client">
        <a href="#/">To the clients</a>
      </EmptyNote>
    );
  }
  const counts: Partial<Record<ClientScreen, number | null>> = {
    documents: row === undefined ? null : Math.max(row.documents, mirror.data?.count ?? 0),
    findings: row?.findings ?? null,
  };
  const connecting = row !== undefined && shownState(row) === "connecting";
  const state = connecting ? "connecting" : (sync.data?.state ?? row?.state);
  return (
    <>
      <div className={styles.bar}>
        <h1 className={styles.name}>{row?.name ?? "\u00a0"}</h1>
        <span className={styles.facts}>
          {[row?.ledger ?? (connecting ? null : "no ledger"), row?.baseCurrency].filter((fact) => typeof fact === "string").join(", ")}
        </span>
        {state === undefined ? null : <SyncChip state={state} />}
        <nav className={styles.tabs} aria-label="Screens of the client">
          {CLIENT_SCREENS.map((name) => (
            <a
              key={name}
              className={styles.tab}
              href={`#${clientAddress(clientId, name)}`}
              {...(screen === name ? { "aria-current": "page" as const } : {})}
            >
              {SCREEN_WORDS[name]}
              {typeof counts[name] === "number" ? <span className={styles.count}>{formatCount(counts[name])}</span> : null}
            </a>
          ))}
        </nav>
      </div>
      {children}
    </>
  );
}
