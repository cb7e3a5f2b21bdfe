import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { Books, SimPosting, SimTransaction } from "./types.ts";

/** One allocation seen from the document that it reduces. */
export interface AppliedAllocation {
  readonly id: string;
  readonly from: SimTransaction;
  readonly toId: string;
  readonly amount: DecimalString;
  readonly date: CalendarDate;
}

/** The entry of one transaction in base currency; sums to zero. Empty for drafts, submitted, voided, deleted and orders. */
export function postingsOf(books: Books, transaction: SimTransaction): SimPosting[] {
  throw new Error(`not written yet: ${books.name} ${transaction.id}`);
}

/**
 * What is still open, in the document's currency and decimals: of an invoice or bill what is unpaid, of a
 * credit, overpayment, prepayment, deposit or payment what is not applied. Cash documents, journals,
 * orders, voided and deleted documents: zero. Drafts and submitted documents: their total.
 */
export function outstandingOf(books: Books, transaction: SimTransaction): DecimalString {
  throw new Error(`not written yet: ${books.name} ${transaction.id}`);
}

/** Live allocations (their source neither voided nor deleted) that reduce the transaction, by date then source. */
export function appliedTo(books: Books, id: string): readonly AppliedAllocation[] {
  throw new Error(`not written yet: ${books.name} ${id}`);
}

/** The part of a payment that has not been applied, in its currency. */
export function unappliedOf(books: Books, payment: SimTransaction): DecimalString {
  throw new Error(`not written yet: ${books.name} ${payment.id}`);
}

/** Balances in base currency per account, debit positive, of everything dated up to and including `asOf`. */
export function trialBalance(books: Books, asOf: CalendarDate): ReadonlyMap<string, DecimalString> {
  throw new Error(`not written yet: ${books.name} ${asOf}`);
}

/** A transaction by id, also a removed one's absence: undefined. */
export function transactionById(books: Books, id: string): SimTransaction | undefined {
  throw new Error(`not written yet: ${books.name} ${id}`);
}

/** Must be called after changing transactions or allocations by hand; the functions of events.ts do it. */
export function booksChanged(books: Books): void {
  throw new Error(`not written yet: ${books.name}`);
}
