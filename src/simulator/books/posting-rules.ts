import { assert } from "#shared/kernel/assert.ts";
import { indexOf } from "./books-index.ts";
import { decimalsOf, fromUnits, productUnits, toUnits } from "./money.ts";
import type { Books, SimAccount, SimPosting, SimTransaction, TransactionKind } from "./types.ts";

/** A posting in smallest units of the base currency. */
export interface PostingUnits {
  readonly accountId: string;
  readonly units: bigint;
  readonly lineId: string | null;
  readonly role: SimPosting["role"];
}

/** +1 where the other side (control account, bank) is debited, -1 where it is credited. */
const MAIN_SIDE: Partial<Record<TransactionKind, 1n | -1n>> = {
  sales_invoice: 1n,
  cash_sale: 1n,
  purchase_credit: 1n,
  cash_purchase_refund: 1n,
  deposit: 1n,
  sales_credit: -1n,
  cash_sale_refund: -1n,
  purchase_bill: -1n,
  cash_purchase: -1n,
  expense_report: -1n,
  transfer: -1n,
  card_payment: -1n,
  stock_adjustment: -1n,
};

/** Money received before its invoice (+1) or paid before its bill (-1). */
const ADVANCE_SIDE: Partial<Record<TransactionKind, 1n | -1n>> = {
  receipt_overpayment: 1n,
  receipt_prepayment: 1n,
  customer_deposit: 1n,
  spend_overpayment: -1n,
  spend_prepayment: -1n,
};

export function isPayment(kind: TransactionKind): kind is "customer_payment" | "vendor_payment" {
  return kind === "customer_payment" || kind === "vendor_payment";
}

/** The entry of an approved transaction, balanced. */
export function postingUnits(books: Books, transaction: SimTransaction): PostingUnits[] {
  const { kind } = transaction;
  if (kind === "purchase_order") return [];
  if (kind === "journal" || kind === "other_entry") return journalPostings(books, transaction);
  if (kind === "deposit_application" || kind === "prepayment_application") return applicationPostings(books, transaction);
  if (isPayment(kind)) return paymentPostings(books, transaction, kind === "customer_payment" ? 1n : -1n);
  const advance = ADVANCE_SIDE[kind];
  if (advance !== undefined) return advancePostings(books, transaction, advance);
  const side = MAIN_SIDE[kind];
  assert(side !== undefined, `no posting rule for ${kind}`);
  return documentPostings(books, transaction, side);
}

function documentPostings(books: Books, transaction: SimTransaction, side: 1n | -1n): PostingUnits[] {
  const scale = decimalsOf(books.baseCurrency);
  const postings: PostingUnits[] = [
    { accountId: accountOf(transaction), units: side * toUnits(transaction.totalBase, scale), lineId: null, role: "main" },
  ];
  for (const line of transaction.lines) {
    postings.push({ accountId: line.accountId, units: -side * toUnits(line.netBase, scale), lineId: line.id, role: "line" });
  }
  for (const [accountId, tax] of taxByAccount(books, transaction)) {
    const units = -side * productUnits(tax, transaction.rate, scale);
    if (units !== 0n) postings.push({ accountId, units, lineId: null, role: "tax" });
  }
  return balanced(books.roundingAccountId, postings);
}

/** Tax of the lines per tax account, in the document's currency. */
function taxByAccount(books: Books, transaction: SimTransaction): Map<string, SimTransaction["tax"]> {
  const scale = decimalsOf(transaction.currency);
  const units = new Map<string, bigint>();
  for (const line of transaction.lines) {
    const code = books.taxCodes.find((candidate) => candidate.id === line.taxCodeId);
    if (code !== undefined) units.set(code.accountId, (units.get(code.accountId) ?? 0n) + toUnits(line.tax, scale));
  }
  return new Map([...units].map(([accountId, sum]) => [accountId, fromUnits(sum, scale)]));
}

function journalPostings(books: Books, transaction: SimTransaction): PostingUnits[] {
  const scale = decimalsOf(books.baseCurrency);
  const postings = transaction.lines.map(
    (line): PostingUnits => ({ accountId: line.accountId, units: toUnits(line.netBase, scale), lineId: line.id, role: "line" }),
  );
  return balanced(books.roundingAccountId, postings);
}

