import { type DecimalString, readDecimal } from "#shared/kernel/decimal.ts";
import { periodName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** One amount of a budget file. */
interface BudgetRow {
  readonly account: string;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly amount: DecimalString;
}

type Cells = readonly (readonly string[])[];

const ACCOUNT = ["account", "account code", "code", "account id", "account name", "name"];
const MONTH = ["month", "period"];
const AMOUNT = ["amount", "budget", "value"];
/** An empty cell, and the dash that a spreadsheet shows for zero. */
const NOTHING: ReadonlySet<string> = new Set(["", "-", "–", "—"]);
const NAMES = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Reads the table of a budget. Its first row names the columns: an account (code, name or id) and
 * either a column a month, or a month and an amount a row. Empty cells are no amount.
 */
export function readBudgetTable(cells: Cells): Result<readonly BudgetRow[], Failure> {
  const numbered = cells.map((row, at) => ({ row, number: at + 1 })).filter(({ row }) => row.some((cell) => cell.trim() !== ""));
  if (numbered.length === 0) return wrong("The file has no rows. If it's a workbook, Tieout reads only its first sheet.");
  const head = numbered[0]?.row ?? [];
  const body = numbered.slice(1);
  const titles = head.map((title) => title.trim().toLowerCase());
  const account = firstOf(titles, ACCOUNT);
  if (account < 0) return wrong(`The first row has no account column. Use one of these titles: ${ACCOUNT.join(", ")}.`);
  const months = titles.flatMap((title, at) => {
    const month = readMonth(title);
    return month === null ? [] : [{ at, month }];
  });
  const [month, amount] = [firstOf(titles, MONTH), firstOf(titles, AMOUNT)];
  if (months.length === 0 && (month < 0 || amount < 0))
    return wrong("The first row needs a column for each month, such as Oct 2026, or a month column and an amount column.");
  const twice = months.find((one, at) => months.findIndex(({ month }) => month === one.month) < at);
  if (twice !== undefined) return wrong(`Two columns are for ${periodName(twice.month)}. Remove one of them.`);
  const rows: BudgetRow[] = [];
  for (const { row, number } of body) {
    const of = (row[account] ?? "").trim();
    const wanted = months.length > 0 ? months : [{ at: amount, month: readMonth((row[month] ?? "").trim().toLowerCase()) }];
    for (const column of wanted) {
      const text = (row[column.at] ?? "").trim();
      if (NOTHING.has(text)) continue;
      // Totals and headings have no account.
      if (of === "") break;
      if (column.month === null) return wrong(`Row ${number}: “${row[month] ?? ""}” isn't a month.`);
      const value = readAmount(text);
      if (value === null) return wrong(`Row ${number}, ${head[column.at] ?? ""}: “${text}” isn't an amount.`);
      rows.push({ account: of, month: column.month, amount: value });
    }
  }
  return rows.length === 0 ? wrong("No row in the file has both an account and an amount.") : ok(rows);
}

function firstOf(titles: readonly string[], names: readonly string[]): number {
  for (const name of names) if (titles.includes(name)) return titles.indexOf(name);
  return -1;
}

/** `2026-10`, `2026-10-31`, `10/2026`, `Oct 2026`, `October 26`. */
function readMonth(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})(?:-\d{1,2})?(?:t.*)?$/.exec(text);
  if (iso !== null) return monthOf(iso[1], Number(iso[2]));
  const slashed = /^(\d{1,2})\/(\d{4})$/.exec(text);
  if (slashed !== null) return monthOf(slashed[2], Number(slashed[1]));
  const named = /^([a-z]{3,9})[ \-.']+(\d{4}|\d{2})$/.exec(text);
  if (named === null) return null;
  const year = named[2]?.length === 2 ? `20${named[2]}` : named[2];
  return monthOf(year, NAMES.indexOf((named[1] ?? "").slice(0, 3)) + 1);
}

function monthOf(year: string | undefined, month: number): string | null {
  return year === undefined || month < 1 || month > 12 ? null : `${year}-${String(month).padStart(2, "0")}`;
}

/** `1234.5`, `1,234.50`, `(500)`, `-500`, `1 200`, with or without a currency's sign. A comma groups thousands and is never a decimal point. */
export function readAmount(text: string): DecimalString | null {
  const negative = /^\(.*\)$/.test(text);
  const bare = text.replaceAll(/[()\s$€£]/gu, "").replace("\u2212", "-");
  if (bare.includes(",") && !/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare)) return null;
  const value = readDecimal(bare.replaceAll(",", ""));
  if (value === null || !negative) return value;
  return value.startsWith("-") ? null : readDecimal(`-${value}`);
}

function wrong(message: string): Result<never, Failure> {
  return fail({ code: "invalid_input", message, field: "file" });
}
