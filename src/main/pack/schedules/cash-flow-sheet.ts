import type { Sheet, SheetCell, SheetRow } from "#main/pack/workbook/sheet.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import { rangeName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { ratioLabel, ratioValue } from "#shared/model/labels/ratio-label.ts";
import { areMonths } from "#shared/model/reports/month-spans.ts";
import type { CashFlowLine } from "#shared/model/reports/statement-layout.ts";
import type { PackFacts } from "../pack-facts.ts";
import { gapNotes, sourceLabel } from "./labels.ts";
import { comparedCells, comparedColumns, sumFormula } from "./statement-sheet.ts";
import type { SumTerm } from "./statement-sums.ts";

/** Schedule C2: the cash-flow statement. Totals, the change in cash and the check are formulas. */
export function cashFlowSheet({ reader, cashFlow }: PackFacts): Sheet {
  const { lines, columns } = cashFlow;
  return {
    ref: "C2",
    title: "Cash flow",
    source: `${cashFlow.title}. ${sourceLabel(cashFlow)}`,
    notes: [
      ...gapNotes(cashFlow.gaps, (id) => documentNameOf(reader, id)),
      "Increases in cash are positive. The unexplained difference in cash is the change in the bank balances less the net change in cash. It must be zero.",
    ],
    currency: cashFlow.currency,
    columns: [{ title: "", kind: "text", width: 4 }, { title: "Line", kind: "text", width: 42 }, ...comparedColumns(columns, true)],
    rows: () =>
      lines.map((line, at): SheetRow => {
        const terms = termsOf(lines, at);
        const cells = comparedCells(columns, line.amounts, (column, letters): SheetCell => {
          const value = line.amounts[column] ?? "0";
          return terms === null ? value : { value, formula: (row) => sumFormula(terms, letters, row - at) };
        });
        return { cells: [null, line.label, ...cells], look: line.key === "closing_cash" ? "total" : LOOKS[line.kind] };
      }),
    status: cashFlow.ties ? "Ties to the bank accounts" : "Doesn't tie",
    open: cashFlow.ties ? 0 : 1,
  };
}

const LOOKS: Readonly<Record<CashFlowLine["kind"], NonNullable<SheetRow["look"]>>> = {
  section: "heading",
  line: "plain",
  total: "strong",
  result: "strong",
  balance: "plain",
  check: "strong",
};

function termsOf(lines: readonly CashFlowLine[], at: number): SumTerm[] | null {
  const line = lines[at];
  const place = (key: string) => lines.findIndex((each) => each.key === key);
  const one = (sign: SumTerm["sign"], index: number): SumTerm => ({ sign, from: index, to: index });
  if (line?.kind === "total")
    return [{ sign: "+", from: lines.slice(0, at).findLastIndex(({ kind }) => kind === "section") + 1, to: at - 1 }];
  if (line?.kind === "result")
    return lines.flatMap(({ kind, key }, index) =>
      kind === "total" || key === "unknown" || key === "exchange_effect" ? [one("+", index)] : [],
    );
  if (line?.kind === "check") return [one("+", place("closing_cash")), one("-", place("opening_cash")), one("-", place("net_change"))];
  return null;
}

/** Schedule C3: two years of profit and cash by month or period, with the ratios of the period below. */
export function summarySheet({ summary, trend: { months, trends } }: PackFacts): Sheet {
  const { ratios } = summary;
  const word = areMonths(months) ? "month" : "period";
  return {
    ref: "C3",
    title: "Trend",
    source: `${summary.title}. ${sourceLabel(summary)}`,
    notes: ratios.map(
      (ratio) => `${ratioLabel(ratio.code)}: ${ratioValue(ratio, ratio.value)} (prior ${word}: ${ratioValue(ratio, ratio.prior)})`,
    ),
    currency: summary.currency,
    columns: [
      { title: word === "month" ? "Month" : "Period", kind: "text", width: 20 },
      { title: "Income", kind: "amount" },
      { title: "Other income", kind: "amount" },
      { title: "All expenses", kind: "amount" },
      { title: t("Net income"), kind: "amount" },
      { title: `Cash at end of ${word}`, kind: "amount" },
    ],
    rows: () =>
      months.map(({ from, to }, at): SheetRow => {
        const of = (amounts: readonly string[]) => amounts[at] ?? null;
        const profit = of(trends.netProfit);
        return {
          cells: [
            rangeName(from, to),
            of(trends.income),
            of(trends.otherIncome),
            of(trends.expenses),
            profit === null ? null : { value: profit, formula: (row) => `ROUND(B${row}+C${row}-D${row},4)` },
            of(trends.cash),
          ],
        };
      }),
    status: "Complete",
    open: 0,
  };
}
