// The first visible character decides; full-width twins count, and so do white space and zero-width marks before it.
const FORMULA = /^[\s\u200b-\u200f\u2060\ufeff]*[=+\-@\t\r\0\uff1d\uff0b\uff0d\uff20]/;

/**
 * Text for a cell that a spreadsheet opens: what could run as a formula begins with an apostrophe.
 * For text only: amounts and dates are checked against their own pattern and never pass through here.
 */
export function inertText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
