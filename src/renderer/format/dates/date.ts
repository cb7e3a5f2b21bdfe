import { type CalendarDate, monthEnd } from "#shared/kernel/calendar-date.ts";
import { LANGUAGE } from "../../language/languages.ts";
import { t } from "../../language/t.ts";
import { userLocale } from "../amounts/amount.ts";

const MONTHS = [t("Jan"), t("Feb"), t("Mar"), t("Apr"), t("May"), t("Jun"), t("Jul"), t("Aug"), t("Sep"), t("Oct"), t("Nov"), t("Dec")];
const LONG_MONTHS = [
  t("January"),
  t("February"),
  t("March"),
  t("April"),
  t("May"),
  t("June"),
  t("July"),
  t("August"),
  t("September"),
  t("October"),
  t("November"),
  t("December"),
];
const ENGLISH_MONTHS = "January February March April May June July August September October November December".split(" ");

/** A calendar day, `2026-11-20` as `20 Nov 2026`; no time zone is involved. Other text is returned unchanged. */
export function formatDay(day: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  const month = MONTHS[Number(match?.[2] ?? 0) - 1];
  if (match === null || month === undefined) return day;
  return isolated(`${Number(match[3])} ${month} ${match[1]}`);
}

/** A day among others of one year, which is named beside them: `20 Nov`. */
export function formatDayOfYear(day: string): string {
  return formatDay(day).replace(YEAR_AT_END, "");
}

const YEAR_AT_END = / \d{4}(?=\u2069?$)/;

/** Formats the ISO instants and days inside a text. */
export function withDays(text: string): string {
  return text
    .replaceAll(/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g, (instant) => formatMinute(instant))
    .replace(/\b\d{4}-\d{2}-\d{2}\b/g, formatDay);
}

/** `31 Oct 2026`, in any language, and `31 Oct`. */
const DAYS = new RegExp(`\\b\\d{1,2} (?:\\p{L}+ \\d{4}\\b|(?:${MONTHS.join("|")})(?!\\p{L}))`, "gu");

/** `October 2026` and `Oct 2026`, in the window's language and in English. */
const MONTHS_OF_YEARS = new RegExp(`(?<!\\p{L})(?:${[...LONG_MONTHS, ...MONTHS, ...ENGLISH_MONTHS].join("|")}) \\d{4}\\b`, "gu");