/** Clears each document at its own rate; the difference in rates is a realized currency difference. */
function paymentPostings(books: Books, transaction: SimTransaction, side: 1n | -1n): PostingUnits[] {
  const scale = decimalsOf(books.baseCurrency);
  const total = toUnits(transaction.totalBase, scale);
  if (total === 0n && transaction.allocations.length === 0) return [];
  const postings: PostingUnits[] = [{ accountId: accountOf(transaction), units: side * total, lineId: null, role: "main" }];
  for (const allocation of transaction.allocations) {
    const target = indexOf(books).transactions.get(allocation.toId);
    assert(target !== undefined, `allocation of ${transaction.id} to ${allocation.toId}, which was deleted`);
    const units =
      allocation.amount === target.total ? toUnits(target.totalBase, scale) : productUnits(allocation.amount, target.rate, scale);
    postings.push({ accountId: accountOf(target), units: -side * units, lineId: null, role: "main" });
  }
  const rest = unallocated(transaction);
  if (rest !== 0n) {
    const units = productUnits(fromUnits(rest, decimalsOf(transaction.currency)), transaction.rate, scale);
    const control = controlAccount(books, side === 1n ? "receivable" : "payable");
    postings.push({ accountId: control.id, units: -side * units, lineId: null, role: "main" });
  }
  return balanced(books.exchangeAccountId, postings);
}

/**
 * Moves what was applied from the account of advances to the control account, on the day of the application.
 * The document is cleared at its own rate, and the difference in rates is realized.
 */
function applicationPostings(books: Books, transaction: SimTransaction): PostingUnits[] {
  const scale = decimalsOf(books.baseCurrency);
  const side = transaction.kind === "deposit_application" ? 1n : -1n;
  const postings: PostingUnits[] = [];
  for (const { from, toId, amount } of indexOf(books).appliedVia.get(transaction.id) ?? []) {
    const target = indexOf(books).transactions.get(toId);
    assert(target !== undefined, `${transaction.id} applies an advance to ${toId}, which was deleted`);
    const cleared = amount === target.total ? toUnits(target.totalBase, scale) : productUnits(amount, target.rate, scale);
    postings.push({ accountId: accountOf(target), units: -side * cleared, lineId: null, role: "main" });
    const used = amount === from.total ? toUnits(from.totalBase, scale) : productUnits(amount, from.rate, scale);
    postings.push({ accountId: holdingAccount(books, side).id, units: side * used, lineId: null, role: "main" });
  }
  return balanced(books.exchangeAccountId, postings);
}

/** The account of money paid in advance: a separate one where the books have it, else the control account. */
function holdingAccount(books: Books, side: 1n | -1n): SimAccount {
  const kind = side === 1n ? "unapplied_receipts" : "unapplied_payments";
  return books.accounts.find((account) => account.kind === kind) ?? controlAccount(books, side === 1n ? "receivable" : "payable");
}

/** The applied part is on the control account, and so is the rest unless the books have an account for it. */
function advancePostings(books: Books, transaction: SimTransaction, side: 1n | -1n): PostingUnits[] {
  const scale = decimalsOf(books.baseCurrency);
  const total = toUnits(transaction.totalBase, scale);
  const control = controlAccount(books, side === 1n ? "receivable" : "payable");
  const holding = holdingAccount(books, side);
  const rest = productUnits(fromUnits(unallocated(transaction), decimalsOf(transaction.currency)), transaction.rate, scale);
  const postings: PostingUnits[] = [
    { accountId: accountOf(transaction), units: side * total, lineId: null, role: "main" },
    { accountId: holding.id, units: -side * rest, lineId: null, role: "main" },
    { accountId: control.id, units: -side * (total - rest), lineId: null, role: "main" },
  ];
  return postings.filter(({ units }) => units !== 0n);
}

/** A separate transaction's applications, with their postings, aren't part of this one. */
function unallocated(transaction: SimTransaction): bigint {
  const scale = decimalsOf(transaction.currency);
  const own = transaction.allocations.filter(({ viaId }) => viaId === undefined);
  return own.reduce((rest, { amount }) => rest - toUnits(amount, scale), toUnits(transaction.total, scale));
}

function balanced(differenceAccountId: string | undefined, postings: PostingUnits[]): PostingUnits[] {
  const sum = postings.reduce((total, { units }) => total + units, 0n);
  if (sum === 0n) return postings;
  assert(differenceAccountId !== undefined, "an entry is out of balance and the books name no account for the difference");
  return [...postings, { accountId: differenceAccountId, units: -sum, lineId: null, role: "rounding" }];
}

function controlAccount(books: Books, kind: SimAccount["kind"]): SimAccount {
  const account = books.accounts.find((candidate) => candidate.kind === kind);
  assert(account !== undefined, `the books have no ${kind} account`);
  return account;
}

function accountOf(transaction: SimTransaction): string {
  assert(transaction.accountId !== null, `${transaction.kind} ${transaction.id} has no account`);
  return transaction.accountId;
}
