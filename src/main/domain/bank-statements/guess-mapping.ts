import type { CsvMapping } from "#shared/contract/close/bank.ts";
import { type CsvRow, csvAmount, csvDate, csvRows } from "./csv.ts";
import { StatementProblem } from "./statement.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
const LOOKED_AT = 200;

const TITLES = {
  date: ["transaction date", "posting date", "date posted", "booking date", "buchungstag", "posted date", "date"],
  amount: ["amount", "transaction amount", "betrag", "value"],
  moneyOut: ["debit", "debit amount", "money out", "paid out", "withdrawal", "withdrawals", "payments", "out", "soll"],
  moneyIn: ["credit", "credit amount", "money in", "paid in", "deposit", "deposits", "receipts", "in", "haben"],
  balance: ["balance", "running balance", "running bal.", "account balance", "saldo"],
  payee: ["payee", "name", "counterparty", "beneficiary", "merchant"],
  reference: ["reference", "ref", "cheque number", "check number", "check", "cheque", "check or slip #", "particulars"],
  description: ["description", "details", "transaction description", "memo", "narrative", "narration", "text"],
  bankId: ["transaction id", "unique id", "fitid", "id", "transaction reference"],
} as const;

/**
 * Reads from a file's headings and values how it is to be read. Null where a person has to say: no date or amount column was
 * found, or its dates could be day first as well as month first.
 */
export function guessMapping(text: string): CsvMapping | null {
  const delimiter = delimiterOf(text);
  const rows = csvRows(text, delimiter);
  const head = rows.slice(0, 20).findIndex(({ cells }) => cells.filter((cell) => isTitle(cell)).length >= 2);
  if (head < 0) return null;
  const titles = (rows[head] as CsvRow).cells.map((cell) => cell.trim().toLowerCase());
  const columns = Object.fromEntries(Object.entries(TITLES).map(([name, words]) => [name, columnOf(titles, words)])) as Record<
    keyof typeof TITLES,
    number | null
  >;
  const { date, amount, moneyOut, moneyIn, ...others } = columns;
  if (date === null || (amount === null && moneyOut === null && moneyIn === null)) return null;
  const body = rows.slice(head + 1, head + 1 + LOOKED_AT);
  const dateOrder = dateOrderOf(body.map(({ cells }) => cells[date] ?? ""));
  if (dateOrder === null) return null;
  const sides = amount === null ? { moneyOut, moneyIn } : { moneyOut: null, moneyIn: null };
  const amounts = [amount, sides.moneyOut, sides.moneyIn, others.balance].filter((column) => column !== null);
  const decimalMark = decimalMarkOf(body.flatMap(({ cells }) => amounts.map((column) => cells[column] ?? "")));
  return { delimiter, headerRows: head + 1, dateOrder, decimalMark, date, amount, ...sides, ...others, chargesPositive: false };
}

function isTitle(cell: string): boolean {
  const title = cell.trim().toLowerCase();
  return Object.values(TITLES).some((words) => (words as readonly string[]).includes(title));
}

function columnOf(titles: readonly string[], words: readonly string[]): number | null {
  for (const word of words) if (titles.includes(word)) return titles.indexOf(word);
  return null;
}

/** The sign that splits the most rows into equally many cells. */
export function delimiterOf(text: string): CsvMapping["delimiter"] {
  const sample = text.slice(0, 20_000).split(/\r?\n/).slice(0, 30);
  const counted = DELIMITERS.map((delimiter) => {
    const counts = sample.map((row) => row.split(delimiter).length - 1).filter((count) => count > 0);
    return { delimiter, rows: counts.length, cells: Math.max(0, ...counts) };
  });
  return counted.sort((a, b) => b.rows - a.rows || b.cells - a.cells)[0]?.delimiter ?? ",";
}

function dateOrderOf(texts: readonly string[]): CsvMapping["dateOrder"] | null {
  const given = texts.map((text) => text.trim()).filter((text) => text !== "");
  if (given.length === 0) return null;
  const orders = (["ymd", "dmy", "mdy"] as const).filter((order) => given.every((text) => isRead(() => csvDate(text, order, HERE))));
  const read = (order: CsvMapping["dateOrder"]) => given.map((text) => csvDate(text, order, HERE)).join();
  const [first, ...rest] = orders;
  // Orders that give the same days are one.
  return first !== undefined && rest.every((order) => read(order) === read(first)) ? first : null;
}

function decimalMarkOf(texts: readonly string[]): CsvMapping["decimalMark"] {
  const given = texts.filter((text) => /\d/.test(text));
  const reads = (mark: CsvMapping["decimalMark"]) => given.every((text) => isRead(() => csvAmount(text, mark, HERE)));
  return !reads(".") && reads(",") ? "," : ".";
}

const HERE = { line: 0, field: "" };

function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof StatementProblem) return false;
    throw error;
  }
}
