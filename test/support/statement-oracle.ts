import { addDays, type CalendarDate, fromParts } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, decimal, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Statement, TrialBalance } from "#shared/model/reports/statement.ts";
import { postingsOf } from "#simulator/books/postings.ts";
import type { Books, SimAccount, SimPosting, SimTransaction } from "#simulator/books/types.ts";

/** Amounts by account id of the mirror, debits positive, zeros left out, so that two spellings compare. */
export type Figures = Readonly<Record<string, string>>;

const EARNED: readonly SimAccount["kind"][] = ["revenue", "other_income", "cost_of_sales", "expense", "other_expense"];
const CREDITS: readonly string[] = ["revenue", "liability", "equity"];

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

/**
 * What a statement may leave out or leave without account, because the ledger does not tell; it must say so.
 * - `foreign`: what is in a foreign currency is not contained.
 * - `advances`: the bank of overpayments and prepayments is not known.
 * - `rounding`: no account is marked for differences of rounding.
 */
export type Untold = ReadonlySet<"foreign" | "advances" | "rounding">;
export const EVERYTHING_TOLD: Untold = new Set();

/** How a row without account is named. */
const UNKNOWN = "Unknown account";

/** What was worked out of books that nobody changes meanwhile. */
interface Known {
  readonly postings: Map<SimTransaction, readonly SimPosting[]>;
  readonly balances: Map<string, ReadonlyMap<string, DecimalString>>;
}

const unchanged = new WeakMap<Books, Known>();

/** Asks the oracle many questions about books that stay as they are until the end: what one needs, the next has. */
export async function whileUnchanged<T>(books: Books, ask: () => Promise<T>): Promise<T> {
  if (unchanged.has(books)) return ask();
  unchanged.set(books, { postings: new Map(), balances: new Map() });
  try {
    return await ask();
  } finally {
    unchanged.delete(books);
  }
}

function postingsIn(books: Books, transaction: SimTransaction): readonly SimPosting[] {
  const known = unchanged.get(books)?.postings;
  const postings = known?.get(transaction) ?? postingsOf(books, transaction);
  known?.set(transaction, postings);
  return postings;
}

/** Balances at a day per account id of the mirror. */
function balancesAt(books: Books, asOf: CalendarDate, untold: Untold, entityId?: string): ReadonlyMap<string, DecimalString> {
  const known = unchanged.get(books)?.balances;
  const question = [asOf, entityId ?? "", ...untold].join(" ");
  const balances = known?.get(question) ?? addUp(books, asOf, untold, entityId);
  known?.set(question, balances);
  return balances;
}

function addUp(books: Books, asOf: CalendarDate, untold: Untold, entityId?: string): ReadonlyMap<string, DecimalString> {
  const amounts = new Map<string, DecimalString[]>();
  for (const transaction of books.transactions) {
    if (transaction.date > asOf || (untold.has("foreign") && transaction.currency !== books.baseCurrency)) continue;
    for (const posting of postingsIn(books, transaction)) {
      if (entityId !== undefined && posting.entityId !== entityId) continue;
      const id = isUntold(transaction, posting, untold) ? UNKNOWN : mirroredId(books, posting.accountId);
      const known = amounts.get(id);
      if (known === undefined) amounts.set(id, [posting.amountBase]);
      else known.push(posting.amountBase);
    }
  }
  return new Map([...amounts].map(([id, own]) => [id, sumDecimals(own)]));
}

function isUntold({ kind, accountId }: SimTransaction, posting: SimPosting, untold: Untold): boolean {
  if (posting.role === "rounding") return untold.has("rounding") && !kind.endsWith("_payment");
  return untold.has("advances") && /payment$/.test(kind) && !kind.endsWith("_payment") && posting.accountId === accountId;
}

/** Balances at a day as a trial balance shows them: earlier years' results in retained earnings. `entityId`: of one legal entity alone. */
export function oracleBalances(
  books: Books,
  asOf: CalendarDate,
  untold = EVERYTHING_TOLD,
  yearStart = booksYearStart(books, asOf),
  entityId?: string,
): Figures {
  const before = balancesAt(books, addDays(yearStart, -1), untold, entityId);
  const figures: Record<string, DecimalString[]> = {};
  const retained = mirroredId(books, books.accounts.find(({ kind }) => kind === "retained_earnings")?.id ?? "");
  const add = (id: string, amount: DecimalString) => {
    figures[id] = [...(figures[id] ?? []), amount];
  };
  for (const [id, amount] of balancesAt(books, asOf, untold, entityId)) {
    add(id, amount);
    const earlier = before.get(id);
    if (!earnedIds(books).has(id) || earlier === undefined) continue;
    add(id, negateDecimal(earlier));
    add(retained, earlier);
  }
  return canonical(Object.entries(figures).map(([id, amounts]) => [id, sumDecimals(amounts)]));
}

/** What income and expense accounts earned and cost between two days. */
export function oracleResult(books: Books, from: CalendarDate, to: CalendarDate, untold = EVERYTHING_TOLD, entityId?: string): Figures {
  const start = balancesAt(books, addDays(from, -1), untold, entityId);
  return canonical(
    [...balancesAt(books, to, untold, entityId)]
      .filter(([id]) => earnedIds(books).has(id))
      .map(([id, amount]) => [id, subtractDecimals(amount, start.get(id) ?? decimal("0"))]),
  );
}

function earnedIds(books: Books): ReadonlySet<string> {
  return new Set(books.accounts.filter(({ kind }) => EARNED.includes(kind)).map(({ id }) => mirroredId(books, id)));
}

/** How many postings the books have between two days: a test must not compare nothing with nothing. */
export function postingsBetween(books: Books, from: CalendarDate, to: CalendarDate): number {
  return books.transactions.filter(({ date }) => from <= date && date <= to).reduce((sum, each) => sum + postingsIn(books, each).length, 0);
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
  const earned = earnedIds(books);
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
