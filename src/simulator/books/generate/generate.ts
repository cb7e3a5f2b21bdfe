import { monthStart } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { unclearedAt } from "../../bank-statement.ts";
import { booksChanged } from "../books-index.ts";
import { inventEntities, inventLocks, inventPeriods, yearEndMonth } from "../calendar.ts";
import { accountByCode, chartOfAccounts, dayMs } from "../chart.ts";
import { finishIds } from "../finish.ts";
import { inventDimensions, inventItems, inventParties } from "../lists.ts";
import type { Making } from "../making.ts";
import { createSettling } from "../settling.ts";
import { taxCodesOf } from "../tax-codes.ts";
import type { Books, BooksOptions, SimAccount } from "../types.ts";
import { generateCredits } from "./generate-credits.ts";
import { generateMonth } from "./generate-documents.ts";
import { generateEndings } from "./generate-endings.ts";
import { generateEntries } from "./generate-entries.ts";
import { generateMoneyMoves } from "./generate-money-moves.ts";
import { generatePayments } from "./generate-payments.ts";
import { generateSettlements } from "./generate-settlements.ts";
import { generateSpecials } from "./generate-specials.ts";

/**
 * Invents the books of one company: the same options give the same books, to the last digit.
 * Amounts of every transaction are positive (the kind gives the direction), except on journal lines.
 */
export function generateBooks(options: BooksOptions): Books {
  const random = seededRandom(options.seed);
  const books = emptyBooks(options, random);
  const byKind = new Map<SimAccount["kind"], SimAccount[]>();
  for (const account of books.accounts) byKind.set(account.kind, [...(byKind.get(account.kind) ?? []), account]);
  const making: Making = {
    options,
    books,
    random,
    todayMs: dayMs(options.today),
    counters: new Map(),
    byKind,
    phase: { early: true },
    kept: new Set(),
  };
  for (let month = 0; month < options.months; month++) {
    making.phase.early = month < options.months / 2;
    generateMonth(making, month);
  }
  generateSpecials(making);
  const settling = createSettling(making);
  generateCredits(making, settling);
  generatePayments(making, settling);
  generateSettlements(making);
  generateEndings(making);
  generateEntries(making);
  finishIds(making);
  generateMoneyMoves(books, options);
  reconcile(books, options);
  return books;
}

/** What the banks have had by the end of the month before last: what they have had since is still to be reconciled. */
function reconcile(books: Books, { today }: BooksOptions): void {
  const open = monthStart(today, -1);
  const uncleared = unclearedAt(books, open);
  for (const { id, date } of books.transactions) if (date < open && !uncleared.has(id)) books.bankReconciled.add(id);
  // A test that changes these books by hand meets no look-ups of before.
  booksChanged(books);
}

function emptyBooks(options: BooksOptions, random: () => number): Books {
  const createdMs = dayMs(monthStart(options.today, 1 - options.months)) - 90 * 86_400_000;
  const accounts = chartOfAccounts(options, createdMs);
  const endMonth = yearEndMonth(options.country);
  return {
    seed: options.seed,
    style: options.style,
    tenantId: options.tenantId,
    name: options.name,
    baseCurrency: options.baseCurrency,
    currencies: [options.baseCurrency, ...options.foreignCurrencies.filter((currency) => currency !== options.baseCurrency)],
    country: options.country,
    fiscalYearEndMonth: endMonth,
    fiscalYearEndDay: [3, 12].includes(endMonth) ? 31 : 30,
    accounts,
    parties: inventParties(options, random, createdMs),
    items: inventItems(options, random, accounts, createdMs),
    taxCodes: taxCodesOf(options, accountByCode(accounts, "2100").id),
    dimensions: inventDimensions(options),
    entities: inventEntities(options),
    periods: inventPeriods(options),
    transactions: [],
    locks: inventLocks(options),
    graveyard: [],
    bankReconciled: new Set(),
    roundingAccountId: accountByCode(accounts, "8000").id,
    exchangeAccountId: accountByCode(accounts, "4810").id,
  };
}
