import { neutralText } from "#main/domain/documents/safe-text.ts";
import { isDecimal } from "#shared/kernel/decimal.ts";

/** A CSV column. Text that a spreadsheet could run as a formula is neutralised; amounts and dates are typed and left alone. */
export interface CsvColumn<Row = Readonly<Record<string, unknown>>> {
  readonly name: string;
  readonly kind: "text" | "amount" | "date";
  readonly of: (row: Row) => string | null | undefined;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** One RFC 4180 line, CRLF included. */
export function csvLine<Row>(columns: readonly CsvColumn<Row>[], row: Row): string {
  return quotedLine(columns.map((column) => cellText(column, row)));
}

export function csvHeader<Row>(columns: readonly CsvColumn<Row>[]): string {
  return quotedLine(columns.map(({ name }) => name));
}

/** A line of texts that are neutral already. */
export function quotedLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(",")}\r\n`;
}

/** What a cell says, before quoting. */
export function cellText<Row>({ kind, of }: CsvColumn<Row>, row: Row): string {
  const value = of(row);
  if (value === undefined || value === null || value === "") return "";
  if (kind === "amount" && isDecimal(value)) return value;
  if (kind === "date" && DATE.test(value)) return value;
  return neutralText(value);
}

function quote(text: string): string {
  return needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Letter by letter: a pattern costs several times as much for the few letters that most cells have. */
function needsQuotes(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || code === COMMA || code === 13 || code === 10) return true;
  }
  return text !== "" && (mayBeSpace(text.charCodeAt(0)) || mayBeSpace(text.charCodeAt(text.length - 1))) && /^\s|\s$/.test(text);
}

const QUOTE = 34;
const COMMA = 44;

function mayBeSpace(code: number): boolean {
  return code <= 32 || code >= 128;
}
