import type { ClientInsight } from "#shared/contract/clients/client-insights.ts";
import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { formatCount, formatMoney, formatNumeral } from "../../format/amounts/amount.ts";
import { formatInstant, formatPeriod } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import type { SparkPoint } from "../../ui/charts/sparkline-path.ts";
import { Coming, Nothing } from "../../ui/feedback/missing-value.tsx";
import { Money } from "../../ui/figures/money.tsx";
import { amountValue, type Column } from "../../ui/grid/grid-types.ts";
import styles from "./client-columns.module.css";
import { type DashboardRow, isUnread } from "./dashboard-rows.ts";
import { overdueShare } from "./overdue-share.ts";

const DAYS = 14;

/** Columns of what the books themselves say: worked out after the rows are shown. `wide`: there is room for pictures. */
export function insightColumns(wide: boolean, today: CalendarDate): readonly Column<DashboardRow>[] {
  return [...trendColumns(wide, today), ...amountColumns(), ...countColumns(), packColumn()];
}

/** Ids of the columns that are filled by and by: who sorts or filters by one needs all of it. */
export const INSIGHT_COLUMNS: ReadonlySet<string> = new Set(
  insightColumns(false, "2000-01-01" as CalendarDate).flatMap(({ id }) => (id === "reads" ? [] : [id])),
);

function trendColumns(wide: boolean, today: CalendarDate): readonly Column<DashboardRow>[] {
  return [
    {
      id: "cash",
      header: t("Cash, 12 months"),
      width: "minmax(110px, 0.6fr)",
      optional: !wide,
      minor: true,
      spare: wide,
      help: t(
        "Total of all bank accounts, without credit cards, at each of the last 12 month-ends, in base currency. Sorts by the latest month.",
      ),
      cell: (row) => (
        <Trend kind="line" label={t("Cash by month for {name}", { name: row.name })} row={row} months={row.insight?.cash ?? null} />
      ),
      value: ({ insight }) => lastAmount(insight, insight?.cash ?? null),
    },
    {
      id: "income",
      header: t("Income, 12 months"),
      width: "minmax(110px, 0.6fr)",
      optional: !wide,
      minor: true,
      spare: wide,
      help: t("Total income, before costs and expenses, for each of the last 12 full months, in base currency. Sorts by the latest month."),
      cell: (row) => (
        <Trend kind="bars" label={t("Income by month for {name}", { name: row.name })} row={row} months={row.insight?.income ?? null} />
      ),
      value: ({ insight }) => lastAmount(insight, insight?.income ?? null),
    },
    {
      id: "reads",
      header: t("Sync requests, 14 days"),
      width: "minmax(110px, 0.6fr)",
      optional: true,
      help: t("Requests that syncs sent to the ledger on each of the last 14 days. Sorts by the total."),
      cell: (row) => <Reads row={row} today={today} />,
      value: ({ reads }) => {
        // Days of reading may lie further back than the days shown.
        const recent = reads.filter(({ day }) => day > addDays(today, -DAYS));
        return recent.length === 0 ? null : String(recent.reduce((sum, { calls }) => sum + calls, 0));
      },
    },
  ];
}

function lastAmount(insight: ClientInsight | null, months: ClientInsight["cash"]) {
  return insight === null ? null : amountValue(months?.at(-1)?.amount, insight.currency);
}

interface TrendProps {
  readonly kind: "line" | "bars";
  readonly label: string;
  readonly row: DashboardRow;
  readonly months: ClientInsight["cash"];
}

function Trend({ kind, label, row, months }: TrendProps) {
  const { insight } = row;
  if (insight === null) return <Unknown row={row} />;
  // Bars of nothing would be an empty cell.
  if (months === null || (kind === "bars" && months.every(({ amount }) => isZero(amount)))) return <Nothing />;
  const points = months.map(({ month, amount }) => ({ at: month, value: amount }));
  return <Sparkline kind={kind} label={label} points={points} words={({ value }) => formatMoney(value, insight.currency)} />;
}

function Reads({ row, today }: { readonly row: DashboardRow; readonly today: CalendarDate }) {
  if (row.reads.length === 0) return <Nothing />;
  const calls = new Map(row.reads.map((day) => [day.day, day.calls]));
  const points = Array.from({ length: DAYS }, (_, index): SparkPoint => {
    const at = addDays(today, index + 1 - DAYS);
    return { at, value: String(calls.get(at) ?? 0) };
  });
  return (
    <Sparkline
      kind="bars"
      label={t("Sync requests by day for {name}", { name: row.name })}
      points={points}
      words={({ value }) => formatCount(Number(value))}
    />
  );
}

