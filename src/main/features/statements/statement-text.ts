import { asOfName, dayName, minuteName, rangeName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { ratioLabel, ratioValue } from "#shared/model/labels/ratio-label.ts";
import { areMonths } from "#shared/model/reports/month-spans.ts";
import type { FigureGap } from "#shared/model/reports/statement.ts";
import type { CashFlow, Summary } from "#shared/model/reports/statement-layout.ts";

/** A cash-flow statement as lines of text, figures flush right, with its gaps and whether it ties. */
export function cashFlowText({ title, currency, columns, lines, asOf, ties, gaps }: CashFlow): string[] {
  return [
    `Cash flow, ${lowered(title)}, ${currency}, as of ${asOfName(asOf)}`,
    ...table([
      ["", ...columns.map(({ from, to }) => rangeName(from, to))],
      ...lines.map(({ kind, label, amounts }) => [kind === "line" ? `  ${label}` : label, ...amounts]),
    ]),
    ties
      ? "This cash-flow statement ties to the change in the bank balances."
      : "This cash-flow statement doesn't tie to the change in the bank balances. The last line shows the unexplained difference in cash.",
    ...gapText(gaps),
  ];
}

/** A summary as lines of text: the months, the ratios, and what is open by age. */
export function summaryText({ to, currency, months, trends, ratios, receivables, payables, asOf, gaps }: Summary): string[] {
  const open = (name: string, totals: Summary["receivables"]) =>
    totals.flatMap((total) => [
      "",
      ...table([
        [`${name}, ${dayName(to)}, ${total.currency}`, ...total.buckets.map(({ bucket }) => bucket), "total", "unapplied"],
        ["", ...total.buckets.map(({ amount }) => amount), total.outstanding, total.unapplied],
      ]),
    ]);
  const latest = months.at(-1);
  const synced = asOf === null ? "first sync not finished" : `synced ${minuteName(asOf)}`;
  return [
    `Summary, ${rangeName(months[0]?.from ?? to, to)}, ${currency}, ${synced}`,
    ...table([
      ["", "income", "other income", "expenses", t("net income"), "cash"],
      ...months.map(({ from, to }, at) => [
        rangeName(from, to),
        ...[trends.income, trends.otherIncome, trends.expenses, trends.netProfit, trends.cash].map((amounts) => amounts[at] ?? ""),
      ]),
    ]),
    "",
    ...table([
      ["", latest === undefined ? "month" : rangeName(latest.from, latest.to), areMonths(months) ? "prior month" : "prior period"],
      ...ratios.map((ratio) => [ratioLabel(ratio.code), ratioValue(ratio, ratio.value), ratioValue(ratio, ratio.prior)]),
    ]),
    ...open(t("Receivables"), receivables),
    ...open(t("Payables"), payables),
    ...gapText(gaps),
  ];
}

function lowered(title: string): string {
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

/** Rows in columns as wide as they need, the first flush left, the others flush right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
  return rows.map((cells) =>
    cells
      .map((text, at) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

function gapText(gaps: readonly FigureGap[]): string[] {
  return gaps.length === 0 ? [] : ["", "Known gaps in these figures:", ...gaps.map(({ message }) => message)];
}
