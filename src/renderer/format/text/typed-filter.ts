import { type CalendarDate, fromParts, monthEnd, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString, isDecimal, negateDecimal, scaleOf } from "#shared/kernel/decimal.ts";

/** The meaning of a part of a typed filter, other than plain words. Ranges include their ends. */
export type TypedMeaning =
  | { readonly kind: "amount"; readonly words: string; readonly from?: DecimalString; readonly to?: DecimalString }
  | { readonly kind: "days"; readonly from: CalendarDate; readonly to: CalendarDate }
  | { readonly kind: "named"; readonly name: string; readonly value: string; readonly inner: TypedMeaning | null };

/** A part of the typed text with its meaning; null for a plain word. */
interface TypedTerm {
  readonly token: string;
  readonly meaning: TypedMeaning | null;
}

/** The smallest step between two amounts: mirrors store at most four decimals. */
const SMALLEST = "0.0001" as DecimalString;

/**
 * Splits typed text into terms: `>1000`, `<=50.25`, `=12`, `100..200`, `2026`, `2026-10`, `2026-10-05`,
 * `name:value`. Quotes keep words together. A list treats terms it doesn't understand as text, so nothing that
 * is typed is ever ignored.
 */
export function typedTerms(typed: string): readonly TypedTerm[] {
  return [...typed.matchAll(/[^\s"]*"[^"]*"|\S+/g)].map(([token]) => ({ token, meaning: meaningOf(token) }));
}

/** The text of a term that is searched as plain words. */
export function plainText(token: string): string {
  return token.replaceAll('"', "");
}

/** The typed text without one of its terms. */
export function withoutTerm(typed: string, token: string): string {
  return typed.replace(token, "").replaceAll(/\s+/g, " ").trim();
}

function meaningOf(token: string): TypedMeaning | null {
  const named = /^(\p{L}[\p{L}\d_-]*):"?([^"]+)"?$/u.exec(token);
  if (named === null) return amountOf(token) ?? daysOf(token);
  const value = named[2] ?? "";
  return { kind: "named", name: (named[1] ?? "").toLowerCase(), value, inner: amountOf(value) ?? daysOf(value) };
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
function daysOf(token: string): TypedMeaning | null {
  const span = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(token);
  if (span === null) return null;
  const [, year = "", month, day] = span;
  // Four digits are as often a number as a year, so only plausible years count as one.
  if (month === undefined && !/^20[0-4]\d$/.test(year)) return null;
  const from = readCalendarDate(`${year}-${month ?? "01"}-${day ?? "01"}`);
  if (from === null) return null;
  if (day !== undefined) return { kind: "days", from, to: from };
  return { kind: "days", from, to: month === undefined ? fromParts(Number(year), 12, 31) : monthEnd(from) };
}
