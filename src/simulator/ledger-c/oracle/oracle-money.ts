import { isZero } from "#shared/kernel/decimal.ts";
import { postingsOf } from "../../books/postings.ts";
import type { Books, SimLine, SimTransaction } from "../../books/types.ts";
import { type LedgerLine, ledgerLineId, ledgerLinesOf } from "../ledger-line.ts";
import { plainNumeral } from "../plain-numeral.ts";
import { lineSubsidiaryOf, subsidiaryOf } from "../references.ts";
import { statusLetterOf } from "../status-letter.ts";
import { ledgerTypeOf } from "../vocabulary.ts";
import { allocationsOf, documentParty, lineDimensions, money, type OracleRecord, openAmount, recordId, sourceOf } from "./oracle-shared.ts";

/** The expected mirror record of a customer or vendor payment. */
export function oraclePayment(books: Books, payment: SimTransaction): OracleRecord {
  const type = ledgerTypeOf(payment);
  const { currency } = payment;
  const open = openAmount(books, payment);
  const isVoided = payment.state === "voided";
  return {
    id: recordId(payment),
    direction: type === "CustPymt" ? "received" : "made",
    ...documentParty(books, payment),
    date: payment.date,
    currency,
    ...(currency === books.baseCurrency ? {} : { exchangeRate: plainNumeral(payment.rate) }),
    amount: money(payment.total, currency),
    // The ledger sends no unpaid column on a payment that is fully applied or void.
    unapplied: isVoided || isZero(open) ? { amount: "0.00", currency } : money(open, currency),
    ...(payment.number ? { reference: payment.number } : {}),
    status: isVoided ? "voided" : "posted",
    sourceStatus: statusLetterOf(payment, open),
    entityId: `subsidiary:${subsidiaryOf(books, payment)}`,
    allocations: allocationsOf(books, payment),
    source: sourceOf(books, type, payment.id),
  };
}

const ORDER_STATUS: Readonly<Record<string, string>> = {
  A: "awaiting_approval",
  B: "open",
  C: "closed",
  D: "part_billed",
  E: "part_billed",
  F: "open",
  G: "billed",
  H: "closed",
};

/** The expected mirror record of a purchase order. */
export function oracleOrder(books: Books, order: SimTransaction): OracleRecord {
  const letter = statusLetterOf(order, order.total);
  const bills = books.transactions.filter((bill) => bill.orderId === order.id && bill.kind === "purchase_bill" && bill.state !== "deleted");
  return {
    id: recordId(order),
    ...(order.number ? { number: order.number } : {}),
    ...documentParty(books, order),
    date: order.date,
    currency: order.currency,
    total: money(order.total, order.currency),
    status: ORDER_STATUS[letter],
    sourceStatus: letter,
    entityId: `subsidiary:${subsidiaryOf(books, order)}`,
    lines: order.lines.map((line, at) => orderLine(books, order, line, at)),
    billIds: bills.map(recordId).sort(),
    source: sourceOf(books, "PurchOrd", order.id),
  };
}

function orderLine(books: Books, order: SimTransaction, line: SimLine, at: number): object {
  const billed = line.quantityBilled === null ? null : plainNumeral(line.quantityBilled);
  return {
    id: `${recordId(order)}/${ledgerLineId("PurchOrd", line, at)}`,
    kind: line.itemId === null ? "account" : "item",
    ...(line.description ? { description: line.description } : {}),
    ...(line.quantity === null ? {} : { quantity: plainNumeral(line.quantity) }),
    ...(billed === null ? {} : { quantityBilled: billed }),
    ...(billed === null || line.itemId === null ? {} : { quantityReceived: billed }),
    ...(line.unitPrice === null ? {} : { unitAmount: money(line.unitPrice, order.currency) }),
    accountId: `account:${line.accountId}`,
    ...(line.itemId === null ? {} : { itemId: `item:${line.itemId}` }),
    net: money(line.net, order.currency),
    dimensions: lineDimensions(books, order, line.dimensions),
  };
}

/** The general-ledger journal of a posting transaction; null when it has no entry. */
export function oracleJournal(books: Books, transaction: SimTransaction): OracleRecord | null {
  if (postingsOf(books, transaction).length === 0) return null;
  const id = `gl:${transaction.id}`;
  const posted = ledgerLinesOf(books, transaction).filter((line) => line.posted !== null);
  return {
    id,
    ...(transaction.number ? { number: transaction.number } : {}),
    date: transaction.date,
    // Only documents and payments of the mirror are named by a journal.
    ...(isMirrored(transaction) ? { documentId: recordId(transaction) } : {}),
    sourceType: ledgerTypeOf(transaction),
    postings: posted.map((line) => ({
      id: `${id}/${line.id}`,
      accountId: `account:${line.accountId}`,
      amount: money(line.posted ?? line.base, books.baseCurrency),
      entityId: `subsidiary:${lineSubsidiaryOf(books, transaction, line.source)}`,
      ...postingText(transaction, line),
      dimensions: postingDimensions(books, transaction, line),
    })),
    source: sourceOf(books, "transactionaccountingline", transaction.id),
  };
}

function isMirrored({ kind }: SimTransaction): boolean {
  return kind !== "deposit_application" && kind !== "prepayment_application" && kind !== "other_entry";
}

/** The memo of the line that posted; lines that the ledger adds have none. */
function postingText(transaction: SimTransaction, line: LedgerLine): { description?: string } {
  const memo = line.role === "main" ? transaction.memo : line.role === "line" ? line.source?.description : null;
  return memo ? { description: memo } : {};
}

/** The main line carries the header's values; every other line has its own or inherits those of the main line. */
function postingDimensions(books: Books, transaction: SimTransaction, line: LedgerLine): object[] {
  if (line.role === "main") return lineDimensions(books, { ...transaction, kind: "journal" }, transaction.headerDimensions);
  return lineDimensions(books, transaction, line.role === "line" ? (line.source?.dimensions ?? {}) : {});
}
