/** A CSV column. Text that a spreadsheet could run as a formula is neutralised; amounts and dates are typed and left alone. */
export interface CsvColumn {
  readonly name: string;
  readonly kind: "text" | "amount" | "date";
  readonly of: (row: Readonly<Record<string, unknown>>) => string | undefined;
}

const AMOUNT = /^-?\d+(?:\.\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
// The first visible character decides; full-width twins count, and so do white space and zero-width marks before it.
const FORMULA = /^[\s\u200b-\u200f\u2060\ufeff]*[=+\-@\t\r\0\uff1d\uff0b\uff0d\uff20]/;

/** One RFC 4180 line, CRLF included. */
export function csvLine(columns: readonly CsvColumn[], row: Readonly<Record<string, unknown>>): string {
  return `${columns.map((column) => cell(column, column.of(row))).join(",")}\r\n`;
}

export function csvHeader(columns: readonly CsvColumn[]): string {
  return `${columns.map((column) => quote(column.name)).join(",")}\r\n`;
}

function cell(column: CsvColumn, value: string | undefined): string {
  if (value === undefined || value === "") return "";
  if (column.kind === "amount" && AMOUNT.test(value)) return value;
  if (column.kind === "date" && DATE.test(value)) return value;
  return quote(FORMULA.test(value) ? `'${value}` : value);
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
