import { addDays, type CalendarDate, dayNumber, daysBetween } from "#shared/kernel/calendar-date.ts";

export type Holidays = ReadonlySet<string>;

/** Monday to Friday, without the firm's holidays. */
export function isBusinessDay(date: CalendarDate, holidays: Holidays): boolean {
  // 1970-01-01 was a Thursday; counted from Monday it is day 3.
  const weekday = (((dayNumber(date) + 3) % 7) + 7) % 7;
  return weekday < 5 && !holidays.has(date);
}

/** The n-th business day after a date; before it when n is negative, the last business day through it when n is 0. */
export function addBusinessDays(date: CalendarDate, n: number, holidays: Holidays): CalendarDate {
  if (n === 0) return isBusinessDay(date, holidays) ? date : addBusinessDays(date, -1, holidays);
  const step = n > 0 ? 1 : -1;
  let day = date;
  for (let left = Math.abs(n); left > 0; ) {
    day = addDays(day, step);
    if (isBusinessDay(day, holidays)) left--;
  }
  return day;
}

/** Business days after `from` up to and including `to`; 0 when `to` is not later. */
export function businessDaysLate(from: CalendarDate, to: CalendarDate, holidays: Holidays): number {
  let late = 0;
  for (let at = 1, span = daysBetween(from, to); at <= span; at++) if (isBusinessDay(addDays(from, at), holidays)) late++;
  return late;
}
