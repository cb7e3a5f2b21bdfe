import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { nowMs as clockMs } from "../../api/clock.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { formatPeriod } from "../../format/dates/date.ts";
import { SHORT_PROBLEMS } from "../../format/labels/problem-labels.ts";
import { isLongWait, queueSentence, queueText, SYNC_LABELS, shownState, tightQueueText } from "../../format/labels/sync-labels.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import { useNow } from "../../state/window/now.ts";
import textStyles from "../../styles/text.module.css";
import { classes } from "../../ui/controls/classes.ts";
import { Coming, Nothing } from "../../ui/feedback/missing-value.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import type { Column } from "../../ui/grid/grid-types.ts";
import { Name, Standing, Tied } from "./client-cells.tsx";
import styles from "./client-columns.module.css";
import { ClientProgress } from "./client-progress.tsx";
import { closeColumns, Locked, Period, peopleColumns, variancesColumn } from "./close-columns.tsx";
import { type DashboardRow, isUnread, periodOf } from "./dashboard-rows.ts";
import { insightColumns } from "./insight-columns.tsx";
import { RowAction } from "./row-action.tsx";
import { problemsOf, tiedCounts, tiedText, troubledText, WORST_LABELS } from "./status-labels.ts";

/** What the columns depend on. `aged`: some client hasn't been synced for a day. */
export interface ColumnSetting {
  readonly mixed: boolean;
  readonly wide: boolean;
  readonly today: CalendarDate;
  readonly aged: boolean;
}

/** The columns of the dashboard, with their explanations. */
export function clientColumns({ mixed, wide, today, aged }: ColumnSetting): readonly Column<DashboardRow>[] {
  return [
    ...nameColumns(mixed, wide),
    ...closeColumns(today, wide),
    tiedColumn(wide),
    variancesColumn(),
    ...syncColumns(wide, aged),
    ...matterColumns(),
    ...peopleColumns(),
    ...insightColumns(wide, today),
    ...lastColumns(),
  ];
}

function nameColumns(mixed: boolean, wide: boolean): readonly Column<DashboardRow>[] {
  return [
    {
      id: "name",
      chooses: true,
      header: t("Client"),
      width: "minmax(206px, 1.8fr)",
      help: t(
        "Until you sort by a column, the most urgent clients come first, in this order: disconnected, ledger update problems, failed syncs, ledger update conflicts, out of balance, late close tasks, out of date, queued. Press Space to select a client.",
      ),
      cell: (row) => <Name row={row} mark={mixed && row.demo} />,
      value: (row) => row.name,
    },
    {
      id: "ledger",
      header: t("Ledger"),
      width: "minmax(66px, 0.3fr)",
      // It never changes: what needs someone, and where each close is, says more.
      minor: 0.85,
      help: t("The client's online ledger."),
      cell: (row) => (shownState(row) === "connecting" ? <Coming /> : <span className={textStyles.muted}>{row.ledger ?? t("None")}</span>),
      value: (row) => row.ledger,
    },
    {
      id: "period",
      header: t("Period"),
      width: "66px",
      essential: true,
      help: t(
        "The period that the close columns are for, usually the last one that ended. If the period doesn't end on a month-end, its last day is shown.",
      ),
      cell: (row) =>
        shownState(row) === "connecting" ? <Coming /> : <Period period={periodOf(row)} end={row.close?.periodEnd ?? null} wide={wide} />,
      value: periodOf,
    },
  ];
}

function syncColumns(wide: boolean, aged: boolean): readonly Column<DashboardRow>[] {
  return [
    {
      id: "state",
      header: t("Status"),
      width: "114px",
      essential: true,
      help: t(
        "Whether the local copy of the books is up to date. “Up to date” means that every data set is fully synced. Hover for a sync's progress, or for why it failed or is waiting. Ledger updates that need attention are shown here too: rejected, partly posted, posted with differences, in conflict or with an unknown outcome.",
      ),
      cell: (row) => <Standing row={row} wide={wide} />,
      value: (row) => [SYNC_LABELS[shownState(row, row.offline)].word, ...troubledText(row)].join(", "),
    },
    {
      id: "asOf",
      header: t("Synced"),
      width: "82px",
      // The bar above tells the oldest: where room is short, a column of ages is for those of more than a day.
      minor: wide || aged ? 0.3 : 0.95,
      help: t("Every data set was synced at this time or later. Hover for the exact time."),
      cell: (row) => <Age row={row} />,
      value: (row) => row.asOf,
    },
    {
      id: "queue",
      header: t("Progress or problem"),
      // The least of a wait's longest tight text: until when it lasts is never cut.
      width: "minmax(240px, 1.4fr)",
      // One client's reason says more than lock dates and teams, and less than exceptions and next tasks.
      minor: 0.6,
      tells: hasNews,
      help: t(
        "A first sync's progress, why a sync failed, or what it's waiting for and until when. Waiting isn't an error, so it's gray. Problems that need attention have the color of their status.",
      ),
      cell: (row) => <Queue row={row} wide={wide} />,
      value: (row) => row.problem ?? row.queue?.reason ?? null,
      // The column of states alone shows an hourly sync: otherwise columns would come and go with it.
      blank: (row) => !hasNews(row),
    },
    {
      ...count(
        "rejections",
        t("Ledger updates"),
        60,
        t(
          "Ledger updates that someone should look at: rejected, partly posted, posted with differences, in conflict or with an unknown outcome.",
        ),
        troubledWrites,
      ),
      // The chip in “Status” says it at every width.
      optional: true,
      cell: (row) => <Attention value={troubledWrites(row)} />,
      blank: (row) => troubledWrites(row) === 0,
    },
  ];
}

