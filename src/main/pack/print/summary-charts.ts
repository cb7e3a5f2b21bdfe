import type { Content } from "pdfmake/interfaces.js";
import { isZero } from "#shared/kernel/decimal.ts";
import { groupedDecimal } from "#shared/kernel/grouped.ts";
import { periodName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { ratioLabel, ratioValue } from "#shared/model/labels/ratio-label.ts";
import { areMonths } from "#shared/model/reports/month-spans.ts";
import type { Summary } from "#shared/model/reports/statement-layout.ts";
import { columnChart, lineChart } from "./chart-svg.ts";
import { GREY } from "./pdf.ts";

const WIDE = 248;
const HIGH = 120;

/** The ratios of the period, each with that of the month before. */
export function ratioTable({ ratios, months }: Summary): Content[] {
  const cell = (ratio: Summary["ratios"][number]): Content => ({
    stack: [
      { text: ratioLabel(ratio.code), style: "head" },
      { text: ratioValue(ratio, ratio.value), fontSize: 11, bold: true },
      { text: `Prior ${areMonths(months) ? "month" : "period"}: ${ratioValue(ratio, ratio.prior)}`, fontSize: 7, color: GREY },
    ],
  });
  return [{ columns: ratios.map(cell), columnGap: 8, margin: [0, 0, 0, 10] }];
}

/** Profit and cash of twelve months, and what is open by age in the currency of the books. */
export function summaryCharts(summary: Summary): Content[] {
  const { months, trends, currency, receivables, payables } = summary;
  const names = months.map(({ to }) => monthName(to));
  const hasOther = !trends.otherIncome.every(isZero);
  const room = { width: WIDE, height: HIGH, names };
  const profit = columnChart({
    ...room,
    legend: ["Income", "Expenses", ...(hasOther ? ["Other income"] : []), t("Net income")],
    columns: [trends.income, trends.expenses, ...(hasOther ? [trends.otherIncome] : [])],
    line: trends.netProfit,
  });
  const pair = (left: Content, right: Content): Content => ({ columns: [left, right], columnGap: 14, margin: [0, 6, 0, 0] });
  return [
    pair(
      chart(t("Income, expenses and net income, {currency}", { currency }), { svg: profit }),
      chart(`Cash balance by ${areMonths(months) ? "month" : "period"}, ${currency}`, { svg: lineChart({ ...room, line: trends.cash }) }),
    ),
    pair(aged(t("Receivables by age"), receivables), aged(t("Payables by age"), payables)),
  ];
}

/** The month of a day, in three letters. */
export function monthName(day: string): string {
  return periodName(day.slice(0, 7)).slice(0, 3);
}

function aged(title: string, [own, ...others]: Summary["receivables"]): Content {
  if (own === undefined) return chart(title, { text: "Nothing outstanding.", style: "note" });
  const names = own.buckets.map(({ bucket }) => (bucket === "current" ? "Current" : `${bucket} days`));
  const columns = [own.buckets.map(({ amount }) => amount)];
  const open = columnChart({ width: WIDE, height: HIGH, names, columns });
  const unapplied = isZero(own.unapplied) ? "" : `, excluding ${groupedDecimal(own.unapplied)} unapplied`;
  const rest = others.length === 0 ? "" : "; other currencies aren't in this chart";
  return chart(`${title}, ${own.currency}: ${groupedDecimal(own.outstanding)}${unapplied}${rest}`, { svg: open });
}

/** A picture under its title. */
export function chart(title: string, picture: Content): Content {
  return { stack: [{ text: title, bold: true, margin: [0, 0, 0, 2] }, picture] };
}
