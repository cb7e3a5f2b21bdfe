import { Lock } from "lucide-react";
import type { ClientRow } from "#shared/contract/clients.ts";
import { AsOf } from "../../components/as-of.tsx";
import { SyncChip } from "../../components/chip.tsx";
import type { Column } from "../../components/grid-types.ts";
import { formatCount } from "../../format/amount.ts";
import { formatDay, formatPeriod } from "../../format/date.ts";
import { queueSentence, queueWords, shownState } from "../../format/sync-words.ts";
import { t } from "../../language/t.ts";
import { useNow } from "../../state/now.ts";
import styles from "./client-columns.module.css";
import { ClientProgress } from "./client-progress.tsx";
import { closeColumns } from "./close-columns.tsx";
import type { DashboardRow } from "./dashboard-lines.ts";
import { RowAction } from "./row-action.tsx";

/** The columns of the dashboard, with what each one means. `mixed`: demo clients stand beside real ones. */
export function clientColumns(mixed: boolean): readonly Column<DashboardRow>[] {
  return [...stateColumns(mixed), ...closeColumns(), ...figureColumns(), ...lastColumns()];
}

function stateColumns(mixed: boolean): readonly Column<DashboardRow>[] {
  return [
    {
      id: "name",
      header: t("Client"),
      width: "minmax(196px, 1.8fr)",
      help: t("The client of the firm. Worst state first, then by name."),
      cell: (row) => <Name row={row} mark={mixed && row.demo} />,
      value: (row) => row.name,
    },
    {
      id: "ledger",
      header: t("Ledger"),
      width: "minmax(68px, 0.3fr)",
      help: t("The ledger that the books are kept in."),
      cell: (row) => (shownState(row) === "connecting" ? <Nothing /> : <Quiet text={row.ledger ?? "none"} />),
      value: (row) => row.ledger,
    },
    {
      id: "period",
      header: t("Period"),
      width: "66px",
      help: t("The month that is being worked on: the last one that has ended."),
      cell: (row) => (row.period === null ? <Nothing /> : formatPeriod(row.period)),
      value: (row) => row.period,
    },
    {
      id: "state",
      header: t("Sync"),
      width: "114px",
      help: t("How the mirror stands. Up to date only when every stream was read to its end."),
      cell: (row) => <SyncChip state={shownState(row)} />,
      value: (row) => shownState(row),
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
      width: "minmax(96px, 1.8fr)",
      help: t("Why reading waits, when it goes on, and how many requests are ahead. Waiting is not an error. In red: what is wrong."),
      cell: (row) => <Queue row={row} />,
      value: (row) => row.problem ?? row.queue?.reason ?? null,
    },
    {
      id: "progress",
      header: t("Streams"),
      width: "minmax(80px, 0.5fr)",
      help: t("Streams read to their end, of all streams of this ledger."),
      cell: (row) => <ClientProgress row={row} />,
    },
  ];
}

function figureColumns(): readonly Column<DashboardRow>[] {
  return [
    count("documents", t("Docs"), 54, t("Documents in the mirror."), (row) => row.documents),
    { ...count("parties", t("Parties"), 56, t("Customers and vendors in the mirror."), (row) => row.parties), optional: true },
    {
      ...count("receivables", t("Open AR"), 64, t("Sales documents that are not fully settled."), (row) => row.openReceivables),
      optional: true,
    },
    {
      ...count("payables", t("Open AP"), 64, t("Purchase documents that are not fully settled."), (row) => row.openPayables),
      optional: true,
    },
    {
      ...count("findings", t("Findings"), 60, t("Things that we noticed and a person should look at."), (row) => row.findings),
      cell: (row) => <Attention value={row.findings} />,
    },
    {
      ...count("removed", t("Gone"), 42, t("Records that vanished from the ledger; they are kept here, marked."), (row) => row.removed),
      cell: (row) => <Attention value={row.removed} />,
    },
  ];
}

function lastColumns(): readonly Column<DashboardRow>[] {
  return [
    {
      id: "tieOuts",
      header: t("Tied"),
      width: "52px",
      help: t("Checks of our figures against the ledger's own that tie, of those that could be made. In red: some vary."),
      cell: (row) => <Tied row={row} />,
      value: (row) =>
        row.tieOuts === null ? null : t("{ties} of {ties2}", { ties: row.tieOuts.ties, ties2: row.tieOuts.ties + row.tieOuts.variance }),
    },
    {
      id: "lock",
      header: t("Locked to"),
      width: "104px",
      help: t("The last day that the ledger's own lock covers."),
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

function Name({ row, mark }: { readonly row: ClientRow; readonly mark: boolean }) {
  return (
    <span
      className={styles.name}
      title={row.organisation === null || row.organisation === row.name ? row.name : `${row.name} (${row.organisation})`}
    >
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
  if (row.queue === null) return <Nothing />;
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

function Tied({ row: { tieOuts } }: { readonly row: ClientRow }) {
  if (tieOuts === null) return <Nothing />;
  const { ties, variance, cannotCheck } = tieOuts;
  const words = t("{ties} tie, {variance} vary, {cannotCheck} can not be checked", { ties, variance, cannotCheck });
  return (
    <span title={words} className={variance === 0 ? styles.quiet : styles.attention}>
      {formatCount(ties)}/{formatCount(ties + variance)}
    </span>
  );
}

function Locked({ row }: { readonly row: ClientRow }) {
  if (row.lockedThrough === null) return <Nothing />;
  return (
    <span className={styles.lock}>
      <Lock size={11} aria-hidden />
      {formatDay(row.lockedThrough)}
    </span>
  );
}

function Quiet({ text }: { readonly text: string }) {
  return <span className={styles.cut}>{text}</span>;
}

function Nothing() {
  return <span className={styles.quiet}>–</span>;
}
