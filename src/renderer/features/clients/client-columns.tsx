import { Check, CircleHelp, Lock, LockOpen, TriangleAlert } from "lucide-react";
import type { SyntheticEvent } from "react";
import type { ClientRow } from "#shared/contract/clients.ts";
import { type CalendarDate, monthEnd } from "#shared/kernel/calendar-date.ts";
import { SyncChip } from "../../blocks/standing-chip.tsx";
import { AsOf } from "../../components/as-of.tsx";
import { classes } from "../../components/classes.ts";
import type { Column } from "../../components/grid-types.ts";
import { formatCount } from "../../format/amount.ts";
import { formatDay, formatPeriod } from "../../format/date.ts";
import { queueSentence, queueWords, SYNC_WORDS, shownState } from "../../format/sync-words.ts";
import { t } from "../../language/t.ts";
import { toggleChosen, useChosenClients } from "../../state/chosen-clients.ts";
import { useNow } from "../../state/now.ts";
import styles from "./client-columns.module.css";
import { ClientProgress } from "./client-progress.tsx";
import { closeColumns } from "./close-columns.tsx";
import type { DashboardRow } from "./dashboard-lines.ts";
import { insightColumns } from "./insight-columns.tsx";
import { RowAction } from "./row-action.tsx";
import { WORST_WORDS } from "./worst-words.ts";

/** What columns are made for: demo clients beside real ones, a wide window, the day, and choosing rows. */
export interface ColumnSetting {
  readonly mixed: boolean;
  readonly wide: boolean;
  readonly today: CalendarDate;
}

/** The columns of the dashboard, with what each one means. */
export function clientColumns({ mixed, wide, today }: ColumnSetting): readonly Column<DashboardRow>[] {
  const [stage, checklist, variances, ...people] = closeColumns();
  const close = [stage, checklist, tiedColumn(), variances].filter((column) => column !== undefined);
  return [
    ...nameColumns(mixed),
    ...close,
    ...syncColumns(),
    ...matterColumns(),
    ...people,
    ...insightColumns(wide, today),
    ...lastColumns(),
  ];
}

function nameColumns(mixed: boolean): readonly Column<DashboardRow>[] {
  return [
    {
      id: "name",
      header: t("Client"),
      width: "minmax(206px, 1.8fr)",
      help: t(
        "The client of the firm. Worst first: sign-in, refused writes, conflicts, variances, late, old figures, waiting. Space chooses a row.",
      ),
      cell: (row) => <Name row={row} mark={mixed && row.demo} />,
      value: (row) => row.name,
    },
    {
      id: "ledger",
      header: t("Ledger"),
      width: "minmax(66px, 0.3fr)",
      help: t("The ledger that the books are kept in."),
      cell: (row) => (shownState(row) === "connecting" ? <Nothing /> : <Quiet text={row.ledger ?? t("none")} />),
      value: (row) => row.ledger,
    },
    {
      id: "period",
      header: t("Period"),
      width: "66px",
      help: t("The period under close; where none is, the last month that has ended."),
      cell: (row) => (periodOf(row) === null ? <Nothing /> : formatPeriod(periodOf(row) ?? "")),
      value: periodOf,
    },
  ];
}

function periodOf({ period, close }: DashboardRow): string | null {
  return close?.period ?? period;
}

function syncColumns(): readonly Column<DashboardRow>[] {
  return [
    {
      id: "state",
      header: t("Sync"),
      width: "114px",
      help: t("How the mirror stands. Up to date only when every stream was read to its end."),
      cell: (row) => <SyncChip state={shownState(row)} />,
      value: (row) => SYNC_WORDS[shownState(row)].word,
    },
    {
      id: "asOf",
      header: t("As of"),
      width: "64px",
      help: t("The age of the figures: how long ago the last complete read ended. The exact time is shown on hover."),
      cell: (row) => <Age instant={row.asOf} />,
      value: (row) => row.asOf,
    },
    {
      id: "queue",
      header: t("Queue, problem"),
      width: "minmax(92px, 1.4fr)",
      help: t("Why reading waits, when it goes on, and how many requests are ahead. Waiting is not an error. In red: what is wrong."),
      cell: (row) => <Queue row={row} />,
      value: (row) => row.problem ?? row.queue?.reason ?? null,
    },
    {
      ...count(
        "rejections",
        t("Writes"),
        52,
        t("Writes that the ledger refused or that met somebody else's change: they wait for a person."),
        refusedWrites,
      ),
      cell: (row) => <Attention value={refusedWrites(row)} />,
    },
  ];
}

