import { keyRatios, summaryFigures } from "#main/domain/statements/summary.ts";
import { type AgingReport, agingReport } from "#main/store/aging/aging.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { monthStart } from "#shared/kernel/calendar-date.ts";
import { statementTitle } from "#shared/model/labels/statement-title.ts";
import type { Summary } from "#shared/model/reports/statement-layout.ts";
import { laidOutStatement, type StatementInput } from "./statements.ts";

const MONTHS = 12;

/** A client's last twelve months up to a day, its ratios, and what is open by age on that day. */
export function summaryReport(reader: MirrorReader, input: Omit<StatementInput, "kind" | "from" | "compare" | "months">): Summary {
  const { to, baseCurrency, entityId } = input;
  const asked = { ...input, from: monthStart(to), compare: [], months: MONTHS };
  const profit = laidOutStatement(reader, { ...asked, kind: "profit_and_loss" });
  const sheet = laidOutStatement(reader, { ...asked, kind: "balance_sheet" });
  const figures = summaryFigures(profit, sheet);
  const { income, otherIncome, expenses, netProfit, cash } = figures;
  const aged = (side: "receivable" | "payable") =>
    openByAge(agingReport(reader, { side, asOfDate: to, baseCurrency, ...(entityId === undefined ? {} : { entityId }) }), baseCurrency);
  const { from, basis, currency, source, asOf, gaps, columns } = profit;
  return {
    ...{ from, to, basis, currency, source, asOf, gaps },
    title: statementTitle("profit_and_loss", columns.at(-1)?.from ?? from, to),
    months: columns,
    trends: { income: [...income], otherIncome: [...otherIncome], expenses: [...expenses], netProfit: [...netProfit], cash: [...cash] },
    ratios: keyRatios(figures),
    receivables: aged("receivable"),
    payables: aged("payable"),
  };
}

/** What is open per currency, the books' own currency first. */
function openByAge({ totals, buckets }: AgingReport, baseCurrency: string): Summary["receivables"] {
  return [...totals]
    .sort((a, b) => Number(b.currency === baseCurrency) - Number(a.currency === baseCurrency))
    .map((total) => ({
      currency: total.currency,
      buckets: buckets.map((bucket) => ({ bucket, amount: total[bucket] })),
      outstanding: total.outstanding,
      unapplied: total.unappliedCash,
    }));
}
