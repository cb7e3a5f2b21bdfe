import { postingsOf, trialBalance } from "#main/simulator/books/postings.ts";
import type { Books, SimAccount } from "#main/simulator/books/types.ts";
import { addDays, type CalendarDate, fromParts } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, decimal, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Statement, TrialBalance } from "#shared/model/statement.ts";

/** Amounts by account id of the mirror, debits positive, zeros left out, so that two spellings compare. */
export type Figures = Readonly<Record<string, string>>;

const EARNED: readonly SimAccount["kind"][] = ["revenue", "other_income", "cost_of_sales", "expense", "other_expense"];
const CREDITS: readonly string[] = ["revenue", "liability", "equity"];

const isEarned = (books: Books, id: string) => EARNED.includes(books.accounts.find((account) => account.id === id)?.kind ?? "bank");

/** The id that the mirror gives an account. */
export function mirroredId(books: Books, id: string): string {
  return `${books.style === "c" ? "account" : "Account"}:${id}`;
}

/** First day of the fiscal year that holds a day, as the books themselves keep it. */
export function booksYearStart(books: Books, day: CalendarDate): CalendarDate {
  const year = books.periods.find((period) => period.kind === "year" && period.start <= day && day <= period.end);
  if (year !== undefined) return year.start;
  const starts = [0, 1, 2].map((back) => fromParts(Number(day.slice(0, 4)) - back, books.fiscalYearEndMonth + 1, 1));
  return starts.find((start) => start <= day) as CalendarDate;
}

/** Balances at a day as a trial balance shows them: earlier years' results in retained earnings. */
export function oracleBalances(books: Books, asOf: CalendarDate, yearStart = booksYearStart(books, asOf)): Figures {
  const now = trialBalance(books, asOf);
  const before = trialBalance(books, addDays(yearStart, -1));
  const figures: Record<string, DecimalString[]> = {};
  const retained = books.accounts.find(({ kind }) => kind === "retained_earnings")?.id ?? "";
  const add = (id: string, amount: DecimalString) => {
    figures[mirroredId(books, id)] = [...(figures[mirroredId(books, id)] ?? []), amount];
  };
  for (const [id, amount] of now) {
    add(id, amount);
    const earlier = before.get(id);
    if (!isEarned(books, id) || earlier === undefined) continue;
    add(id, negateDecimal(earlier));
    add(retained, earlier);
  }
  return canonical(Object.entries(figures).map(([id, amounts]) => [id, sumDecimals(amounts)]));
}

/** What income and expense accounts earned and cost between two days. */
export function oracleResult(books: Books, from: CalendarDate, to: CalendarDate): Figures {
  const end = trialBalance(books, to);
  const start = trialBalance(books, addDays(from, -1));
  return canonical(
    [...end]
      .filter(([id]) => isEarned(books, id))
      .map(([id, amount]) => [mirroredId(books, id), subtractDecimals(amount, start.get(id) ?? decimal("0"))]),
  );
}

/** How many postings the books have between two days: a test must not compare nothing with nothing. */
export function postingsBetween(books: Books, from: CalendarDate, to: CalendarDate): number {
  return books.transactions.filter(({ date }) => from <= date && date <= to).reduce((sum, each) => sum + postingsOf(books, each).length, 0);
}

/** One column of a trial balance. */
export function trialBalanceColumn({ rows }: TrialBalance, column: "opening" | "balance"): Figures {
  return canonical(rows.map((row) => [row.account?.id ?? row.label, row[column]]));
}

/** The accounts of one column of a statement, debits positive. */
export function statementColumn({ rows }: Statement, column: number): Figures {
  return canonical(
    rows
      .filter(({ kind }) => kind === "account")
      .map(({ account, label, section, amounts }) => {
        const amount = amounts[column] as DecimalString;
        return [account?.id ?? label, CREDITS.includes(section) ? negateDecimal(amount) : amount];
      }),
  );
}

/** Only the accounts of one side: what a balance sheet shows, or what a profit and loss shows. */
export function sideOf(books: Books, figures: Figures, side: "balance" | "result"): Figures {
  const earned = new Set(books.accounts.filter(({ kind }) => EARNED.includes(kind)).map(({ id }) => mirroredId(books, id)));
  return Object.fromEntries(Object.entries(figures).filter(([id]) => earned.has(id) === (side === "result")));
}

function canonical(entries: readonly (readonly [string, DecimalString])[]): Figures {
  return Object.fromEntries(
    entries
      .map(([id, amount]) => [id, canonicalDecimal(amount)] as const)
      .filter(([, amount]) => amount !== "0")
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
