import { monthStart } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString } from "#shared/kernel/decimal.ts";
import type { MonthAmount } from "../../components/month-bars.tsx";
import type { SeriesName, Spend } from "./spend-lines.ts";

/** What a series comes to month by month, for each currency that it has; months without anything are nothing and not left out. */
export function spendMonths(
  spend: Spend,
  name: SeriesName,
): readonly { readonly currency: string; readonly months: readonly MonthAmount[] }[] {
  const { rows, totals } = spend.series[name];
  // Grouped by dimension, a document with two dimensions is in the rows twice.
  if (spend.by === "dimension") return [];
  return totals.map(({ currency }) => ({ currency, months: monthsOf(spend).map((month) => ({ month, amount: sum(month, currency) })) }));

  function sum(month: string, currency: string): DecimalString {
    return rows
      .filter((row) => row.month === month && row.currency === currency)
      .reduce((total, { net }) => addDecimals(total, net), "0" as DecimalString);
  }
}

function monthsOf({ from, to }: Spend): readonly string[] {
  const months: string[] = [];
  for (let day = monthStart(from); day <= to; day = monthStart(day, 1)) months.push(day.slice(0, 7));
  return months;
}
