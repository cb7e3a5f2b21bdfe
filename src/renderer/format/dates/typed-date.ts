import { addDays, type CalendarDate, dayNumber, fromParts, monthEnd, monthStart, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { formatDay, monthNames } from "./date.ts";

/** What a typed day is relative to. */
interface DayContext {
  readonly today: CalendarDate;
  /** The field's current day; today if it is empty. */
  readonly from: CalendarDate;
  /** Whether `3/4` is the 3rd of April, as most of the world writes it. */
  readonly dayFirst: boolean;
}

/**
 * A day as accountants type it: `2026-11-21`, `21/11`, `21.11.26`, `21 nov`, `21`, `+3`, `-1`, and letters: `t`
 * today, `m` and `h` the first and the last day of the month, `y` and `r` of the year, `w` and `k` of the week.
 * Null for anything else.
 */
export function readTypedDay(typed: string, context: DayContext): CalendarDate | null {
  const text = typed.trim().toLocaleLowerCase();
  const whole = readCalendarDate(text) ?? readCalendarDate(text.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3"));
  return whole ?? letterDay(text, context) ?? movedDay(text, context) ?? writtenDay(text, context) ?? numberedDay(text, context);
}

/** Whether people of a locale write the day before the month. */
export function writesDayFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale).formatToParts().map(({ type }) => type);
  return parts.indexOf("day") < parts.indexOf("month");
}

/** The end of the current month as days are shown, without the year: `30 Nov`. Never past, since many fields ask for a day to come. */
export function shownDayExample(today: CalendarDate): string {
  return formatDay(monthEnd(today)).replace(/ \d{4}(?=\u2069?$)/, "");
}

/** The same as people of a locale type it in figures. */
export function typedDayExample(locale: string, today: CalendarDate): string {
  const [, month, day] = monthEnd(today).split("-").map(Number);
  return writesDayFirst(locale) ? `${day}/${month}` : `${month}/${day}`;
}

function letterDay(text: string, { today, from }: DayContext): CalendarDate | null {
  // Weeks begin on Monday: 1 January 1970 was a Thursday.
  const weekday = (((dayNumber(from) + 3) % 7) + 7) % 7;
  const year = Number(from.slice(0, 4));
  switch (text) {
    case "t":
      return today;
    case "m":
      return monthStart(from);
    case "h":
      return monthEnd(from);
    case "y":
      return fromParts(year, 1, 1);
    case "r":
      return fromParts(year, 12, 31);
    case "w":
      return addDays(from, -weekday);
    case "k":
      return addDays(from, 6 - weekday);
    default:
      return null;
  }
}

/** `+3` and `-1`, in days from the current one. */
function movedDay(text: string, { from }: DayContext): CalendarDate | null {
  const moved = /^([+-])(\d{0,4})$/.exec(text);
  if (moved === null) return null;
  const days = moved[2] === "" ? 1 : Number(moved[2]);
  return addDays(from, moved[1] === "-" ? -days : days);
}

/** `21 nov`, `nov 21`, `21 november 2026`. */
function writtenDay(text: string, { from }: DayContext): CalendarDate | null {
  const name = /\p{L}{3,}/u.exec(text)?.[0];
  if (name === undefined) return null;
  const month = monthNames().findIndex((names) => names.some((own) => own.toLocaleLowerCase().startsWith(name)));
  const [day, year, more] = text.match(/\d+/g) ?? [];
  if (month < 0 || day === undefined || more !== undefined) return null;
  return day.length > 2 ? dateOf(day, month + 1, year ?? "") : dateOf(year ?? from.slice(0, 4), month + 1, day);
}

/** `21`, `21/11`, `21.11.26`, `11/21/2026`. */
function numberedDay(text: string, { from, dayFirst }: DayContext): CalendarDate | null {
  const numbers = /^(\d{1,2})(?:[\s./-]+(\d{1,2})(?:[\s./-]+(\d{2}|\d{4}))?)?[.]?$/.exec(text);
  if (numbers === null) return null;
  const [, one = "", other, year = from.slice(0, 4)] = numbers;
  if (other === undefined) return dateOf(from.slice(0, 4), Number(from.slice(5, 7)), one);
  const [day, month] = dayFirst ? [one, other] : [other, one];
  // If the first reading isn't a valid day, try the other: 11/21 can only be November 21.
  return dateOf(year, Number(month), day) ?? dateOf(year, Number(day), month);
}

function dateOf(year: string, month: number, day: string): CalendarDate | null {
  const whole = year.length === 2 ? `20${year}` : year;
  return readCalendarDate(`${whole}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`);
}
