import { isZero } from "#shared/kernel/decimal.ts";
import {
  createDocument,
  deleteTransaction,
  editTransaction,
  type NewDocument,
  type TransactionChange,
  voidTransaction,
} from "../books/events.ts";
import { decimalsOf } from "../books/money.ts";
import type { Books, SimTransaction } from "../books/types.ts";
import { viewOf } from "./books-view.ts";
import { lockRefusal } from "./lock-check.ts";
import { settlementOf } from "./settlement.ts";
import { readLines } from "./write-lines.ts";
import { type Plan, type Sent, sentDate, sentObject, sentText, type WriteContext } from "./write-request.ts";

const STATES: Readonly<Record<string, "draft" | "submitted" | "approved">> = {
  DRAFT: "draft",
  SUBMITTED: "submitted",
  AUTHORISED: "approved",
};

/** Plans one element of a POST to `Invoices`: a known id or number is updated, anything else created. */
export function planInvoice(books: Books, sent: Sent, context: WriteContext, mayUpdate: boolean): Plan {
  const id = sentText(sent.InvoiceID);
  const known = invoices(books).find((t) => (id === null ? isSameNumber(t, sent) : t.id === id));
  if (known && mayUpdate) return planUpdate(books, known, sent, context);
  if (id !== null) return { errors: ["The invoice was not found"] };
  return planCreation(books, sent, context, known !== undefined);
}

function invoices(books: Books): SimTransaction[] {
  return books.transactions.filter((t) => t.kind === "sales_invoice" || t.kind === "purchase_bill");
}

/** Numbers are unique among sales invoices only. */
function isSameNumber(t: SimTransaction, sent: Sent): boolean {
  const number = sentText(sent.InvoiceNumber);
  return number !== null && sent.Type === "ACCREC" && t.kind === "sales_invoice" && t.number === number && t.state !== "deleted";
}

function planCreation(books: Books, sent: Sent, context: WriteContext, numberTaken: boolean): Plan {
  const errors: string[] = [];
  const kind = sent.Type === "ACCREC" ? "sales_invoice" : sent.Type === "ACCPAY" ? "purchase_bill" : null;
  if (kind === null) errors.push("The invoice type must be ACCREC or ACCPAY");
  if (numberTaken) errors.push("Invoice # must be unique.");
  const party = books.parties.find((p) => p.id === sentObject(sent.Contact).ContactID);
  if (!party?.active) errors.push("A Contact must be specified for this type of transaction");
  const state = STATES[sentText(sent.Status) ?? "DRAFT"];
  if (state === undefined) errors.push("Invoice not of valid status for creation");
  const date = sentDate(sent.Date);
  if (date === null) errors.push("Date is not valid");
  const refusal = date === null ? null : lockRefusal(books, date, context.adviser);
  if (refusal !== null) errors.push(refusal);
  const currency = sentText(sent.CurrencyCode) ?? books.baseCurrency;
  if (!books.currencies.includes(currency)) errors.push(`Organisation is not subscribed to currency ${currency}`);
  const lines = readLines(books, sent.LineItems, { noTax: sent.LineAmountTypes === "NoTax", places: decimalsOf(currency) }, errors);
  if (errors.length > 0 || kind === null || date === null || !party || state === undefined) return { errors };
  const input: NewDocument = {
    kind,
    number: sentText(sent.InvoiceNumber) ?? (kind === "sales_invoice" ? nextNumber(books) : null),
    reference: sentText(sent.Reference),
    partyId: party.id,
    date,
    dueDate: sentDate(sent.DueDate),
    currency,
    taxInclusive: sent.LineAmountTypes === "Inclusive",
    state,
    lines,
  };
  return { apply: () => createDocument(books, input, context.nowMs).id };
}

/** Numbers that nobody gave are counted on from the highest. */
function nextNumber(books: Books): string {
  const counts = invoices(books).map((t) => Number(/^INV-(\d{1,9})$/.exec(t.number ?? "")?.[1] ?? 0));
  return `INV-${String(Math.max(0, ...counts) + 1).padStart(4, "0")}`;
}

/** Fields that are there change, others stay; lines are replaced as a whole. */
function planUpdate(books: Books, known: SimTransaction, sent: Sent, context: WriteContext): Plan {
  const errors: string[] = [];
  const date = sent.Date === undefined ? known.date : sentDate(sent.Date);
  if (date === null) return { errors: ["Date is not valid"] };
  for (const day of new Set([known.date, date])) {
    const refusal = lockRefusal(books, day, context.adviser);
    if (refusal !== null) errors.push(refusal);
  }
  if (known.state === "voided" || known.state === "deleted") errors.push("Invoice not of valid status for modification");
  const status = sentText(sent.Status);
  const settled = settlementOf(viewOf(books), known);
  const isSettled = !isZero(settled.paid) || !isZero(settled.credited);
  if (isSettled && (sent.LineItems !== undefined || status === "VOIDED"))
    errors.push("Invoice not of valid status for modification: it has payments or credits");
  if (status === "VOIDED") {
    if (known.state !== "approved") errors.push("Only an authorised invoice can be voided");
    return errors.length > 0 ? { errors } : { apply: () => voidTransaction(books, known.id, context.nowMs).id };
  }
  if (status === "DELETED") return planDeletion(books, known, errors, context);
  const lines =
    sent.LineItems === undefined
      ? undefined
      : readLines(books, sent.LineItems, { noTax: false, places: decimalsOf(known.currency) }, errors);
  const state = status === null || status === "PAID" ? known.state : STATES[status];
  if (state === undefined || (known.state === "approved" && state !== "approved")) errors.push("Invoice status cannot be changed to that");
  if (errors.length > 0) return { errors };
  const change: TransactionChange = {
    date,
    ...(sent.Reference === undefined ? {} : { reference: sentText(sent.Reference) }),
    ...(sent.InvoiceNumber === undefined ? {} : { number: sentText(sent.InvoiceNumber) }),
    ...(sent.DueDate === undefined ? {} : { dueDate: sentDate(sent.DueDate) }),
    ...(state === "draft" || state === "submitted" || state === "approved" ? { state } : {}),
    ...(lines === undefined ? {} : { lines }),
  };
  return { apply: () => editTransaction(books, known.id, change, context.nowMs).id };
}

function planDeletion(books: Books, known: SimTransaction, errors: string[], context: WriteContext): Plan {
  if (known.state !== "draft" && known.state !== "submitted") errors.push("Only a draft or submitted invoice can be deleted");
  if (errors.length > 0) return { errors };
  return {
    apply: () => {
      deleteTransaction(books, known.id, context.nowMs);
      return known.id;
    },
  };
}