/** A text whose days, months, times, amounts and figures such as `13 of 28` stay whole where its lines end. */
export function unbroken(text: string): string {
  return text
    .replaceAll(DAYS, (day) => day.replaceAll(" ", "\u00a0"))
    .replaceAll(MONTHS_OF_YEARS, (month) => month.replaceAll(" ", "\u00a0"))
    .replaceAll(/(\d:\d\d) (?=[AP]M\b)/g, "$1\u00a0")
    .replaceAll(/(\d) of (?=\d)/g, "$1\u00a0of\u00a0")
    .replaceAll(/\b([A-Z]{3}) (?=\(?\d)/g, "$1\u00a0");
}

/** A month, `2026-10` as `Oct 2026`. */
export function formatPeriod(period: string): string {
  const match = /^(\d{4})-(\d{2})$/.exec(period);
  const month = MONTHS[Number(match?.[2] ?? 0) - 1];
  return match === null || month === undefined ? period : isolated(`${month} ${match[1]}`);
}

/** A month among others of one year: `Oct`. A ledger's own name for a period is returned unchanged. */
function formatMonthOfYear(period: string): string {
  return formatPeriod(period).replace(YEAR_AT_END, "");
}

/**
 * A period by its name. A ledger's own may be called after a month and have other days: then its last day is part of the name,
 * `Nov 2026 (ends 22 Nov)`. `short`: `Ends 22 Nov`, which says the month, too, and without the year, which is in the rows beside it; `Dec (ends 2 Jan)` where the day is of another month.
 */
export function formatPeriodTo(period: string, end: CalendarDate | null, short = false): string {
  if (!short || end === null || isMonthEnd(end)) return withEnd(formatPeriod(period), period, end);
  const name = formatMonthOfYear(period);
  if (name !== formatMonthOfYear(end.slice(0, 7))) return withEnd(name, period, end);
  return t("Ends {day}", { day: lastDay(period, end) });
}

/** The same with the month in full, for headings and sentences: `November 2026 (ends 22 Nov)`. */
export function formatLongPeriodTo(period: string, end: CalendarDate | null): string {
  return withEnd(formatLongPeriod(period), period, end);
}

function withEnd(words: string, period: string, end: CalendarDate | null): string {
  return end === null || isMonthEnd(end) ? words : t("{period} (ends {day})", { period: words, day: lastDay(period, end) });
}

/** The period is an id or the ledger's own label, and either may name the year. */
function lastDay(period: string, end: CalendarDate): string {
  return period.includes(end.slice(0, 4)) ? formatDayOfYear(end) : formatDay(end);
}

function isMonthEnd(end: CalendarDate | null): boolean {
  return end === null || end === monthEnd(end);
}

/** A month in full, for headings and sentences: `October 2026`. Tables and charts use `formatPeriod`. */
export function formatLongPeriod(period: string): string {
  const [short, year] = formatPeriod(period)
    .replaceAll(/[\u2066-\u2069]/g, "")
    .split(" ");
  const month = MONTHS.indexOf(short ?? "");
  return month < 0 || year === undefined ? period : isolated(`${LONG_MONTHS[month]} ${year}`);
}

/** A day in full, as statements are titled: `31 October 2026`. */
export function formatLongDay(day: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  const month = LONG_MONTHS[Number(match?.[2] ?? 0) - 1];
  return match === null || month === undefined ? day : isolated(`${Number(match[3])} ${month} ${match[1]}`);
}

/** The names of each month, in the window's language and in English. */
export function monthNames(): readonly (readonly string[])[] {
  return ENGLISH_MONTHS.map((english, place) => [LONG_MONTHS[place] ?? "", MONTHS[place] ?? "", english]);
}

/** The last day of a fiscal year: `31 December`. */
export function yearEndLabel({
  fiscalYearEndMonth,
  fiscalYearEndDay,
}: {
  readonly fiscalYearEndMonth: number;
  readonly fiscalYearEndDay: number;
}): string {
  return isolated(`${fiscalYearEndDay} ${LONG_MONTHS[fiscalYearEndMonth - 1] ?? ""}`);
}

/** A moment in local time with its zone: `21 Nov 2026, 16:02:11 GMT+1`. */
export function formatInstant(instant: string, timeZone?: string): string {
  return isolated(`${dayOf(instant, timeZone)}, ${clock(instant, { second: "2-digit", timeZoneName: "short" }, timeZone)}`);
}

/** A moment in local time to the minute: `21 Nov 2026, 16:02`. */
export function formatMinute(instant: string, timeZone?: string): string {
  return isolated(`${dayOf(instant, timeZone)}, ${clock(instant, {}, timeZone)}`);
}

/** The local day of a moment: `21 Nov 2026`. */
export function formatDayOf(instant: string): string {
  return dayOf(instant, undefined);
}

/** The time of a moment, with the day if it isn't the day of `nowMs`. */
export function formatTime(instant: string, nowMs: number, timeZone?: string): string {
  const time = clock(instant, {}, timeZone);
  if (isSameDay(instant, nowMs, timeZone)) return time;
  return `${dayOf(instant, timeZone).replace(YEAR_AT_END, "")}, ${time}`;
}

/** Whether a moment is today, so that its time needs no day. */
export function isSameDay(instant: string, nowMs: number, timeZone?: string): boolean {
  return dayOf(instant, timeZone) === dayOf(new Date(nowMs).toISOString(), timeZone);
}

/** How long ago a moment was: `just now`, `4 min`, `3 h`, `2 days`. */
export function formatAge(instant: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(instant)) / 1000));
  if (seconds < 60) return t("just now");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t("{minutes} min", { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.floor(hours / 24);
  return t("{days, plural, one {1 day} other {{days} days}}", { days });
}

/** The time until a moment: `12 s`, `4 min`, `3 h 20 min`; null when it has passed. */
export function formatWait(instant: string, nowMs: number): string | null {
  const seconds = Math.ceil((Date.parse(instant) - nowMs) / 1000);
  if (seconds <= 0) return null;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return t("{minutes} min", { minutes });
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : t("{minutes} h {rest} min", { minutes: Math.floor(minutes / 60), rest });
}

/** Keeps days and times in order inside right-to-left text. */
function isolated(text: string): string {
  return LANGUAGE.direction === "rtl" ? `\u2068${text}\u2069` : text;
}

function dayOf(instant: string, timeZone: string | undefined): string {
  return formatDay(worded("en-CA", instant, { year: "numeric", month: "2-digit", day: "2-digit" }, timeZone));
}

function clock(instant: string, options: Intl.DateTimeFormatOptions, timeZone: string | undefined): string {
  // A locale with AM and PM has no zero before the hour, and one with 24 hours has it.
  return worded(userLocale(), instant, { hour: "numeric", minute: "2-digit", ...options }, timeZone);
}

/** Formats by locale and options: to make one takes as long as to use it a thousand times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function worded(locale: string, instant: string, options: Intl.DateTimeFormatOptions, timeZone: string | undefined): string {
  const at = new Date(instant);
  const key = JSON.stringify([locale, options, timeZone ?? ownZone(at)]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, timeZone === undefined ? options : { ...options, timeZone });
  formats.set(key, format);
  return format.format(at);
}

/** Tells this computer's zone of now from the one that it had before it traveled: by its offsets then, in winter and in summer. */
function ownZone(at: Date): string {
  const year = at.getFullYear();
  return [at, new Date(year, 0), new Date(year, 6)].map((day) => day.getTimezoneOffset()).join();
}
