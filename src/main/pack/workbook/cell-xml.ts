import { neutralText, visibleText } from "#main/domain/documents/safe-text.ts";
import { dayNumber, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, isDecimal } from "#shared/kernel/decimal.ts";
import { columnLetters } from "./sheet.ts";

const TEXT_MAX = 32_767;
const CUT = " … (shortened, since a cell can't hold more)";
/** Digits that a cell's number can hold. */
const DIGITS_MAX = 15;
// A spreadsheet's day 1 is 1900-01-01, and it believes in 1900-02-29: dates before March 1900 stay text.
const DAY_ZERO = 25_569;
const FIRST_DAY = 61;

const ESCAPED = /[&<>"]/;

export function escapeXml(text: string): string {
  return !ESCAPED.test(text)
    ? text
    : text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Text as an inline string: inert in a spreadsheet, and still inert when the sheet is saved as CSV. */
export function textCell(column: number, row: number, style: number, text: string): string {
  const safe = neutralText(visibleText(text));
  const cut = safe.length > TEXT_MAX ? safe.slice(0, TEXT_MAX - CUT.length).replace(/[\ud800-\udbff]$/, "") + CUT : safe;
  // `_x0041_` would be read as the letter that it names.
  const inert = escapeXml(cut.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_"));
  return `<c r="${columnLetters(column)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${inert}</t></is></c>`;
}

export function numberCell(column: number, row: number, style: number, number: string): string {
  return `<c r="${columnLetters(column)}${row}" s="${style}"><v>${number}</v></c>`;
}

/** A formula with its value; `text`: the value is text. */
export function formulaCell(column: number, row: number, style: number, formula: string, value: string, text: boolean): string {
  const kind = text ? ' t="str"' : "";
  return `<c r="${columnLetters(column)}${row}" s="${style}"${kind}><f>${escapeXml(formula)}</f><v>${escapeXml(value)}</v></c>`;
}

/** True when a cell's number holds every digit of an amount. */
export function fitsNumber(amount: DecimalString): boolean {
  return (
    amount.length <= DIGITS_MAX ||
    canonicalDecimal(amount)
      .replace(/^-?0*\.?0*/, "")
      .replace(".", "")
      .replace(/^0+/, "")
      .replace(/0+$/, "").length <= DIGITS_MAX
  );
}

/** An amount as a cell's number; of a longer one the digits that fit, and zeros in the place of the others. */
export function cellNumber(amount: DecimalString): string {
  if (fitsNumber(amount)) return amount;
  let left = DIGITS_MAX;
  let isBegun = false;
  const cut = [...canonicalDecimal(amount)].map((letter) => {
    if (letter === "-" || letter === ".") return letter;
    isBegun ||= letter !== "0";
    return !isBegun || left-- > 0 ? letter : "0";
  });
  return cut.join("");
}

/** A date as a spreadsheet counts days; null for what must stay text. */
export function serialDay(text: string): number | null {
  const date = readCalendarDate(text);
  const serial = date === null ? 0 : dayNumber(date) + DAY_ZERO;
  return serial >= FIRST_DAY ? serial : null;
}

/** The text as a decimal numeral, or null. */
export function amountIn(text: string): DecimalString | null {
  return isDecimal(text) ? text : null;
}