const DAY_MS = 86_400_000;

/** What lasts longer than a sync: a problem, a wait whose end is named, or a client's first sync. */
function hasNews(row: ClientRow): boolean {
  return row.problem !== null || isLongWait(row.queue, clockMs()) || isFirstSync(row);
}

function isFirstSync({ asOf, state }: ClientRow): boolean {
  return asOf === null && (state === "syncing" || state === "queued");
}

/** Its first sync has yet to begin, or to find out how many data sets there are. */
function isBeforeProgress(row: ClientRow): boolean {
  return isUnread(row) && (row.state === "never_synced" || isFirstSync(row));
}

/** Synced, but not in the last day. */
export function isAged({ asOf }: Pick<ClientRow, "asOf">): boolean {
  return asOf !== null && clockMs() - Date.parse(asOf) >= DAY_MS;
}

function troubledWrites({ writesToReview, conflicts }: ClientRow): number {
  return writesToReview + conflicts;
}

function matterColumns(): readonly Column<DashboardRow>[] {
  return [
    {
      ...count("findings", t("Exceptions"), 60, t("Issues that Tieout found for someone to review."), (row) => row.findings),
      minor: 0.5,
      tells: (row) => row.findings > 0,
      cell: (row) => (row.findings === 0 ? <Missing row={row} /> : <Attention value={row.findings} />),
      blank: (row) => row.findings === 0,
    },
    {
      ...count(
        "removed",
        t("Deleted"),
        42,
        t("Records deleted in the ledger. Tieout keeps them, marked as deleted."),
        (row) => row.removed,
      ),
      minor: 0.5,
      cell: (row) => (row.removed === 0 ? <Missing row={row} /> : <Attention value={row.removed} />),
      blank: (row) => row.removed === 0,
    },
    {
      id: "worst",
      header: t("Most urgent"),
      width: "150px",
      optional: true,
      help: t("The client's most urgent issue. Until you sort by a column, the most urgent clients come first."),
      cell: (row) => (row.worst === "ok" ? <Nothing /> : WORST_LABELS[row.worst]),
      value: (row) =>
        problemsOf(row)
          .map((problem) => WORST_LABELS[problem])
          .join(", ") || WORST_LABELS.ok,
    },
    {
      id: "progress",
      header: t("Data sets"),
      width: "minmax(80px, 0.5fr)",
      optional: true,
      help: t("How many of the client's data sets, such as bills or contacts, are fully synced."),
      cell: (row) => <ClientProgress row={row} />,
      value: (row) => (row.streamsTotal === 0 ? null : t("{done} of {total}", { done: row.streamsDone, total: row.streamsTotal })),
    },
    { ...count("documents", t("Transactions"), 84, t("Transactions in the local copy."), (row) => row.documents), optional: true },
    { ...count("parties", t("Contacts"), 56, t("Customers and vendors in the local copy."), (row) => row.parties), optional: true },
    {
      ...count("receivables", t("Open invoices"), 88, t("Posted sales invoices that aren't fully paid."), (row) => row.openReceivables),
      optional: true,
    },
    {
      ...count("payables", t("Open bills"), 64, t("Posted bills that aren't fully paid."), (row) => row.openPayables),
      optional: true,
    },
  ];
}

function tiedColumn(wide: boolean): Column<DashboardRow> {
  return {
    id: "tieOuts",
    header: t("Tie-outs"),
    width: "124px",
    help: t(
      "Whether Tieout's figures agree with the ledger's at the end of the client's period. If the period hasn't ended, today's figures are compared. Hover for all results. Figures that can't be checked don't count as tied out.",
    ),
    cell: (row) => {
      const counts = tiedCounts(row);
      if (counts === null) return <Missing row={row} />;
      return <Tied clientId={row.clientId} counts={counts} wide={wide} rechecking={row.close?.rechecking === true} />;
    },
    value: (row) => {
      const counts = tiedCounts(row);
      return counts === null ? null : tiedText(counts, row.close?.rechecking === true);
    },
  };
}

