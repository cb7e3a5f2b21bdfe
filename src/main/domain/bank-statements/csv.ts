import type { CsvMapping } from "#shared/contract/close/bank.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import {
  addDecimals,
  compareDecimals,
  type DecimalString,
  isZero,
  negateDecimal,
  readDecimal,
  subtractDecimals,
} from "#shared/kernel/decimal.ts";
import { givenId, LINES_MAX, problemAt, quoted, type Statement, type StatementLine, StatementProblem, tidy } from "./statement.ts";
import { dateOf } from "./values.ts";

/** A row of a CSV file and the line on which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

const CELLS_MAX = 200;

/** Splits a CSV file (RFC 4180); rows without any text are left out. */
export function csvRows(text: string, delimiter: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let wasQuoted = false;
  let line = 1;
  let began = 1;
  const endCell = () => {
    cells.push(cell);
    cell = "";
    wasQuoted = false;
    if (cells.length > CELLS_MAX) throw problemAt(began, "columns", `the row has more than ${CELLS_MAX} columns`);
  };
  const endRow = () => {
    endCell();
    if (cells.some((one) => one.trim() !== "")) rows.push({ line: began, cells });
    cells = [];
    if (rows.length > LINES_MAX)
      throw problemAt(began, "rows", `the file has more than ${LINES_MAX.toLocaleString("en-US")} rows; split it into several files`);
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === "\n") line++;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (sign === '"' && cell.trim() === "" && !wasQuoted) {
      cell = "";
      isQuoted = true;
      wasQuoted = true;
    } else if (sign === delimiter) endCell();
    else if (sign === "\n") {
      endRow();
      began = line;
    } else if (sign !== "\r") cell += sign;
  }
  if (isQuoted) throw problemAt(began, "quotes", "a closing quotation mark is missing, so the file may be incomplete; download it again");
  if (cell !== "" || cells.length > 0) endRow();
  return rows;
}

/** Reads a CSV file with a mapping of its columns. */
export function readCsv(text: string, mapping: CsvMapping): Statement[] {
  const all = csvRows(text, mapping.delimiter);
  const rows = all.slice(mapping.headerRows);
  const titles = all[mapping.headerRows - 1]?.cells ?? [];
  if (rows.length === 0) throw new StatementProblem("The file has no transactions below its headings.");
  const read = rows.map((row) => lineOf(row, mapping, titles));
  const { lines, opening, closing } = inOrder(read, mapping.chargesPositive);
  const days = lines.map(({ date }) => date).sort();
  const balances = { opening, closing };
  return [
    {
      format: "csv",
      bankAccount: null,
      currency: null,
      from: days[0] as CalendarDate,
      to: days.at(-1) as CalendarDate,
      ...balances,
      lines,
    },
  ];
}

type ReadLine = StatementLine & { readonly balance: DecimalString | null };

function lineOf({ line, cells }: CsvRow, mapping: CsvMapping, titles: readonly string[]): ReadLine {
  const cellOf = (column: number | null): { readonly text: string; readonly field: string } | null => {
    if (column === null) return null;
    const text = (cells[column] ?? "").trim();
    const field = titles[column]?.trim() || `column ${column + 1}`;
    if (text.startsWith("=")) throw problemAt(line, field, `${quoted(text)} is a formula; export the file as plain values`);
    return { text, field };
  };
  const date = cellOf(mapping.date);
  const amount = amountIn(line, mapping, cellOf);
  const balance = cellOf(mapping.balance);
  const textOf = (column: number | null) => tidy(cellOf(column)?.text);
  return {
    date: csvDate(date?.text ?? "", mapping.dateOrder, { line, field: date?.field ?? "date" }),
    amount,
    balance: balance === null || balance.text === "" ? null : csvAmount(balance.text, mapping.decimalMark, { line, field: balance.field }),
    payee: textOf(mapping.payee),
    reference: givenId(textOf(mapping.reference)),
    description: textOf(mapping.description),
    bankId: givenId(textOf(mapping.bankId)),
    place: line,
  };
}

type CellOf = (column: number | null) => { readonly text: string; readonly field: string } | null;

function amountIn(line: number, mapping: CsvMapping, cellOf: CellOf): DecimalString {
  const read = (column: number | null): DecimalString | null => {
    const cell = cellOf(column);
    return cell === null || cell.text === "" ? null : csvAmount(cell.text, mapping.decimalMark, { line, field: cell.field });
  };
  const single = read(mapping.amount);
  const flip = (value: DecimalString) => (mapping.chargesPositive ? negateDecimal(value) : value);
  if (single !== null) return flip(single);
  const [out, into] = [read(mapping.moneyOut), read(mapping.moneyIn)];
  const isIn = into !== null && !isZero(into);
  const isOut = out !== null && !isZero(out);
  if (isOut && isIn) throw problemAt(line, "amount", "money in and money out are both filled in");
  // Some banks write money out as a negative figure in its own column.
  if (isOut) return out.startsWith("-") ? out : negateDecimal(out);
  if (into !== null) return into;
  if (out !== null) return out;
  throw problemAt(line, "amount", "the row has no amount");
}

