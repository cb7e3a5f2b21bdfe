import { useEffect } from "react";
import type { StreamStatus, SyncState } from "#shared/contract/sync/sync.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { isMoment, placeLabel } from "../../format/labels/cursor-labels.ts";
import { PASS_LABELS, queueText, resumeLabel, streamLabel } from "../../format/labels/sync-labels.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useOffline } from "../../state/core/offline.ts";
import { useNow } from "../../state/window/now.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { StatusChip } from "../../ui/connection/status-chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { HiddenText } from "../../ui/controls/hidden-text.tsx";
import { Explain } from "../../ui/controls/tooltip.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { ProgressBar } from "../../ui/feedback/progress-bar.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { ScrollSection } from "../../ui/layout/scroll-area.tsx";
import { hasBrought, hasPlaceAhead, isComing, isOvertaken, isUnread, type StreamLine, streamLines, streamTotals } from "./stream-rows.ts";
import styles from "./stream-table.module.css";

interface StreamTableProps {
  readonly clientId: string;
  readonly streams: readonly StreamStatus[];
  readonly state: SyncState;
  /** A failure message already shown above, for all streams that have it. */
  readonly told: string | null;
}

/** Each data set of the ledger: its state, how many records the mirror has, what the last sync brought, and its position. */
export function StreamTable({ clientId, streams, state, told }: StreamTableProps) {
  const nowMs = useNow();
  const held = useCoreQuery("sync.held", { clientId }, { enabled: streams.length > 0 });
  const { refetch } = held;
  const read = streams.filter((stream) => stream.state === "up_to_date").length;
  // Counted again once another data set has been read, and not with every page; an answer on its way may be from before.
  useEffect(() => {
    if (read > 0) void refetch();
  }, [read, refetch]);
  if (streams.length === 0) {
    return (
      <p className={styles.none}>
        {state === "syncing" || state === "queued"
          ? t("Data sets appear here after the first request.")
          : state === "needs_sign_in"
            ? t("Reconnect to bring in the books.")
            : state === "paused"
              ? t("Resume the sync to bring in the books. You can keep working during the sync.")
              : t("Start a sync to bring in the books. You can keep working during the sync, and pause it at any time.")}
      </p>
    );
  }
  const lines = streamLines(streams, held.data ?? []);
  const shown = {
    moving: lines.some(({ moves }) => moves),
    brought: lines.some(hasBrought),
    placed: streams.some(hasPlaceAhead),
  };
  return (
    <>
      {shown.brought ? (
        <p className={styles.legend}>
          {shown.moving
            ? t("“Records” counts the local copy. The other counts are from this sync so far.")
            : t("“Records” counts the local copy. The other counts are from the latest sync.")}
        </p>
      ) : state === "up_to_date" ? (
        <p className={styles.legend}>{t("The latest sync brought in nothing.")}</p>
      ) : null}
      {held.error === null ? null : <FailureNote failure={held.error.failure} />}
      <ScrollSection className={styles.scroll} aria-label={t("Data sets")}>
        <table className={styles.table}>
          <Heads {...shown} />
          <tbody>
            {lines.map((line) => (
              <StreamRows key={line.stream.stream} line={line} client={state} {...shown} nowMs={nowMs} told={told} />
            ))}
          </tbody>
          <Totals lines={lines} {...shown} />
        </table>
      </ScrollSection>
    </>
  );
}

/** Columns that would hold nothing are left out. */
interface ShownColumns {
  /** A data set is read now, or waits for it. */
  readonly moving: boolean;
  /** The latest sync read something. */
  readonly brought: boolean;
  /** The reading of a data set isn't done, and continues from a place. */
  readonly placed: boolean;
}

