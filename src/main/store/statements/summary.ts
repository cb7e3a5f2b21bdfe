import { AGING_BUCKETS, type Aging } from "#main/domain/aging/aging.ts";
import { keyRatios, summaryFigures } from "#main/domain/statements/summary.ts";
import { agingTotals } from "#main/store/aging/aging.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { monthStart } from "#shared/kernel/calendar-date.ts";
import { decimal, isZero } from "#shared/kernel/decimal.ts";
import { statementTitle } from "#shared/model/labels/statement-title.ts";
import type { Summary } from "#shared/model/reports/statement-layout.ts";
import { laidOutStatement, type StatementInput } from "./statements.ts";

const MONTHS = 12;
type Asked = Omit<StatementInput, "kind" | "from" | "compare" | "months">;

/** A client's last twelve months up to a day, its ratios, and what is open by age on that day. */
export function summaryReport(reader: MirrorReader, input: Asked): Summary {
  const { to, baseCurrency, entityId } = input;
  const { profit, figures, trend } = monthsOf(reader, input, MONTHS);
  const aged = (side: "receivable" | "payable") =>
    openByAge(agingTotals(reader, { side, asOfDate: to, baseCurrency, ...(entityId === undefined ? {} : { entityId }) }), baseCurrency);
  const { from, basis, currency, source, asOf, gaps, columns } = profit;
  return {
    ...{ from, to, basis, currency, source, asOf, gaps },
    title: statementTitle("profit_and_loss", columns.at(-1)?.from ?? from, to),
    ...trend,
    ratios: keyRatios(figures),
    receivables: aged("receivable"),
    payables: aged("payable"),
  };
}

/** Month by month, the oldest first: one amount for each of the months. */
export type Trend = Pick<Summary, "months" | "trends">;

/** Income, expenses, profit and cash of as many months up to a day as the books have, at most `months`. */
export function trendReport(reader: MirrorReader, input: Asked, months: number): Trend {
  const { trend } = monthsOf(reader, input, months);
  const series = Object.values(trend.trends);
  // Months before the books begin have nothing; one that has nothing later stays. Books without figures have no months.
  const first = trend.months.findIndex((_, at) => series.some((amounts) => !isZero(amounts[at] ?? ZERO)));
  const since = <T>(list: readonly T[]) => (first < 0 ? [] : list.slice(first));
  const { income, otherIncome, expenses, netProfit, cash } = trend.trends;
  return {
    months: since(trend.months),
    trends: {
      ...{ income: since(income), otherIncome: since(otherIncome), expenses: since(expenses) },
      ...{ netProfit: since(netProfit), cash: since(cash) },
    },
  };
}

function monthsOf(reader: MirrorReader, input: Asked, months: number) {
  const asked = { ...input, from: monthStart(input.to), compare: [], months };
  const profit = laidOutStatement(reader, { ...asked, kind: "profit_and_loss" });
  const figures = summaryFigures(profit, laidOutStatement(reader, { ...asked, kind: "balance_sheet" }));
  const { income, otherIncome, expenses, netProfit, cash } = figures;
  const trends = {
    income: [...income],
    otherIncome: [...otherIncome],
    expenses: [...expenses],
    netProfit: [...netProfit],
    cash: [...cash],
  };
  return { profit, figures, trend: { months: profit.columns, trends } };
}

const ZERO = decimal("0");

/** What is open per currency, the books' own currency first. */
function openByAge(totals: Aging["totals"], baseCurrency: string): Summary["receivables"] {
  return [...totals]
    .sort((a, b) => Number(b.currency === baseCurrency) - Number(a.currency === baseCurrency))
    .map((total) => ({
      currency: total.currency,
      buckets: AGING_BUCKETS.map((bucket) => ({ bucket, amount: total[bucket] })),
      outstanding: total.outstanding,
      unapplied: total.unappliedCash,
    }));
}
