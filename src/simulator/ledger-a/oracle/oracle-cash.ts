import type { SimTransaction } from "../../books/types.ts";
import { type BooksView, isCancelled } from "../books-view.ts";
import { batchesOf } from "../rendering/render-batch.ts";
import { settledBy } from "../rendering/render-cash.ts";
import { linkedLinesOf, linkedStatus } from "../rendering/render-other-documents.ts";
import { padDecimal } from "../round-decimal.ts";
import { ZERO } from "../settlement.ts";
import { paymentTypeWord, statusWord } from "../words.ts";
import {
  allocationsFrom,
  entityTypeOf,
  expectedLine,
  filled,
  type Plain,
  partyOf,
  plain,
  recordId,
  sent,
  sourceOf,
} from "./oracle-parts.ts";

const RECEIVED = ["ACCRECPAYMENT", "APCREDITPAYMENT", "APOVERPAYMENTPAYMENT", "APPREPAYMENTPAYMENT"];

export function expectedPayments(view: BooksView): Plain[] {
  return view.books.transactions.filter((t) => entityTypeOf(t) === "Payment" && isTold(t)).map((t) => expectedPayment(view, t));
}

function isTold(t: SimTransaction): boolean {
  return t.state === "approved" || isCancelled(t);
}

function expectedPayment(view: BooksView, t: SimTransaction): Plain {
  const isBase = t.currency === view.books.baseCurrency;
  const sourceStatus = statusWord(view, t);
  return plain({
    id: recordId(t),
    direction: RECEIVED.includes(paymentTypeWord(t, settledBy(view, t))) ? "received" : "made",
    party: partyOf(view, t.partyId),
    date: t.date,
    currency: t.currency,
    exchangeRate: isBase ? undefined : padDecimal(t.rate, 6),
    amount: sent(t.total, t.currency),
    unapplied: sent(ZERO, t.currency),
    accountId: t.accountId === null ? undefined : `Account:${t.accountId}`,
    reference: filled(t.reference),
    batchId: t.batchId === null ? undefined : `BatchPayment:${t.batchId}`,
    status: sourceStatus === "DELETED" ? "deleted" : "posted",
    sourceStatus,
    allocations: allocationsFrom(view, t),
    bankReconciled: view.books.bankReconciled.has(t.id),
    source: sourceOf(view.books, "Payment", t.id),
  });
}

export function expectedBatches(view: BooksView): Plain[] {
  return batchesOf(view).map((batch) =>
    plain({
      id: `BatchPayment:${batch.id}`,
      date: batch.first.date,
      accountId: batch.first.accountId === null ? undefined : `Account:${batch.first.accountId}`,
      reference: filled(batch.first.reference),
      total: sent(batch.total, batch.first.currency),
      status: batch.deleted ? "deleted" : "posted",
      paymentIds: batch.payments.map((p) => `Payment:${p.id}`),
      source: sourceOf(view.books, "BatchPayment", batch.id),
    }),
  );
}

export function expectedOrders(view: BooksView): Plain[] {
  return view.books.transactions.filter((t) => t.kind === "purchase_order").map((t) => expectedOrder(view, t));
}

function expectedOrder(view: BooksView, t: SimTransaction): Plain {
  const sourceStatus = statusWord(view, t);
  return plain({
    id: recordId(t),
    number: filled(t.number),
    party: partyOf(view, t.partyId),
    date: t.date,
    deliveryDate: t.dueDate ?? undefined,
    currency: t.currency,
    total: sent(t.total, t.currency),
    status: { DRAFT: "draft", SUBMITTED: "awaiting_approval", AUTHORISED: "open", BILLED: "billed", DELETED: "deleted" }[sourceStatus],
    sourceStatus,
    lines: t.lines.map((line) => plain(expectedLine(view, t, line))),
    // Rule 13: this ledger links no bill to an order.
    billIds: [],
    source: sourceOf(view.books, "PurchaseOrder", t.id),
  });
}

export function expectedLinks(view: BooksView): Plain[] {
  return linkedLinesOf(view).map((link) => ({
    id: `LinkedTransaction:${link.id}`,
    status: linkedStatus(link),
    sourceDocumentId: recordId(link.source),
    sourceLineId: `${recordId(link.source)}/${link.line.id}`,
    customerId: `Contact:${link.contactId}`,
    source: sourceOf(view.books, "LinkedTransaction", link.id),
  }));
}
