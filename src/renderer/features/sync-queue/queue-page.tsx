import { Pause, Play } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { QueuedRead } from "#shared/contract/sync/queue.ts";
import { every, nowMs } from "../../api/clock.ts";
import { resumeAllMeans, resumeLabel } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { useCheckedClients } from "../../state/core/live-sync.ts";
import { useOffline } from "../../state/core/offline.ts";
import { queryClient } from "../../state/core/query-client.ts";
import { useSafeMode } from "../../state/core/safe-mode.ts";
import { useNothingToPrint } from "../../state/window/nothing-to-print.ts";
import { useNow } from "../../state/window/now.ts";
import { clientAddress, writesAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import controls from "../../ui/controls/controls.module.css";
import { HiddenText } from "../../ui/controls/hidden-text.tsx";
import { Segments } from "../../ui/controls/segments.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { RoleNote } from "../../ui/feedback/role-note.tsx";
import { GridFilterChips, GridFilterField, NoRow } from "../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../ui/grid/data-grid.tsx";
import { useGridView } from "../../ui/grid/state/use-grid-view.ts";
import styles from "./queue.module.css";
import { queueColumns } from "./queue-columns.tsx";
import { knownRead, knownWrites, nextSync, type QueueLine, type QueueScope, queueLines, queueTotals, totalsText } from "./queue-rows.ts";

const SCOPES = [
  { value: "all", word: t("Everything") },
  { value: "now", word: t("Now"), means: t("Syncs that are running or queued, and everything under “Ledger updates”") },
  { value: "reads", word: t("Syncs") },
  { value: "writes", word: t("Ledger updates"), means: t("All open ledger updates, and those that failed in the last 30 days") },
] as const;

const COLUMNS = queueColumns(nowMs);
/** Places in a queue move without news. */
const LOOK_MS = 5_000;

/** The reads and writes of all clients beside each other: what runs, what waits, why, and until when. */
export function QueuePage() {
  const [, navigate] = useHashLocation();
  const [scope, setScope] = useState<QueueScope>("all");
  const reads = useCoreQuery("queue.reads", {});
  const writes = useCoreQuery("queue.writes", {});
  useLooksAgain((reads.data?.rows ?? []).some((row) => row.active));
  const offline = useOffline();
  const isSafeMode = useSafeMode();
  const rows = useKnownReads(reads.data?.rows, offline);
  const known = useMemo(() => knownWrites(writes.data?.rows ?? [], offline), [writes.data, offline]);
  const lines = useMemo(() => queueLines(rows, known, scope), [rows, known, scope]);
  const view = useGridView({ id: "queue", columns: COLUMNS, lines, keyOf: (line) => line.key });
  useNothingToPrint(lines.length === 0);
  const failure = reads.error ?? writes.error;
  const open = (line: QueueLine): void => {
    if (line.kind === "read") navigate(clientAddress(line.read.clientId, "sync"));
    else navigate(writesAddress(line.write.clientId, line.write.job.jobId));
  };
  const isEmpty = reads.data !== undefined && writes.data !== undefined && lines.length === 0;
  return (
    <div className={layout.column}>
      <div className={controls.bar}>
        <h1>{t("Queue")}</h1>
        <Segments label={t("Items to show")} options={SCOPES} chosen={scope} onChange={setScope} />
        <GridFilterField view={view} label={t("Filter queue")} />
        <span className={layout.grow} />
        {reads.data === undefined ? null : <PauseAll paused={reads.data.paused} />}
      </div>
      <RoleNote place={layout.note} />
      <div className={styles.totals}>
        <p role="status">
          {reads.isPending || writes.isPending ? (
            <>
              <span className={styles.room} />
              <HiddenText>{reads.isPending ? t("Loading the queue") : t("Loading ledger updates")}</HiddenText>
            </>
          ) : (
            totalsText(queueTotals(rows, known, isSafeMode), writes.data?.unreadable.length === 0, offline)
          )}
        </p>
        {reads.data?.why == null ? null : <p>{reads.data.why}</p>}
        <Unreadable clients={writes.data?.unreadable ?? []} />
      </div>
      <GridFilterChips view={view} />
      {failure === null ? null : (
        <div className={layout.note}>
          <FailureNote failure={failure.failure} />
        </div>
      )}
      {isEmpty ? (
        <Empty scope={scope} next={offline ? null : nextSync(rows)} onAll={() => setScope("all")} />
      ) : view.shown === 0 && view.all > 0 ? (
        <NoRow view={view} />
      ) : failure !== null && lines.length === 0 ? null : (
        <DataGrid
          label={t("Queue for all clients")}
          layoutId="firm-queue"
          fits
          columns={COLUMNS}
          {...view.grid}
          busy={reads.isPending || writes.isPending}
          onOpen={open}
        />
      )}
    </div>
  );
}

/** The clients whose updates are left out. */
function Unreadable({ clients }: { readonly clients: readonly string[] }) {
  if (clients.length === 0) return null;
  return <p>{t("The ledger updates for {clients} couldn't be loaded and aren't listed.", { clients: clients.join(", ") })}</p>;
}

/** The syncs as this window knows them. */
function useKnownReads(reads: readonly QueuedRead[] | undefined, offline: boolean) {
  const checked = useCheckedClients();
  return useMemo(() => (reads ?? []).map((read) => knownRead(read, offline, checked.has(read.clientId))), [reads, offline, checked]);
}

/** While something moves the core is asked again, for places that move in silence. */
function useLooksAgain(moving: boolean): void {
  useEffect(() => {
    if (!moving) return undefined;
    return every(LOOK_MS, () => void queryClient.invalidateQueries({ queryKey: ["queue.reads"] }));
  }, [moving]);
}

/** Pauses what the schedule starts, and nothing else: a sync in progress finishes, and people can start others. */
function PauseAll({ paused }: { readonly paused: boolean }) {
  const pause = useCoreCommand("schedule.pause");
  const resume = useCoreCommand("schedule.resume");
  const isSafeMode = useSafeMode();
  const act = paused ? resume : pause;
  return (
    <Button
      needs="preparer"
      icon={paused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
      disabled={act.isPending}
      title={
        paused
          ? resumeAllMeans(isSafeMode)
          : t(
              "Pauses automatic sync for all clients on this computer until someone resumes it. Syncs in progress finish, and you can still sync manually.",
            )
      }
      onClick={() => act.mutate({}, { onSuccess: () => void queryClient.invalidateQueries({ queryKey: ["queue.reads"] }) })}
    >
      {paused ? t("Resume automatic sync") : t("Pause automatic sync")}
    </Button>
  );
}

interface EmptyProps {
  readonly scope: QueueScope;
  readonly next: { readonly name: string; readonly at: string } | null;
  readonly onAll: () => void;
}

function Empty({ scope, next, onAll }: EmptyProps) {
  const nowMs = useNow();
  if (scope === "all" || scope === "reads") {
    return (
      <EmptyState state="not_connected" title={t("No clients connected to a ledger")}>
        <p>{t("Syncs and ledger updates for all clients appear here, with what each is waiting for and when it resumes.")}</p>
        <ButtonLink needs="preparer" kind="primary" href="#/connect">
          {t("Connect a ledger")}
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      state={scope === "writes" ? "empty" : "done"}
      title={scope === "writes" ? t("No ledger updates to show") : t("Nothing running or waiting")}
    >
      {scope === "writes" ? <p>{t("Ledger updates appear here while they're open, and for 30 days after they fail.")}</p> : null}
      {next === null ? null : (
        <p>{t("Next automatic sync: {name}, {when}.", { name: next.name, when: resumeLabel(next.at, nowMs) ?? t("now") })}</p>
      )}
      <Button onClick={onAll}>{t("Show everything")}</Button>
    </EmptyState>
  );
}
