import { isZero } from "#shared/kernel/decimal.ts";
import type { Comparative } from "#shared/model/reports/statement.ts";
import { formatDay, formatPeriod } from "../../format/dates/date.ts";
import { monthOfSpan, spanText } from "../../format/dates/date-range.ts";
import type { ChartData, ChartGroup, ChartSeries } from "./chart-places.ts";

/** The months of a statement as places on an axis; of balances, the day that each ends on. */
export function monthGroups(columns: readonly Comparative[], balances = false): readonly ChartGroup[] {
  return columns.map(({ from, to }, at) => ({
    key: String(at),
    short: shortLabel({ from, to }),
    ...dated({ from, to }),
    long: balances ? formatDay(to) : spanText({ from, to }),
  }));
}

/** A chart from the first month of the books on: empty ones before it would look as if figures were missing. */
export function sinceFirst<Data extends Pick<ChartData, "groups" | "series">>(data: Data, known: readonly Amounts[] = data.series): Data {
  const first = data.groups.findIndex((_, at) => known.some(({ amounts }) => !isNothing(amounts[at])));
  if (first <= 0) return data;
  const series = data.series.map((one) => ({ ...one, amounts: one.amounts.slice(first) }));
  return { ...data, groups: data.groups.slice(first), series };
}

type Amounts = Pick<ChartSeries, "amounts">;

function isNothing(amount: ChartSeries["amounts"][number] | undefined): boolean {
  return amount === null || amount === undefined || isZero(amount);
}

function dated(span: Pick<Comparative, "from" | "to">): Pick<ChartGroup, "dated"> {
  const month = monthOfSpan(span);
  return month === null ? {} : { dated: formatPeriod(month) };
}

/** A month by its first letters; a period that is none, or is cut short, by its last day. */
function shortLabel({ from, to }: Pick<Comparative, "from" | "to">): string {
  const month = monthOfSpan({ from, to });
  if (month === null) return formatDay(to).replace(/ \d{4}$/, "");
  const words = formatPeriod(month);
  return month.endsWith("-01") ? words : words.slice(0, 3);
}