function Heads({ moving, brought, placed }: ShownColumns) {
  return (
    <thead>
      <tr>
        <th scope="col">{t("Data set")}</th>
        <th scope="col">{t("Status")}</th>
        {moving ? <th scope="col">{t("Now")}</th> : null}
        <th
          scope="col"
          className={styles.end}
          title={t("Records in the local copy that are still in the ledger, including those the ledger marks as voided or deleted")}
        >
          {t("Records")}
        </th>
        {brought ? <BroughtHeads /> : null}
        {placed ? (
          <th scope="col" className={styles.after} title={t("How far the data set was synced. The next sync continues from there.")}>
            {t("Sync position")}
          </th>
        ) : null}
        <th scope="col" className={placed ? undefined : styles.after}>
          {t("Last synced")}
        </th>
        <Rest />
      </tr>
    </thead>
  );
}

/** The blank after the last column in a wide window, over which the lines of the rows go on to the edge. */
function Rest() {
  return <td className={styles.rest} aria-hidden="true" />;
}

function BroughtHeads() {
  return (
    <>
      <th scope="col" className={styles.end} title={t("Pages of records read in the latest sync")}>
        {t("Pages")}
      </th>
      <th
        scope="col"
        className={styles.end}
        title={t(
          "Records received in the latest sync. If the ledger can report changes to the data set, a sync reads only those. Otherwise, and in a full resync, it reads everything.",
        )}
      >
        {t("Received")}
      </th>
      <th scope="col" className={styles.end} title={t("New or changed records in the latest sync")}>
        {t("Changed")}
      </th>
      <th
        scope="col"
        className={styles.end}
        title={t("Records that the latest sync found deleted in the ledger. The local copy keeps them, marked as deleted.")}
      >
        {t("Deleted")}
      </th>
    </>
  );
}

interface StreamRowsProps extends ShownColumns {
  readonly line: StreamLine;
  /** The state of the client's sync. */
  readonly client: SyncState;
  readonly nowMs: number;
  readonly told: string | null;
}

function StreamRows({ line: { stream, records, removed, asked }, client, moving, brought, placed, nowMs, told }: StreamRowsProps) {
  const offline = useOffline();
  return (
    <>
      <tr>
        <th scope="row">{stream.label}</th>
        <td>
          <StatusChip last={streamLabel({ state: stream.state, overtaken: isOvertaken(stream) }, client, offline)} quiet />
        </td>
        {moving ? (
          <td className={styles.now}>
            <Now stream={stream} nowMs={nowMs} />
          </td>
        ) : null}
        <td
          className={classes(styles.end, records === 0 && styles.quiet)}
          {...(removed > 0
            ? {
                title: t(
                  "{count, plural, one {1 more record was deleted in the ledger and is kept here} other {{removed} more records were deleted in the ledger and are kept here}}",
                  { count: removed, removed: formatCount(removed) },
                ),
              }
            : {})}
        >
          {records === null || (isComing(stream) && isUnread(stream)) ? (
            <Counting />
          ) : records === 0 && isUnread(stream) ? (
            <span className={styles.quiet}>–</span>
          ) : (
            formatCount(records)
          )}
        </td>
        {brought ? <Brought counts={stream} asked={asked} coming={isComing(stream)} /> : null}
        {placed ? (
          <td className={classes(styles.after, styles.cursor)}>
            <Place stream={stream} />
          </td>
        ) : null}
        <td className={classes(!placed && styles.after, stream.asOf === null && styles.quiet)}>
          <AsOf alone instant={stream.asOf} nowMs={nowMs} none="–" />
        </td>
        <Rest />
      </tr>
      {stream.failure === null || stream.failure.message === told ? null : (
        <tr>
          <td colSpan={4 + (moving ? 1 : 0) + (brought ? 4 : 0) + (placed ? 1 : 0)} className={styles.failure}>
            <FailureNote failure={stream.failure} />
          </td>
          <Rest />
        </tr>
      )}
    </>
  );
}

