import { monthStart } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString } from "#shared/kernel/decimal.ts";
import type { MonthAmount } from "../../ui/charts/month-bars.tsx";
import type { SeriesName, Spend } from "./spend-rows.ts";

/**
 * What a series comes to month by month, for each currency that it has, the base currency first; months without anything
 * are nothing and not left out.
 */
export function spendMonths(
  spend: Spend,
  name: SeriesName,
  baseCurrency: string | null,
): readonly { readonly currency: string; readonly months: readonly MonthAmount[] }[] {
  const { rows, totals } = spend.series[name];
  // Grouped by dimension, a document with two dimensions is in the rows twice.
  if (spend.by === "dimension") return [];
  return baseFirst(totals, baseCurrency).map(({ currency }) => ({
    currency,
    months: monthsOf(spend).map((month) => ({ month, amount: sum(month, currency) })),
  }));

  function sum(month: string, currency: string): DecimalString {
    return rows
      .filter((row) => row.month === month && row.currency === currency)
      .reduce((total, { net }) => addDecimals(total, net), "0" as DecimalString);
  }
}

/** The books are kept in the base currency, and most of what is spent is in it: it is drawn and named before the others. */
export function baseFirst<Row extends { readonly currency: string }>(rows: readonly Row[], baseCurrency: string | null): readonly Row[] {
  const isBase = ({ currency }: Row) => currency === baseCurrency;
  return [...rows.filter(isBase), ...rows.filter((row) => !isBase(row))];
}

function monthsOf({ from, to }: Spend): readonly string[] {
  const months: string[] = [];
  for (let day = monthStart(from); day <= to; day = monthStart(day, 1)) months.push(day.slice(0, 7));
  return months;
}