function refusedWrites({ rejections, conflicts }: ClientRow): number {
  return rejections + conflicts;
}

function matterColumns(): readonly Column<DashboardRow>[] {
  return [
    {
      ...count("findings", t("Findings"), 60, t("Things that we noticed and a person should look at."), (row) => row.findings),
      cell: (row) => <Attention value={row.findings} />,
    },
    {
      ...count("removed", t("Gone"), 42, t("Records that vanished from the ledger; they are kept here, marked."), (row) => row.removed),
      cell: (row) => <Attention value={row.removed} />,
    },
    {
      id: "worst",
      header: t("Worst"),
      width: "110px",
      optional: true,
      help: t("What is worst about the client: the order of the list. Its parts stand in the other columns."),
      cell: (row) => (row.worst === "ok" ? <Nothing /> : WORST_WORDS[row.worst]),
      value: (row) => WORST_WORDS[row.worst],
    },
    {
      id: "progress",
      header: t("Streams"),
      width: "minmax(80px, 0.5fr)",
      optional: true,
      help: t("Streams read to their end, of all streams of this ledger."),
      cell: (row) => <ClientProgress row={row} />,
      value: (row) => (row.streamsTotal === 0 ? null : t("{done} of {total}", { done: row.streamsDone, total: row.streamsTotal })),
    },
    { ...count("documents", t("Docs"), 54, t("Documents in the mirror."), (row) => row.documents), optional: true },
    { ...count("parties", t("Parties"), 56, t("Customers and vendors in the mirror."), (row) => row.parties), optional: true },
    {
      ...count("receivables", t("Open AR"), 64, t("Sales documents that are not fully settled."), (row) => row.openReceivables),
      optional: true,
    },
    {
      ...count("payables", t("Open AP"), 64, t("Purchase documents that are not fully settled."), (row) => row.openPayables),
      optional: true,
    },
  ];
}

function tiedColumn(): Column<DashboardRow> {
  return {
    id: "tieOuts",
    header: t("Tie-outs"),
    width: "124px",
    help: t(
      "How our figures stand against the ledger's own: the worst outcome, and of how many checks. What can not be checked does not tie.",
    ),
    cell: (row) => <Tied row={row} />,
    value: ({ tieOuts }) => (tieOuts === null ? null : tiedWords(tieOuts)),
  };
}

