import { Pause, Play } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import { every, nowMs } from "../../api/clock.ts";
import { GridFilterChips, GridFilterField, NoRow } from "../../blocks/grid-filter-field.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import controls from "../../components/controls.module.css";
import { DataGrid } from "../../components/data-grid.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { Segments } from "../../components/segments.tsx";
import { useGridView } from "../../components/use-grid-view.ts";
import { resumeWords } from "../../format/sync-words.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core-query.ts";
import { useNow } from "../../state/now.ts";
import { clientAddress, writesAddress } from "../../state/place.ts";
import { queryClient } from "../../state/query-client.ts";
import styles from "./queue.module.css";
import { queueColumns } from "./queue-columns.tsx";
import { type QueueLine, type QueueScope, queueLines, queueTotals, totalsWords } from "./queue-lines.ts";

const SCOPES = [
  { value: "all", word: t("Everything") },
  { value: "now", word: t("Now"), means: t("What is read or waits at this moment, and every write") },
  { value: "reads", word: t("Reads") },
  { value: "writes", word: t("Writes"), means: t("All that are not settled, and what ended badly in the last 30 days") },
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
  const lines = useMemo(() => queueLines(reads.data?.rows ?? [], writes.data?.rows ?? [], scope), [reads.data, writes.data, scope]);
  const view = useGridView({ id: "queue", columns: COLUMNS, lines, keyOf: (line) => line.key });
  const failure = reads.error ?? writes.error;
  const open = (line: QueueLine): void => {
    if (line.kind === "read") navigate(clientAddress(line.read.clientId, "sync"));
    else navigate(writesAddress(line.write.clientId, line.write.job.jobId));
  };
  const isEmpty = reads.data !== undefined && writes.data !== undefined && lines.length === 0;
  return (
    <div className={styles.page}>
      <div className={controls.bar}>
        <h1>{t("Queue")}</h1>
        <Segments label={t("What stands here")} options={SCOPES} chosen={scope} onChange={setScope} />
        <GridFilterField view={view} label={t("Filter the queue")} />
        <span className={controls.space} />
        {reads.data === undefined ? null : <PauseAll paused={reads.data.paused} />}
      </div>
      <p className={styles.totals} role="status">
        {reads.isPending
          ? t("Looking at what runs and what waits")
          : writes.isPending
            ? t("Looking for writes that wait")
            : totalsWords(queueTotals(reads.data?.rows ?? [], writes.data?.rows ?? []))}
      </p>
      {reads.data?.why == null ? null : <p className={styles.totals}>{reads.data.why}</p>}
      {(writes.data?.unreadable.length ?? 0) === 0 ? null : (
        <p className={styles.totals}>{t("The writes of {clients} can not be read.", { clients: writes.data?.unreadable.join(", ") })}</p>
      )}
      <GridFilterChips view={view} />
      {failure === null ? null : (
        <div className={styles.note}>
          <FailureNote failure={failure.failure} />
        </div>
      )}
      {isEmpty ? (
        <Empty scope={scope} next={soonest(reads.data.rows)} onAll={() => setScope("all")} />
      ) : view.shown === 0 && view.all > 0 ? (
        <NoRow view={view} />
      ) : failure !== null && lines.length === 0 ? null : (
        <DataGrid
          label={t("Queue of all clients")}
          layoutId="firm-queue"
          columns={COLUMNS}
          {...view.grid}
          minWidth={1180}
          busy={reads.isPending || writes.isPending}
          onOpen={open}
        />
      )}
    </div>
  );
}

/** While something moves the core is asked again, for places that move in silence. */
function useLooksAgain(moving: boolean): void {
  useEffect(() => {
    if (!moving) return undefined;
    return every(LOOK_MS, () => void queryClient.invalidateQueries({ queryKey: ["queue.reads"] }));
  }, [moving]);
}

function PauseAll({ paused }: { readonly paused: boolean }) {
  const pause = useCoreCommand("schedule.pause");
  const resume = useCoreCommand("schedule.resume");
  const act = paused ? resume : pause;
  return (
    <Button
      icon={paused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
      disabled={act.isPending}
      title={t("Stops all reading by itself, of every client, until it is resumed. Reading that a person starts goes on.")}
      onClick={() => act.mutate({}, { onSuccess: () => void queryClient.invalidateQueries({ queryKey: ["queue.reads"] }) })}
    >
      {paused ? t("Resume for every client") : t("Pause for every client")}
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
      <EmptyNote title={t("No client is connected to a ledger yet")}>
        <p>{t("What is read and written, what waits and why, and until when stands here for all clients.")}</p>
        <ButtonLink kind="primary" href="#/connect">
          {t("Connect a ledger")}
        </ButtonLink>
      </EmptyNote>
    );
  }
  return (
    <EmptyNote title={scope === "writes" ? t("No write waits") : t("Nothing runs and nothing waits")}>
      {scope === "writes" ? (
        <p>{t("Writes that are not settled, and those that were refused or half taken, stand here until a person has dealt with them.")}</p>
      ) : null}
      {next === null ? null : (
        <p>{t("{name} is read next by itself, {when}.", { name: next.name, when: resumeWords(next.at, nowMs) ?? t("now") })}</p>
      )}
      <Button onClick={onAll}>{t("Show everything")}</Button>
    </EmptyNote>
  );
}

function soonest(rows: readonly { readonly name: string; readonly planned: { readonly nextAt: string | null } | null }[]) {
  let next: { readonly name: string; readonly at: string } | null = null;
  for (const { name, planned } of rows) {
    const at = planned?.nextAt ?? null;
    if (at !== null && (next === null || at < next.at)) next = { name, at };
  }
  return next;
}
