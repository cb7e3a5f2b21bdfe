import { assert } from "./assert.ts";
import type { Brand } from "./brand.ts";

/** A day of the calendar, `YYYY-MM-DD`, without time or zone. */
export type CalendarDate = Brand<string, "CalendarDate">;

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_MS = 86_400_000;

/** Reads `YYYY-MM-DD`; null when it is not a day that exists. */
export function readCalendarDate(text: string): CalendarDate | null {
  const match = SHAPE.exec(text);
  if (!match) return null;
  const date = fromParts(Number(match[1]), Number(match[2]), Number(match[3]));
  return date === text ? date : null;
}

/** Like `readCalendarDate`. @throws Defect when the text is not a day */
export function calendarDate(text: string): CalendarDate {
  const date = readCalendarDate(text);
  assert(date !== null, `not a calendar date: ${text}`);
  return date;
}

/** Days since 1970-01-01: the form in which dates are stored and subtracted. */
export function dayNumber(date: CalendarDate): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY_MS;
}

/** The inverse of `dayNumber`. */
export function fromDayNumber(day: number): CalendarDate {
  return new Date(day * DAY_MS).toISOString().slice(0, 10) as CalendarDate;
}

/** The date `days` later (earlier when negative). */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(dayNumber(date) + days);
}

/** Whole days from `a` to `b`; negative when b is earlier. */
export function daysBetween(a: CalendarDate, b: CalendarDate): number {
  return dayNumber(b) - dayNumber(a);
}

/** A date from its parts; months and days outside their range roll over, as `Date.UTC` does. */
export function fromParts(year: number, month: number, day: number): CalendarDate {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10) as CalendarDate;
}

/** The first day of the date's month moved by `months`. */
export function monthStart(date: CalendarDate, months = 0): CalendarDate {
  return fromParts(Number(date.slice(0, 4)), Number(date.slice(5, 7)) + months, 1);
}

/** The last day of the date's month moved by `months`. */
export function monthEnd(date: CalendarDate, months = 0): CalendarDate {
  return fromParts(Number(date.slice(0, 4)), Number(date.slice(5, 7)) + months + 1, 0);
}
