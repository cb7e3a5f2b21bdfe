import type { CalendarDate } from "#shared/kernel/calendar-date.ts";

interface Span {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** More than the one day that a bank puts at the end of one file and at the beginning of the next. */
export function overlaps(one: Span, other: Span): boolean {
  return one.from === other.from || one.to === other.to || (one.from < other.to && one.to > other.from);
}
