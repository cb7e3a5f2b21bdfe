import { inertText } from "#shared/kernel/inert-text.ts";

/** A CSV column. Text that a spreadsheet could run as a formula is neutralised; amounts and dates are typed and left alone. */
export interface CsvColumn {
  readonly name: string;
  readonly kind: "text" | "amount" | "date";
  readonly of: (row: Readonly<Record<string, unknown>>) => string | undefined;
}

const AMOUNT = /^-?\d+(?:\.\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

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
  return quote(inertText(value));
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
