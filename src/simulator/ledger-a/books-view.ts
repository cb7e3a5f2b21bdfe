import type { Books, SimAccount, SimAllocation, SimItem, SimParty, SimTaxCode, SimTransaction, TransactionKind } from "../books/types.ts";

/** What was applied to a record, and by whom. */
export interface Application {
  readonly from: SimTransaction;
  readonly allocation: SimAllocation;
}

/** Look-ups over one state of the books; dropped as soon as the books change. */
export interface BooksView {
  readonly books: Books;
  readonly parties: ReadonlyMap<string, SimParty>;
  readonly accounts: ReadonlyMap<string, SimAccount>;
  readonly items: ReadonlyMap<string, SimItem>;
  readonly taxCodes: ReadonlyMap<string, SimTaxCode>;
  readonly transactions: ReadonlyMap<string, SimTransaction>;
  /** Records of the kinds, oldest change first. */
  ofKinds(...kinds: readonly TransactionKind[]): readonly SimTransaction[];
  /** What active records applied to the record. */
  appliedTo(id: string): readonly Application[];
  /** Last change as the ledger reports it: a payment or credit changes a document too. */
  updatedMs(transaction: SimTransaction): number;
}

const views = new WeakMap<Books, { readonly stamp: string; readonly view: BooksView }>();

/** The look-ups for the books in their current state. */
export function viewOf(books: Books): BooksView {
  const stamp = stampOf(books);
  const known = views.get(books);
  if (known?.stamp === stamp) return known.view;
  const view = buildView(books);
  views.set(books, { stamp, view });
  return view;
}

/** Records with an effect on the accounts. */
export function isLive(transaction: SimTransaction): boolean {
  return transaction.state === "approved";
}

/** A record that was cancelled, whether or not it had been posted. */
export function isCancelled(transaction: SimTransaction): boolean {
  return transaction.state === "voided" || transaction.state === "deleted";
}

const STATES = ["draft", "submitted", "approved", "voided", "deleted"];

function stampOf(books: Books): string {
  let hash = 0;
  for (const t of books.transactions) {
    hash =
      (Math.imul(hash, 31) + t.version * 7 + (t.modifiedMs % 1_000_000_007) + t.allocations.length * 131 + STATES.indexOf(t.state)) | 0;
  }
  for (const records of [books.parties, books.accounts, books.items]) {
    for (const r of records) hash = (Math.imul(hash, 31) + r.version * 7 + (r.modifiedMs % 1_000_000_007)) | 0;
  }
  return `${hash}/${books.transactions.length}/${books.parties.length}/${books.accounts.length}/${books.items.length}`;
}

function buildView(books: Books): BooksView {
  const incoming = new Map<string, Application[]>();
  const touched = new Map<string, number>();
  for (const from of books.transactions) {
    for (const allocation of from.allocations) {
      touched.set(allocation.toId, Math.max(touched.get(allocation.toId) ?? 0, from.modifiedMs));
      if (!isLive(from)) continue;
      const known = incoming.get(allocation.toId);
      if (known) known.push({ from, allocation });
      else incoming.set(allocation.toId, [{ from, allocation }]);
    }
  }
  const updatedMs = (t: SimTransaction) => Math.max(t.modifiedMs, touched.get(t.id) ?? 0);
  const lists = new Map<string, readonly SimTransaction[]>();
  return {
    books,
    parties: byId(books.parties),
    accounts: byId(books.accounts),
    items: byId(books.items),
    taxCodes: byId(books.taxCodes),
    transactions: byId(books.transactions),
    appliedTo: (id) => incoming.get(id) ?? [],
    updatedMs,
    ofKinds: (...kinds) => {
      const key = kinds.join();
      const known = lists.get(key);
      if (known) return known;
      const found = books.transactions
        .filter((t) => kinds.includes(t.kind))
        .sort((a, b) => updatedMs(a) - updatedMs(b) || (a.id < b.id ? -1 : 1));
      lists.set(key, found);
      return found;
    },
  };
}

function byId<T extends { readonly id: string }>(records: readonly T[]): ReadonlyMap<string, T> {
  return new Map(records.map((record) => [record.id, record]));
}
