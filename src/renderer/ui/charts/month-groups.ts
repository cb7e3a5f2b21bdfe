import { type CalendarDate, monthEnd } from "#shared/kernel/calendar-date.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { areMonths } from "#shared/model/reports/month-spans.ts";
import type { Comparative } from "#shared/model/reports/statement.ts";
import { today } from "../../api/clock.ts";
import { formatDay, formatPeriod } from "../../format/dates/date.ts";
import { monthOfSpan, type Span, spanText } from "../../format/dates/date-range.ts";
import { t } from "../../language/t.ts";
import type { ChartData, ChartGroup, ChartSeries } from "./chart-places.ts";

/**
 * The months of a statement as places on an axis; of balances, the day that each ends on. One that isn't over on `day` is named as
 * so far: without it, a month that has just begun reads as a collapse.
 */
export function monthGroups(columns: readonly Comparative[], balances = false, day = today()): readonly ChartGroup[] {
  const monthly = areMonths(columns);
  return columns.map(({ from, to }, at) => {
    const short = shortLabel({ from, to });
    const isOpen = balances ? to > day : to >= day;
    // The names of a month that is cut short have its last day, and a balance of that day is whole once it has come.
    const isCut = monthly && to < monthEnd(to);
    if (isOpen && (balances || !isCut))
      return { key: String(at), ...soFar({ short, long: spanText({ from, to }), ...dated({ from, to }) }) };
    const names = { short, ...dated({ from, to }), long: balances ? formatDay(to) : spanText({ from, to }) };
    return { key: String(at), ...names, ...(isCut && !balances ? { partial: true } : {}) };
  });
}

/** A month or a day that isn't over yet, as it is named and drawn in every chart. */
export function soFar({ short, long, dated }: Omit<ChartGroup, "key" | "partial">): Omit<ChartGroup, "key"> {
  const named = (period: string) => t("{period} so far", { period });
  return { short: named(short), long: named(long), ...(dated === undefined ? {} : { dated: named(dated) }), partial: true };
}

/** The names of a month `2026-10` among the months of a span, whose first and last may be cut short. */
export function namedMonth(month: string, within: Span, day: CalendarDate = today()): Omit<ChartGroup, "key"> {
  const first = `${month}-01` as CalendarDate;
  const last = monthEnd(first);
  const [from, to] = [within.from > first ? within.from : first, within.to < last ? within.to : last];
  if (from > first || (to < last && to < day)) return { short: shortLabel({ from, to }), long: spanText({ from, to }), partial: true };
  const long = formatPeriod(month);
  const names = { short: long.slice(0, 3), long };
  return month < day.slice(0, 7) ? names : soFar(names);
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
export function shortLabel({ from, to }: Pick<Comparative, "from" | "to">): string {
  const month = monthOfSpan({ from, to });
  if (month === null) return formatDay(to).replace(/ \d{4}$/, "");
  const words = formatPeriod(month);
  return month.endsWith("-01") ? words : words.slice(0, 3);
}
