import { type CalendarDate, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, readDecimal } from "#shared/kernel/decimal.ts";
import { problemAt, quoted } from "./statement.ts";

/** Where a value is in its file. */
export interface Place {
  readonly line: number;
  readonly field: string;
}

/** `12.50`, `-12,5`, `+3`, `.75`: a bank's numeral, digits untouched. */
export function amountOf(text: string, place: Place): DecimalString {
  const found = /^([+-]?)(\d{0,18})(?:[.,](\d{0,10}))?$/.exec(text.trim());
  const [, sign = "", whole = "", fraction = ""] = found ?? [];
  if (found === null || (whole === "" && fraction === "")) throw problemAt(place.line, place.field, `${quoted(text)} isn't an amount`);
  const digits = `${whole === "" ? "0" : whole}${fraction === "" ? "" : `.${fraction}`}`;
  const isNegative = sign === "-" && /[1-9]/.test(digits);
  return readDecimal(`${isNegative ? "-" : ""}${digits}`) as DecimalString;
}

export function dateOf(text: string, place: Place): CalendarDate {
  const date = readCalendarDate(text);
  if (date === null) throw problemAt(place.line, place.field, `${quoted(text)} isn't a date`);
  return date;
}

/** `20261031`, whatever time and zone follow: the bank's own day. */
export function compactDate(text: string, place: Place): CalendarDate {
  const found = /^(\d{4})(\d{2})(\d{2})(?:$|[\d.[\s-])/.exec(text.trim());
  if (found === null) throw problemAt(place.line, place.field, `${quoted(text)} isn't a date`);
  return dateOf(`${found[1]}-${found[2]}-${found[3]}`, place);
}

export function currencyOf(text: string, place: Place): string {
  const code = text.trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) throw problemAt(place.line, place.field, `${quoted(text)} isn't a currency`);
  return code;
}
