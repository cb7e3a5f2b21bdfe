import { type CalendarDate, calendarDate, fromParts, monthEnd, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString, isDecimal, negateDecimal, scaleOf } from "#shared/kernel/decimal.ts";
import { formatPeriod } from "../dates/date.ts";

/** The meaning of a part of a typed filter, other than plain words. Ranges include their ends. */
export type TypedMeaning =
  | { readonly kind: "amount"; readonly words: string; readonly from?: DecimalString; readonly to?: DecimalString }
  | { readonly kind: "days"; readonly words: string; readonly from: CalendarDate; readonly to: CalendarDate }
  | { readonly kind: "named"; readonly name: string; readonly value: string; readonly inner: TypedMeaning | null };

/** A part of the typed text with its meaning; null for a plain word. */
interface TypedTerm {
  readonly token: string;
  readonly meaning: TypedMeaning | null;
}

/** The smallest step between two amounts: mirrors store at most four decimals. */
const SMALLEST = "0.0001" as DecimalString;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
/** People and streets are called so too: beside other words they are words, unless a year follows. */
const ALSO_NAMES = /^(?:jan|march|april|may|june|august)$/i;

export interface TermSetting {
  /** The day from which a month without a year is the latest that has begun. */
  readonly today: CalendarDate;
  /** Words that are one term together, such as a status. */
  readonly phrases?: readonly string[] | undefined;
}

/**
 * Splits typed text into terms: `>1000`, `<=50.25`, `=12`, `100..200`, `2026`, `2026-10`, `2026-10-05`, `oct`, `october 2026`,
 * `name:value`. Quotes keep words together. A list treats terms it doesn't understand as text, so nothing that
 * is typed is ever ignored.
 */
export function typedTerms(typed: string, { today, phrases = [] }: TermSetting): readonly TypedTerm[] {
  const together = [...phrases.map((phrase) => phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")), `(?:${MONTH})\\s+20\\d\\d`].join("|");
  const terms = new RegExp(`(?<!\\S)(?:${together})(?!\\S)|[^\\s"]*"[^"]*"|\\S+`, "gi");
  return [...typed.matchAll(terms)].map(([token]) => {
    const isName = ALSO_NAMES.test(token) && token !== typed.trim();
    return { token, meaning: isName ? null : meaningOf(token, today) };
  });
}

/** The text of a term that is searched as plain words. */
export function plainText(token: string): string {
  return token.replaceAll('"', "");
}

/** The typed text without one of its terms. */
export function withoutTerm(typed: string, token: string): string {
  return typed.replace(token, "").replaceAll(/\s+/g, " ").trim();
}

function meaningOf(token: string, today: CalendarDate): TypedMeaning | null {
  const named = /^(\p{L}[\p{L}\d_-]*):"?([^"]+)"?$/u.exec(token);
  if (named === null) return amountOf(token) ?? daysOf(token, today);
  const value = named[2] ?? "";
  return { kind: "named", name: (named[1] ?? "").toLowerCase(), value, inner: amountOf(value) ?? daysOf(value, today) };
}

function amountOf(token: string): TypedMeaning | null {
  const between = /^(-?\d+(?:\.\d{1,4})?)\.\.(-?\d+(?:\.\d{1,4})?)$/.exec(token);
  if (between !== null) {
    const [, from = "", to = ""] = between;
    return { kind: "amount", words: `${from} – ${to}`, from: from as DecimalString, to: to as DecimalString };
  }
  const compared = /^([<>]=?|=)(-?\d[\d,]*(?:\.\d{1,4})?)$/.exec(token);
  if (compared === null) return null;
  const sign = compared[1] ?? "";
  const digits = (compared[2] ?? "").replaceAll(",", "");
  if (!isDecimal(digits) || scaleOf(digits) > 4) return null;
  const words = `${sign} ${digits}`;
  if (sign === "=") return { kind: "amount", words, from: digits, to: digits };
  if (sign.startsWith(">")) return { kind: "amount", words, from: sign === ">" ? addDecimals(digits, SMALLEST) : digits };
  return { kind: "amount", words, to: sign === "<" ? addDecimals(digits, negateDecimal(SMALLEST)) : digits };
}

/** A day, month or year that was typed alone. */
function daysOf(token: string, today: CalendarDate): TypedMeaning | null {
  const named = new RegExp(`^(${MONTH})(?:\\s+(20\\d\\d))?$`, "i").exec(token);
  if (named !== null) return monthNamed(named[1] ?? "", named[2], today);
  const span = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(token);
  if (span === null) return null;
  const [, year = "", month, day] = span;
  // Four digits are as often a number as a year, so only plausible years count as one.
  if (month === undefined && !/^20[0-4]\d$/.test(year)) return null;
  const from = readCalendarDate(`${year}-${month ?? "01"}-${day ?? "01"}`);
  if (from === null) return null;
  if (day !== undefined) return { kind: "days", words: token, from, to: from };
  return { kind: "days", words: token, from, to: month === undefined ? fromParts(Number(year), 12, 31) : monthEnd(from) };
}

function monthNamed(name: string, year: string | undefined, today: CalendarDate): TypedMeaning {
  const month = String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1).padStart(2, "0");
  const thisYear = Number(today.slice(0, 4));
  const from = calendarDate(`${year ?? (month > today.slice(5, 7) ? thisYear - 1 : thisYear)}-${month}-01`);
  return { kind: "days", words: formatPeriod(from.slice(0, 7)), from, to: monthEnd(from) };
}