function lastColumns(): readonly Column<DashboardRow>[] {
  return [
    {
      id: "lockHere",
      header: t("Locked here"),
      width: "104px",
      optional: true,
      help: t("The period that is closed here: nothing is written into it. The ledger's own lock stands beside."),
      cell: ({ close }) => (close?.lockedHere && close.period !== null ? formatPeriod(close.period) : <Nothing />),
      value: ({ close }) => (close?.lockedHere ? close.period : null),
    },
    {
      id: "lock",
      header: t("Locked to"),
      width: "104px",
      help: t(
        "The last day that the ledger's own lock covers. Marked where a period is closed here and the ledger's lock does not cover it.",
      ),
      cell: (row) => <Locked row={row} />,
      value: (row) => row.lockedThrough,
    },
    {
      id: "action",
      header: t("Action"),
      quietHeader: true,
      width: "46px",
      help: t("Start, pause or go on with reading."),
      control: true,
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
    cell: (row) => <Count value={value(row)} read={row.asOf !== null || value(row) > 0} />,
    value: (row) => String(value(row)),
  };
}

/** A click that is meant for the box opens no client. */
function stay(event: SyntheticEvent): void {
  event.stopPropagation();
}

function Name({ row, mark }: { readonly row: ClientRow; readonly mark: boolean }) {
  const chosen = useChosenClients((state) => state.ids.includes(row.clientId));
  return (
    <span
      className={styles.name}
      title={row.organisation === null || row.organisation === row.name ? row.name : `${row.name} (${row.organisation})`}
    >
      {/* For the pointer: on a row, Space does the same. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps the click from opening the client */}
      <label className={styles.choose} onClick={stay} onPointerDown={stay}>
        <input type="checkbox" tabIndex={-1} aria-label={t("Choose")} checked={chosen} onChange={() => toggleChosen(row.clientId)} />
      </label>
      <span className={styles.cut}>{row.name}</span>
      {mark ? <span className={styles.demo}>{t("demo")}</span> : null}
    </span>
  );
}

function Age({ instant }: { readonly instant: string | null }) {
  const nowMs = useNow();
  return (
    <span className={instant === null ? styles.quiet : undefined}>
      <AsOf instant={instant} nowMs={nowMs} />
    </span>
  );
}

function Queue({ row }: { readonly row: ClientRow }) {
  const nowMs = useNow();
  // What is wrong outlasts any wait, so it is never hidden behind one.
  if (row.problem !== null) return <Problem text={row.problem} />;
  if (row.queue === null) return row.state === "syncing" || row.state === "queued" ? <ClientProgress row={row} /> : <Nothing />;
  return (
    <span className={styles.cut} title={queueSentence(row.queue, nowMs)}>
      {queueWords(row.queue, nowMs)}
    </span>
  );
}

function Problem({ text }: { readonly text: string }) {
  return (
    <span className={styles.problem} title={text}>
      {text}
    </span>
  );
}

function Count({ value, read }: { readonly value: number; readonly read: boolean }) {
  return read ? <span className={value === 0 ? styles.quiet : undefined}>{formatCount(value)}</span> : <Nothing />;
}

function Attention({ value }: { readonly value: number }) {
  return value === 0 ? <Nothing /> : <strong className={styles.attention}>{formatCount(value)}</strong>;
}

type Counts = NonNullable<ClientRow["tieOuts"]>;

/** The worst outcome first, and of how many checks: what could not be checked is never counted as tied. */
function tiedWords({ ties, variance, cannotCheck }: Counts): string {
  const all = ties + variance + cannotCheck;
  if (variance > 0) return t("{variance} of {all} vary", { variance, all });
  if (cannotCheck > 0) return t("{cannotCheck} of {all} unchecked", { cannotCheck, all });
  return t("{all} tie", { all });
}

function Tied({ row: { tieOuts } }: { readonly row: ClientRow }) {
  if (tieOuts === null) return <Nothing />;
  const { ties, variance, cannotCheck } = tieOuts;
  const words = t("{ties} tie, {variance} vary, {cannotCheck} can not be checked", { ties, variance, cannotCheck });
  const Icon = variance > 0 ? TriangleAlert : cannotCheck > 0 ? CircleHelp : Check;
  return (
    <span title={words} className={classes(styles.tied, variance > 0 ? styles.attention : styles.quiet)}>
      <Icon size={12} aria-hidden />
      {tiedWords(tieOuts)}
    </span>
  );
}

function Locked({ row: { lockedThrough, close } }: { readonly row: DashboardRow }) {
  // The service's lock and the ledger's are two: the ledger's may lag behind what was closed here.
  const behind = close?.lockedHere === true && close.period !== null && (lockedThrough ?? "") < monthEndOf(close.period);
  const words = behind
    ? t("{period} is closed here; the ledger's own lock does not cover it yet", { period: formatPeriod(close.period ?? "") })
    : undefined;
  if (lockedThrough === null)
    return behind ? (
      <span className={styles.attention} title={words}>
        {t("not locked")}
      </span>
    ) : (
      <Nothing />
    );
  return (
    <span className={classes(styles.lock, behind && styles.attention)} title={words}>
      {behind ? <LockOpen size={11} aria-hidden /> : <Lock size={11} aria-hidden />}
      {formatDay(lockedThrough)}
    </span>
  );
}

/** Periods with names of their ledger's own are held against nothing. */
function monthEndOf(period: string): string {
  return /^\d{4}-\d{2}$/.test(period) ? monthEnd(`${period}-01` as CalendarDate) : "";
}

function Quiet({ text }: { readonly text: string }) {
  return <span className={styles.cut}>{text}</span>;
}

function Nothing() {
  return <span className={styles.quiet}>–</span>;
}