function amountColumns(): readonly Column<DashboardRow>[] {
  return [
    {
      id: "overdueShare",
      header: t("AR overdue %"),
      width: "108px",
      align: "end",
      counts: true,
      optional: true,
      help: t("Overdue amount as a percentage of what customers owe on open invoices. Unapplied credits and receipts aren't deducted."),
      cell: (row) => <Share row={row} />,
      value: ({ insight }) => (insight === null ? null : overdueShare(insight)),
    },
    amount("overdue", t("AR overdue"), t("What customers owe on overdue invoices, in base currency."), (one) => one.receivable.overdue),
    amount(
      "dueSoon",
      t("AP due in 7 days"),
      t("What the client owes on bills due today or in the next 7 days, in base currency."),
      (one) => one.payable.dueIn7Days,
    ),
    amount("overduePayable", t("AP overdue"), t("What the client owes on overdue bills, in base currency."), (one) => one.payable.overdue),
    amount(
      "unapplied",
      t("Unapplied"),
      t("Unapplied customer and vendor credits, receipts and payments, in base currency."),
      (one) => one.unapplied,
    ),
  ];
}

function Share({ row }: { readonly row: DashboardRow }) {
  const { insight } = row;
  if (insight === null) return <Unknown row={row} />;
  const share = overdueShare(insight);
  if (share === null) return <Nothing />;
  const { receivable, currency } = insight;
  const words = t("{overdue} of {open} is overdue", {
    overdue: formatMoney(receivable.overdue, currency),
    open: formatMoney(receivable.open, currency),
  });
  return <span title={words}>{t("{share}%", { share: formatNumeral(share) })}</span>;
}

function amount(
  id: string,
  header: string,
  help: string,
  of: (insight: ClientInsight) => ClientInsight["unapplied"],
): Column<DashboardRow> {
  return {
    id,
    header,
    help,
    width: "112px",
    align: "end",
    // Its currency follows.
    counts: true,
    optional: true,
    cell: ({ insight, ...row }) =>
      insight === null ? (
        <Unknown row={row} />
      ) : isZero(of(insight)) ? (
        <Nothing />
      ) : (
        <span className={styles.amount} title={insight.withoutBase === 0 ? undefined : withoutBaseText(insight.withoutBase)}>
          <Money amount={of(insight)} currency={insight.currency} /> <span className={text.muted}>{insight.currency}</span>
        </span>
      ),
    value: ({ insight }) => (insight === null ? null : amountValue(of(insight), insight.currency)),
  };
}

function withoutBaseText(count: number): string {
  return t(
    "Across receivables and payables, {count, plural, one {1 open item isn't included because it has no amount in base currency} other {{items} open items aren't included because they have no amount in base currency}}",
    {
      count,
      items: formatCount(count),
    },
  );
}

function countColumns(): readonly Column<DashboardRow>[] {
  return [
    count(
      "uncategorised",
      t("Uncategorized"),
      t(
        "Posted transactions of the last full month that have a line with no account, or with an account such as Suspense or Uncategorized.",
      ),
      (one) => one.uncategorised,
    ),
    count(
      "duplicates",
      t("Duplicates"),
      t(
        "Pairs of bills or expenses that may be duplicates, with at least one dated in the last full month. Dismissed pairs aren't counted.",
      ),
      (one) => one.duplicates,
    ),
    count(
      "missingTaxIds",
      t("No tax ID"),
      t("Vendors with a bill, expense or payment in the last full month, but no tax ID."),
      (one) => one.missingTaxIds,
    ),
  ];
}

function count(id: string, header: string, help: string, of: (insight: ClientInsight) => number): Column<DashboardRow> {
  return {
    id,
    header,
    help,
    width: "96px",
    align: "end",
    counts: true,
    optional: true,
    cell: ({ insight, ...row }) => (insight === null ? <Unknown row={row} /> : of(insight) === 0 ? <Nothing /> : formatCount(of(insight))),
    value: ({ insight }) => (insight === null ? null : String(of(insight))),
  };
}

function packColumn(): Column<DashboardRow> {
  return {
    id: "pack",
    header: t("Last pack"),
    width: "150px",
    optional: true,
    help: t("The latest close pack: its period, its version and the first characters of its SHA-256 hash."),
    cell: ({ insight, ...row }) => {
      if (insight === null) return <Unknown row={row} />;
      const { pack } = insight;
      if (pack === null) return <Nothing />;
      const words = t("Created {at}, SHA-256 {sha256}", { at: formatInstant(pack.at), sha256: pack.sha256 });
      return (
        <span title={words}>
          {t("{period} v{version}", { period: formatPeriod(pack.period), version: pack.version })}{" "}
          <span className={styles.hash}>{pack.sha256.slice(0, 8)}</span>
        </span>
      );
    },
    value: ({ insight }) => (insight?.pack == null ? null : `${insight.pack.period} v${insight.pack.version} ${insight.pack.sha256}`),
  };
}

/** Worked out at the end of the first sync; without a ledger there is none. */
function Unknown({ row }: { readonly row: Pick<DashboardRow, "asOf" | "demo" | "ledger" | "state" | "queue"> }) {
  if (row.asOf === null && !isUnread(row)) return <Nothing />;
  return <Coming words={t("Not calculated yet. Tieout calculates this after the first complete sync.")} />;
}