/** `1,234.50`, `1.234,50`, `(12.00)`, `12.00-`, `12.00 CR`, with or without a currency's sign. */
export function csvAmount(text: string, mark: "." | ",", place: { readonly line: number; readonly field: string }): DecimalString {
  const bare = text.replaceAll("\u2212", "-").replaceAll(/[\s'\u00a0$€£¥]|^[A-Z]{3}|[A-Z]{3}$/gu, "");
  const isBracketed = /^\(.*\)$/.test(bare);
  const side = /(CR|DR)$/i.exec(bare)?.[1]?.toUpperCase();
  const body = bare.replace(/(CR|DR)$/i, "").replaceAll(/[()]/g, "");
  const isTrailing = /\d-$/.test(body);
  const signless = body.replace(/^[+-]/, "").replace(/-$/, "");
  const grouped = mark === "." ? /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/ : /^\d{1,3}(?:\.\d{3})+(?:,\d*)?$/;
  const plain = mark === "." ? /^\d*(?:\.\d*)?$/ : /^\d*(?:,\d*)?$/;
  const digits = signless.replaceAll(mark === "." ? "," : ".", "").replace(",", ".");
  const whole = digits.replace(/^\./, "0.").replace(/\.$/, "");
  const isNumeral = /\d/.test(signless) && (grouped.test(signless) || plain.test(signless));
  if (!isNumeral || readDecimal(whole) === null) throw problemAt(place.line, place.field, `${quoted(text)} isn't an amount`);
  const value = readDecimal(whole) as DecimalString;
  const isNegative = isBracketed || isTrailing || body.startsWith("-") || side === "DR";
  return isNegative ? negateDecimal(value) : value;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[., ]+/i;

/** `2026-10-31`, `31/10/2026`, `10/31/26`, `31 Oct 2026`, `20261031`; a weekday before it and a time behind it are left out. */
export function csvDate(
  text: string,
  order: CsvMapping["dateOrder"],
  place: { readonly line: number; readonly field: string },
): CalendarDate {
  const day = text
    .trim()
    .replace(/[T ]\d{1,2}:\d{2}.*$/, "")
    .replace(WEEKDAY, "");
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(day);
  if (compact !== null) return dateOf(`${compact[1]}-${compact[2]}-${compact[3]}`, place);
  const parts = day.split(/[-/. ,]+/).filter((part) => part !== "");
  const named = parts.findIndex((part) => MONTHS.includes(part.slice(0, 3).toLowerCase()));
  const isYearFirst = /^\d{4}$/.test(parts[0] ?? "");
  const places = named === 0 ? "mdy" : named === 1 ? (isYearFirst ? "ymd" : "dmy") : isYearFirst ? "ymd" : order;
  const [year, month, date] = ["y", "m", "d"].map((part) => parts[places.indexOf(part)] ?? "");
  if (parts.length !== 3 || year === undefined || month === undefined || date === undefined)
    throw problemAt(place.line, place.field, `${quoted(text)} isn't a date`);
  const number = named >= 0 ? String(MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1) : month;
  const full = year.length === 2 ? `20${year}` : year;
  const iso = `${full}-${number.padStart(2, "0")}-${date.padStart(2, "0")}`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) throw problemAt(place.line, place.field, `${quoted(text)} isn't a date`);
  return dateOf(iso, place);
}

/**
 * Oldest first, with the balances before and after, where a column has them and they follow from line to line.
 * @param isOwed where charges are positive, the balance is mostly what is owed, and so has the other sign as well
 */
function inOrder(read: readonly ReadLine[], isOwed: boolean) {
  const isNewestFirst = (read[0] as ReadLine).date > (read.at(-1) as ReadLine).date;
  const oneDay = (read[0] as ReadLine).date === (read.at(-1) as ReadLine).date;
  const owed = read.map((line) => ({ ...line, balance: line.balance === null ? null : negateDecimal(line.balance) }));
  const signs = isOwed ? [owed, read] : [read];
  const orders = signs.flatMap((one) => (oneDay ? [one, one.toReversed()] : [isNewestFirst ? one.toReversed() : one]));
  const follows = orders.find((lines) => brokenAt(lines) === null);
  const lines = follows ?? (orders[0] as readonly ReadLine[]);
  if (follows === undefined) {
    const { place } = brokenAt(lines) as ReadLine;
    const balance = read.find((line) => line.place === place)?.balance;
    throw problemAt(place, "balance", `${balance} doesn't equal the previous balance plus the amounts since then. A row may be missing`);
  }
  const [first, last] = [lines[0] as ReadLine, lines.at(-1) as ReadLine];
  return {
    lines: lines.map(({ balance: _balance, ...line }) => line),
    opening: first.balance === null ? null : subtractDecimals(first.balance, first.amount),
    closing: last.balance,
  };
}

function brokenAt(lines: readonly ReadLine[]): ReadLine | null {
  let running: DecimalString | null = null;
  for (const line of lines) {
    running = running === null ? null : addDecimals(running, line.amount);
    if (line.balance === null) continue;
    if (running !== null && compareDecimals(running, line.balance) !== 0) return line;
    running = line.balance;
  }
  return null;
}
