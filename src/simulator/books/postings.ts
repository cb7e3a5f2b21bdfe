import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { type AppliedAllocation, indexOf, isLive } from "./books-index.ts";
import { decimalsOf, fromUnits, toUnits } from "./money.ts";
import { isPayment, postingUnits } from "./posting-rules.ts";
import type { Books, SimPosting, SimTransaction, TransactionKind } from "./types.ts";

export { type AppliedAllocation, booksChanged } from "./books-index.ts";

/** The entry of one transaction in base currency; sums to zero. Empty for drafts, submitted, voided, deleted and orders. */
export function postingsOf(books: Books, transaction: SimTransaction): SimPosting[] {
  if (!isLive(transaction)) return [];
  const scale = decimalsOf(books.baseCurrency);
  const entities = new Map(transaction.lines.map(({ id, entityId }) => [id, entityId]));
  return postingUnits(books, transaction).map(({ accountId, units, lineId, role }) => ({
    accountId,
    amountBase: fromUnits(units, scale),
    lineId,
    role,
    entityId: entities.get(lineId ?? "") ?? transaction.entityId,
  }));
}

const OPEN_KINDS: readonly TransactionKind[] = ["sales_invoice", "purchase_bill"];
const CREDIT_KINDS: readonly TransactionKind[] = [
  "sales_credit",
  "purchase_credit",
  "receipt_overpayment",
  "receipt_prepayment",
  "spend_overpayment",
  "spend_prepayment",
  "customer_deposit",
];

/**
 * What is still open, in the document's currency and decimals: of an invoice or bill what is unpaid, of a
 * credit, overpayment, prepayment, deposit or payment what is neither applied nor refunded. Cash documents,
 * journals, orders, voided and deleted documents: zero. Drafts and submitted documents: their total.
 */
export function outstandingOf(books: Books, transaction: SimTransaction): DecimalString {
  const scale = decimalsOf(transaction.currency);
  const { kind, state } = transaction;
  const isOpenKind = OPEN_KINDS.includes(kind) || CREDIT_KINDS.includes(kind) || isPayment(kind);
  if (!isOpenKind || state === "voided" || state === "deleted") return fromUnits(0n, scale);
  const applied = isLive(transaction) ? (indexOf(books).appliedUnits.get(transaction.id) ?? 0n) : 0n;
  const given = OPEN_KINDS.includes(kind) ? 0n : allocatedUnits(transaction, scale);
  return fromUnits(toUnits(transaction.total, scale) - applied - given, scale);
}

function allocatedUnits(transaction: SimTransaction, scale: number): bigint {
  return transaction.allocations.reduce((sum, { amount }) => sum + toUnits(amount, scale), 0n);
}

/** Live allocations (their source neither voided nor deleted) that reduce the transaction, by date then source. */
export function appliedTo(books: Books, id: string): readonly AppliedAllocation[] {
  return indexOf(books).appliedTo.get(id) ?? [];
}

/** Allocations made by a separate transaction: a payment of zero, or the application of an advance. */
export function appliedVia(books: Books, id: string): readonly AppliedAllocation[] {
  return indexOf(books).appliedVia.get(id) ?? [];
}

/** The part of a payment that has not been applied, in its currency. */
export function unappliedOf(books: Books, payment: SimTransaction): DecimalString {
  return outstandingOf(books, payment);
}

/** Balances in base currency per account, debit positive, of everything dated up to and including `asOf`. */
export function trialBalance(books: Books, asOf: CalendarDate): ReadonlyMap<string, DecimalString> {
  const scale = decimalsOf(books.baseCurrency);
  const units = new Map<string, bigint>();
  for (const transaction of books.transactions) {
    if (transaction.date > asOf || !isLive(transaction)) continue;
    for (const posting of postingUnits(books, transaction)) {
      units.set(posting.accountId, (units.get(posting.accountId) ?? 0n) + posting.units);
    }
  }
  return new Map([...units].map(([accountId, sum]) => [accountId, fromUnits(sum, scale)]));
}

/** A transaction by id; undefined when it never existed or was removed for good. */
export function transactionById(books: Books, id: string): SimTransaction | undefined {
  return indexOf(books).transactions.get(id);
}
