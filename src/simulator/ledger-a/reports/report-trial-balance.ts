import { addDays, type CalendarDate, monthStart } from "#shared/kernel/calendar-date.ts";
import type { SimAccount } from "../../books/types.ts";
import type { BooksView } from "../books-view.ts";
import type { JournalEntry } from "../journals/journal-log.ts";
import type { JsonRecord } from "../json-text.ts";
import { type AccountWords, accountWords } from "../words.ts";
import { type Balances, balancesOf, cellAmount, yearStart } from "./report-balances.ts";
import { accountLabel, headerRow, longDate, type ReportBody, recordRow, section, summaryRow } from "./report-rows.ts";

const SECTIONS: readonly (readonly [string, AccountWords["class"]])[] = [
  ["Revenue", "REVENUE"],
  ["Expenses", "EXPENSE"],
  ["Assets", "ASSET"],
  ["Liabilities", "LIABILITY"],
  ["Equity", "EQUITY"],
];

/** An account with its movement in the month and its balance for the year. */
interface TrialRow {
  readonly account: SimAccount;
  readonly month: bigint;
  readonly year: bigint;
}

/**
 * Debit and Credit are the month to date. The YTD columns are the year to date for income and expenses and the
 * balance for everything else; profits of earlier years are in retained earnings.
 */
export function trialBalanceReport(view: BooksView, entries: readonly JournalEntry[], date: CalendarDate): ReportBody {
  const rows = trialRows(view, entries, date);
  const sections = SECTIONS.flatMap(([title, wanted]) => {
    const found = rows.filter((row) => accountWords(row.account).class === wanted);
    return found.length === 0 ? [] : [section(title, found.map(accountRow))];
  });
  const total = summaryRow(
    "Total",
    sumSide(rows, "month", 1n),
    sumSide(rows, "month", -1n),
    sumSide(rows, "year", 1n),
    sumSide(rows, "year", -1n),
  );
  return {
    id: "TrialBalance",
    name: "Trial Balance",
    titles: ["Trial Balance", view.books.name, `As at ${longDate(date)}`],
    rows: [headerRow("Account", "Debit", "Credit", "YTD Debit", "YTD Credit"), ...sections, section("", [total])],
  };
}

function trialRows(view: BooksView, entries: readonly JournalEntry[], date: CalendarDate): TrialRow[] {
  const start = yearStart(view.books, date);
  const month = balancesOf(entries, monthStart(date), date);
  const year = balancesOf(entries, start, date);
  const before = balancesOf(entries, null, addDays(start, -1));
  const earned = profitOf(view, before);
  const found: TrialRow[] = [];
  for (const account of view.books.accounts) {
    const own = year.get(account.id) ?? 0n;
    const carried = isProfitAndLoss(account) ? 0n : (before.get(account.id) ?? 0n);
    const rolled = account.kind === "retained_earnings" ? earned : 0n;
    const row = { account, month: month.get(account.id) ?? 0n, year: own + carried + rolled };
    if (row.month !== 0n || row.year !== 0n) found.push(row);
  }
  return found;
}

/** Result of a span by account balances: a profit is a credit, so negative. */
export function profitOf(view: BooksView, balances: Balances): bigint {
  return view.books.accounts.filter(isProfitAndLoss).reduce((sum, account) => sum + (balances.get(account.id) ?? 0n), 0n);
}

export function isProfitAndLoss(account: SimAccount): boolean {
  const { class: side } = accountWords(account);
  return side === "REVENUE" || side === "EXPENSE";
}

function accountRow({ account, month, year }: TrialRow): JsonRecord {
  return recordRow("account", account.id, accountLabel(account), side(month, 1n), side(month, -1n), side(year, 1n), side(year, -1n));
}

function side(units: bigint, sign: bigint): string {
  return units * sign > 0n ? cellAmount(units * sign) : "";
}

function sumSide(rows: readonly TrialRow[], column: "month" | "year", sign: bigint): string {
  return cellAmount(rows.reduce((sum, row) => (row[column] * sign > 0n ? sum + row[column] * sign : sum), 0n));
}