function lastColumns(): readonly Column<DashboardRow>[] {
  return [
    {
      id: "lockHere",
      header: t("Closed in Tieout"),
      width: "104px",
      optional: true,
      help: t(
        "The client's period, if it's closed in Tieout. Tieout doesn't post to closed periods. The ledger's lock date is under “Locked through.”",
      ),
      cell: ({ close }) => (close?.lockedHere && close.period !== null ? formatPeriod(close.period) : <Nothing />),
      value: ({ close }) => (close?.lockedHere ? close.period : null),
    },
    {
      id: "lock",
      header: t("Locked through"),
      width: "104px",
      // Where it lags behind a close, “Next task” says so.
      minor: 0.9,
      help: t("The ledger's overall lock date. Closing a period in Tieout doesn't lock the ledger."),
      cell: (row) => (row.lockedThrough === null ? <Missing row={row} /> : <Locked row={row} />),
      value: (row) => row.lockedThrough,
    },
    {
      id: "action",
      header: t("Action"),
      quietHeader: true,
      width: "46px",
      help: t("The next step for the client: sync now, pause or resume the sync, connect a ledger or reconnect."),
      control: true,
      atEdge: true,
      cell: (row, tabIndex) => <RowAction row={row} tabIndex={tabIndex} />,
    },
  ];
}

function count(id: string, header: string, width: number, help: string, value: (row: DashboardRow) => number): Column<DashboardRow> {
  return {
    id,
    header,
    width: `minmax(${width}px, 0.3fr)`,
    help,
    align: "end",
    counts: true,
    cell: (row) => (value(row) === 0 && row.asOf === null ? <Missing row={row} /> : <Count value={value(row)} />),
    value: (row) => String(value(row)),
  };
}

/** Before its first sync is complete, a client's books have no age. “Not yet” is for those that the bar above counts as not synced yet. */
function Age({ row }: { readonly row: DashboardRow }) {
  const nowMs = useNow();
  const isBegun = row.asOf === null && !["never_synced", "connecting"].includes(shownState(row));
  return (
    <span className={row.asOf === null ? textStyles.muted : undefined} title={isBegun ? t("The first sync isn't complete.") : undefined}>
      <AsOf alone instant={row.asOf} nowMs={nowMs} none={isBegun ? t("Incomplete") : t("Not yet")} />
    </span>
  );
}

function Queue({ row, wide }: { readonly row: ClientRow; readonly wide: boolean }) {
  const nowMs = useNow();
  // A problem lasts longer than any wait, so it is never hidden behind one; a colleague's turn is a wait, and its text says whose.
  const isColleagues = row.queue?.reason === "colleague";
  if (row.problem !== null && !isColleagues) return <Problem text={row.problem} row={row} />;
  if (row.queue === null && isFirstSync(row) && row.streamsTotal > 0) return <ClientProgress row={row} named={wide} />;
  if (row.queue === null) return isBeforeProgress(row) ? <Coming /> : <Nothing />;
  const textOf = wide && row.queue.resumeAt === null ? queueText : tightQueueText;
  return (
    <span className={WAIT} title={row.problem ?? queueSentence(row.queue, nowMs)}>
      {capitalized(textOf(row.queue, nowMs))}
    </span>
  );
}

/** In its short form: a sentence would lose its end, which says what is wrong. It is in the tooltip. */
function Problem({ text, row }: { readonly text: string; readonly row: ClientRow }) {
  const { problemCode } = row;
  return (
    <span className={problemLook(row)} title={text}>
      {(problemCode === null ? undefined : SHORT_PROBLEMS[problemCode]) ?? text}
    </span>
  );
}

/** The one look of what ends without anyone: a rate limit, another client's turn, a ledger that is down. */
const WAIT = classes(textStyles.muted, textStyles.ellipsis);

/** A client that is disconnected has the colour of its chip. A ledger that can't be reached is tried again without anyone, so it waits. */
function problemLook({ state, problemCode }: Pick<ClientRow, "state" | "problemCode">): string {
  if (state === "needs_sign_in" || problemCode === "needs_sign_in") return classes(textStyles.conflict, textStyles.ellipsis);
  return state === "offline" || problemCode === "ledger_unreachable" ? WAIT : classes(textStyles.failed, textStyles.ellipsis);
}

function Count({ value }: { readonly value: number }) {
  return <span className={value === 0 ? textStyles.muted : undefined}>{formatCount(value)}</span>;
}

function Attention({ value }: { readonly value: number }) {
  return value === 0 ? <Nothing /> : <strong className={styles.attention}>{formatCount(value)}</strong>;
}

/** What a client's books don't say, or don't say yet. */
function Missing({ row }: { readonly row: ClientRow }) {
  return isUnread(row) ? <Coming /> : <Nothing />;
}
