import { type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import type { SimTransaction } from "../../books/types.ts";
import { type BooksView, isCancelled } from "../books-view.ts";
import type { JsonRecord } from "../json-text.ts";
import { dateString, momentString, vendorDay, vendorMoment } from "../vendor-time.ts";
import { PAYMENT_KINDS } from "../words.ts";
import { money } from "./render-common.ts";

/** Payments that share one line on the bank statement. In the books, a batch is only a mark on its payments. */
export interface Batch {
  readonly id: string;
  readonly payments: readonly SimTransaction[];
  readonly first: SimTransaction;
  readonly updatedMs: number;
  readonly total: DecimalString;
  readonly deleted: boolean;
}

/** The batches of the books, oldest change first. A batch's total is the sum of its active payments. */
export function batchesOf(view: BooksView): readonly Batch[] {
  const groups = new Map<string, SimTransaction[]>();
  for (const payment of view.ofKinds(...PAYMENT_KINDS)) {
    if (payment.batchId === null) continue;
    const group = groups.get(payment.batchId);
    if (group) group.push(payment);
    else groups.set(payment.batchId, [payment]);
  }
  const batches = [...groups].map(([id, payments]) => batchOf(view, id, payments));
  return batches.sort((a, b) => a.updatedMs - b.updatedMs || (a.id < b.id ? -1 : 1));
}

function batchOf(view: BooksView, id: string, members: readonly SimTransaction[]): Batch {
  const payments = [...members].sort((a, b) => (a.id < b.id ? -1 : 1));
  const standing = payments.filter((p) => !isCancelled(p));
  const counted = standing.length > 0 ? standing : payments;
  return {
    id,
    payments: counted,
    first: payments[0] as SimTransaction,
    updatedMs: Math.max(...payments.map((p) => view.updatedMs(p))),
    total: sumDecimals(counted.map((p) => p.total)),
    deleted: standing.length === 0,
  };
}

/** One element of `BatchPayments`. */
export function renderBatch(view: BooksView, batch: Batch): JsonRecord {
  const { first } = batch;
  const account = first.accountId === null ? undefined : view.accounts.get(first.accountId);
  return {
    ...(account ? { Account: { AccountID: account.id, CurrencyCode: account.currency } } : {}),
    Reference: first.reference ?? "",
    BatchPaymentID: batch.id,
    DateString: dateString(first.date),
    Date: vendorDay(first.date),
    Payments: batch.payments.map((p) => ({
      Invoice: { InvoiceID: p.allocations[0]?.toId, CurrencyCode: p.currency, LineItems: [] },
      PaymentID: p.id,
      Amount: money(p.total),
      BankAmount: money(p.total),
    })),
    Type: first.kind === "customer_payment" ? "RECBATCH" : "PAYBATCH",
    Status: batch.deleted ? "DELETED" : "AUTHORISED",
    TotalAmount: money(batch.total),
    UpdatedDateUTC: vendorMoment(batch.updatedMs),
    UpdatedDateUTCString: momentString(batch.updatedMs),
    IsReconciled: batch.payments.every(({ id }) => view.books.bankReconciled.has(id)),
  };
}
