import { addDecimals, decimal } from "#shared/kernel/decimal.ts";
import { rangeName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { areMonths } from "#shared/model/reports/month-spans.ts";
import { columnChart, lineChart } from "./chart-svg.ts";
import { type PrintedRow, printedTable } from "./pdf.ts";
import { printAmount, printText } from "./print-text.ts";
import { periodWords, type ReportFacts, type ReportPart } from "./report-facts.ts";
import { chart, monthName } from "./summary-charts.ts";

const ZERO = decimal("0");
/** As wide as the page. */
const WIDE = 510;
/** So that two years of months fit below the charts. */
const HIGH = 106;

/** Two years of profit and cash, as pictures and month by month; none for books of a single month. */
export function trendPart({ facts, manifest }: ReportFacts): ReportPart[] {
  const { months, trends } = facts.trend;
  const { currency } = manifest;
  const word = areMonths(months) ? "month" : "period";
  if (months.length < 2) return [];
  const names = months.map(({ to }) => (to.slice(5, 7) === "01" ? to.slice(0, 4) : monthName(to)));
  const room = { width: WIDE, height: HIGH, names };
  const profit = columnChart({
    ...room,
    legend: ["All income", "All expenses", t("Net income")],
    columns: [trends.income.map((amount, at) => addDecimals(amount, trends.otherIncome[at] ?? ZERO)), trends.expenses],
    line: trends.netProfit,
  });
  const rows = months.map(({ from, to }, at): PrintedRow => {
    const { income, otherIncome, expenses, netProfit, cash } = trends;
    const amounts = [income, otherIncome, expenses, netProfit, cash].map((series) => printAmount(series[at] ?? ZERO, currency));
    return { cells: [printText(rangeName(from, to)), ...amounts], ...(at === months.length - 1 ? { look: "strong" as const } : {}) };
  });
  return [
    {
      title: `Trend, ${months.length} ${word}s`,
      subtitle: periodWords(manifest.period),
      content: [
        chart(t("Income, expenses and net income, {currency}", { currency }), { svg: profit }),
        { text: "", margin: [0, 6, 0, 0] },
        chart(`Cash balance by ${word}, ${currency}`, { svg: lineChart({ ...room, line: trends.cash }) }),
        { text: word === "month" ? "Month by month" : "Period by period", style: "section" },
        printedTable({
          heads: [currency, "Income", "Other income", "All expenses", t("Net income"), `Cash at end of ${word}`],
          rows,
          widths: ["*", 76, 76, 76, 76, 76],
          rightFrom: 1,
        }),
      ],
    },
  ];
}
