import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { decimalsOf, toUnits } from "./money.ts";
import type { Books, SimAccount, SimParty, SimTransaction } from "./types.ts";

/** One allocation seen from the document that it reduces. */
export interface AppliedAllocation {
  readonly id: string;
  readonly from: SimTransaction;
  readonly toId: string;
  readonly amount: DecimalString;
  readonly date: CalendarDate;
  readonly viaId?: string;
}

/** Look-ups over the books, built when first asked for and thrown away with each change. */
export interface BooksIndex {
  readonly transactionCount: number;
  readonly transactions: ReadonlyMap<string, SimTransaction>;
  readonly accounts: ReadonlyMap<string, SimAccount>;
  readonly parties: ReadonlyMap<string, SimParty>;
  readonly appliedTo: ReadonlyMap<string, readonly AppliedAllocation[]>;
  /** By the transaction that applies them. */
  readonly appliedVia: ReadonlyMap<string, readonly AppliedAllocation[]>;
  /** Per target, in smallest units of its currency. */
  readonly appliedUnits: ReadonlyMap<string, bigint>;
}

const indexes = new WeakMap<Books, BooksIndex>();

export function indexOf(books: Books): BooksIndex {
  const known = indexes.get(books);
  if (known !== undefined && known.transactionCount === books.transactions.length) return known;
  const built = build(books);
  indexes.set(books, built);
  return built;
}

/** Must be called after changing transactions or allocations by hand; the functions of events.ts do it. */
export function booksChanged(books: Books): void {
  indexes.delete(books);
}

/** True for a source whose allocations count. */
export function isLive(transaction: SimTransaction): boolean {
  return transaction.state === "approved";
}

function build(books: Books): BooksIndex {
  const transactions = new Map(books.transactions.map((transaction) => [transaction.id, transaction]));
  const applied = new Map<string, AppliedAllocation[]>();
  const appliedVia = new Map<string, AppliedAllocation[]>();
  for (const from of books.transactions) {
    if (!isLive(from)) continue;
    for (const { id, toId, amount, date, viaId } of from.allocations) {
      const list = applied.get(toId) ?? [];
      const one = { id, from, toId, amount, date, ...(viaId === undefined ? {} : { viaId }) };
      list.push(one);
      applied.set(toId, list);
      if (viaId !== undefined) appliedVia.set(viaId, [...(appliedVia.get(viaId) ?? []), one]);
    }
  }
  const appliedUnits = new Map<string, bigint>();
  for (const [toId, list] of applied) {
    list.sort((a, b) => compare(a.date, b.date) || compare(a.from.id, b.from.id));
    const scale = decimalsOf(transactions.get(toId)?.currency ?? books.baseCurrency);
    appliedUnits.set(
      toId,
      list.reduce((sum, { amount }) => sum + toUnits(amount, scale), 0n),
    );
  }
  return {
    transactionCount: books.transactions.length,
    transactions,
    accounts: new Map(books.accounts.map((account) => [account.id, account])),
    parties: new Map(books.parties.map((party) => [party.id, party])),
    appliedTo: applied,
    appliedVia,
    appliedUnits,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
