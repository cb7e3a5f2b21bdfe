import { type CalendarDate, calendarDate, fromParts } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString, decimal, isZero } from "#shared/kernel/decimal.ts";
import { postingsOf } from "../../books/postings.ts";
import type { Books, SimAccount } from "../../books/types.ts";
import { isProfitAndLoss } from "../account-types.ts";
import type { View } from "../view.ts";

const ZERO = decimal("0.00");

/** Sums of postings per account, debit positive, base currency, of the dates in between (both included). */
export function sumsBetween(view: View, start: string | null, end: string): Map<string, DecimalString> {
  const sums = new Map<string, DecimalString>();
  for (const transaction of view.books.transactions) {
    if (transaction.date > end || (start !== null && transaction.date < start)) continue;
    for (const { accountId, amountBase } of postingsOf(view.books, transaction)) {
      sums.set(accountId, addDecimals(sums.get(accountId) ?? ZERO, amountBase));
    }
  }
  return sums;
}

/** First day of the fiscal year that contains a day. */
export function fiscalYearStart(books: Books, day: string): CalendarDate {
  const date = calendarDate(day);
  const firstMonth = (books.fiscalYearEndMonth % 12) + 1;
  const year = Number(date.slice(0, 4));
  const start = fromParts(year, firstMonth, 1);
  return start <= date ? start : fromParts(year - 1, firstMonth, 1);
}

/**
 * Balances as a trial balance shows them: income and expense of the fiscal year only; earlier years' earnings
 * are in retained earnings, which the ledger rolls forward automatically.
 */
export function balancesAt(view: View, end: string): Map<string, DecimalString> {
  const { books } = view;
  const yearStart = fiscalYearStart(books, end);
  const everything = sumsBetween(view, null, end);
  const thisYear = sumsBetween(view, yearStart, end);
  const balances = new Map<string, DecimalString>();
  let earned = ZERO;
  for (const account of books.accounts) {
    const all = everything.get(account.id) ?? ZERO;
    const year = thisYear.get(account.id) ?? ZERO;
    if (!isProfitAndLoss(account.kind)) balances.set(account.id, all);
    else {
      balances.set(account.id, year);
      earned = addDecimals(earned, subtract(all, year));
    }
  }
  const retained = books.accounts.find(({ kind }) => kind === "retained_earnings");
  if (retained) balances.set(retained.id, addDecimals(balances.get(retained.id) ?? ZERO, earned));
  return balances;
}

/** Accounts with a balance, by number, then name. */
export function accountsWith(view: View, sums: ReadonlyMap<string, DecimalString>, kinds?: readonly SimAccount["kind"][]): SimAccount[] {
  return view.books.accounts
    .filter((account) => (kinds === undefined || kinds.includes(account.kind)) && !isZero(sums.get(account.id) ?? ZERO))
    .toSorted((a, b) => (a.code + a.name < b.code + b.name ? -1 : 1));
}

function subtract(a: DecimalString, b: DecimalString): DecimalString {
  return addDecimals(a, (b.startsWith("-") ? b.slice(1) : `-${b}`) as DecimalString);
}
