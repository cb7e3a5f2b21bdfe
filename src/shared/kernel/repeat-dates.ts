import { addDays, type CalendarDate, monthEnd } from "./calendar-date.ts";

export const REPEAT_UNITS = ["week", "month", "quarter", "year"] as const;
export type RepeatUnit = (typeof REPEAT_UNITS)[number];

const MONTHS: Readonly<Record<Exclude<RepeatUnit, "week">, number>> = { month: 1, quarter: 3, year: 12 };

/** The n-th date after a first one, which is 0. A month without the first date's day has its last day instead. */
export function repeatDate(first: CalendarDate, every: RepeatUnit, n: number): CalendarDate {
  if (every === "week") return addDays(first, 7 * n);
  const last = monthEnd(first, MONTHS[every] * n);
  const day = first.slice(8);
  return day < last.slice(8) ? (`${last.slice(0, 8)}${day}` as CalendarDate) : last;
}