function Totals({ lines, moving, brought, placed }: ShownColumns & { readonly lines: readonly StreamLine[] }) {
  const totals = streamTotals(lines);
  return (
    <tfoot>
      <tr>
        <th scope="row">{t("All data sets")}</th>
        <td colSpan={moving ? 2 : 1} />
        <td className={styles.end}>{totals.records === null ? <Counting /> : formatCount(totals.records)}</td>
        {brought ? <Brought counts={totals} asked /> : null}
        <td colSpan={placed ? 2 : 1} className={styles.after} />
        <Rest />
      </tr>
    </tfoot>
  );
}

/** A line where the number will be: a dash would say that there is nothing to count. */
function Counting() {
  return (
    <span className={styles.counting} title={t("Being counted")}>
      <HiddenText>{t("Being counted")}</HiddenText>
    </span>
  );
}

/** What a stream is doing now: its pass and progress, or what it is waiting for. */
function Now({ stream, nowMs }: { readonly stream: StreamStatus; readonly nowMs: number }) {
  const pass = stream.pass === null ? null : PASS_LABELS[stream.pass];
  if (stream.state === "queued") {
    const wait = stream.queue === null ? resumeLabel(stream.resumeAt, nowMs) : queueText(stream.queue, nowMs);
    const parts = [pass, wait]
      .filter((words) => words !== null)
      .join(" · ")
      .split(" · ");
    // Lines break between the parts, not inside them.
    return <span className={styles.quiet}>{capitalized(parts.map((part) => part.replaceAll(" ", "\u00a0")).join(" · "))}</span>;
  }
  if (stream.state !== "reading") return null;
  const label = t("{label}, sync progress", { label: stream.label });
  const { totalKnown, seen } = stream;
  return (
    <span className={layout.line}>
      <span className={classes(styles.quiet, text.unbroken)}>{pass}</span>
      <ProgressBar share={totalKnown === null ? null : totalKnown === 0 ? 1 : seen / totalKnown} label={label} />
      {totalKnown === null ? null : (
        <span className={styles.quiet}>{t("{seen} of {total}", { seen: formatCount(seen), total: formatCount(totalKnown) })}</span>
      )}
    </span>
  );
}

/** How far a stream was read whose reading isn't done, with the ledger's own cursor as detail. */
function Place({ stream }: { readonly stream: StreamStatus }) {
  const { cursor, label } = stream;
  if (cursor === null || !hasPlaceAhead(stream)) return <span className={styles.quiet}>–</span>;
  const words = placeLabel(cursor);
  return (
    <Explain words={capitalized(words)} label={t("{label}, position: {words}", { label, words })}>
      {isMoment(cursor) ? <p className={styles.mark}>{t("Every change in the ledger through this time is synced.")}</p> : null}
      <p className={styles.mark}>{t("The next sync continues from:")}</p>
      <code className={styles.code}>{cursor}</code>
    </Explain>
  );
}

interface BroughtProps {
  readonly counts: Pick<StreamStatus, "pages" | "seen" | "changed" | "removed">;
  /** The last sync read this stream separately. */
  readonly asked: boolean;
  /** The sync in progress has asked for it and has no answer yet. */
  readonly coming?: boolean;
}

/** What the last sync read and found. */
function Brought({ counts, asked, coming = false }: BroughtProps) {
  return (
    <>
      <Figure value={counts.pages} {...{ asked, coming }} />
      <Figure value={counts.seen} {...{ asked, coming }} />
      <Figure value={counts.changed} {...{ asked, coming }} />
      <Figure value={counts.removed} {...{ asked, coming }} />
    </>
  );
}

interface FigureProps extends Required<Pick<BroughtProps, "asked" | "coming">> {
  readonly value: number;
}

function Figure({ value, asked, coming }: FigureProps) {
  const look = classes(styles.end, value === 0 && styles.quiet);
  if (asked || value > 0) return <td className={look}>{formatCount(value)}</td>;
  if (coming)
    return (
      <td className={styles.end}>
        <Counting />
      </td>
    );
  return (
    <td
      className={look}
      title={t(
        "Not read in the latest sync. Nothing had changed, another data set covers it, or the sync left it out, couldn't read it or hasn't reached it.",
      )}
    >
      –
    </td>
  );
}
