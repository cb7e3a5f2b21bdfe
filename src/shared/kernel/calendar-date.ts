import { assert } from "./assert.ts";
import type { Brand } from "./brand.ts";

/** A day of the calendar, `YYYY-MM-DD`, without time or zone. */
export type CalendarDate = Brand<string, "CalendarDate">;

const DAY_MS = 86_400_000;
const [HYPHEN, ZERO] = [45, 48];

/** Reads `YYYY-MM-DD`; null when it is not a day that exists. */
export function readCalendarDate(text: string): CalendarDate | null {
  if (text.length !== 10 || text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return null;
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)];
  // `Date` reads years below 100 as of the twentieth century.
  const exists = year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return exists ? (text as CalendarDate) : null;
}

/** The number that some digits of a text write, not one when there is anything else: several times as fast as cutting them out. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = 10 * value + digit;
  }
  return value;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Like `readCalendarDate`. @throws Defect when the text is not a day */
export function calendarDate(text: string): CalendarDate {
  const date = readCalendarDate(text);
  assert(date !== null, `not a calendar date: ${text}`);
  return date;
}

/** Days since 1970-01-01: the form in which dates are stored and subtracted. */
export function dayNumber(date: CalendarDate): number {
  return Date.UTC(digits(date, 0, 4), digits(date, 5, 7) - 1, digits(date, 8, 10)) / DAY_MS;
}

/** The inverse of `dayNumber`. */
export function fromDayNumber(day: number): CalendarDate {
  // Counted from 1 March of year 0 a leap day ends its year, and 400 years are always as many days.
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const dayOfMonth = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, "0")}-${TWO_DIGITS[month]}-${TWO_DIGITS[dayOfMonth]}` as CalendarDate;
}

const TWO_DIGITS = Array.from({ length: 32 }, (_, number) => String(number).padStart(2, "0"));

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
