import { addDecimals, compareDecimals } from "#shared/kernel/decimal.ts";
import { applyCredit } from "../../books/events.ts";
import { decimalsOf } from "../../books/money.ts";
import { outstandingOf } from "../../books/postings.ts";
import type { Books, SimTransaction, TransactionKind } from "../../books/types.ts";
import type { JsonRecord } from "../json-text.ts";
import { lockRefusal } from "../lock-check.ts";
import { money } from "../rendering/render-common.ts";
import { roundDecimal } from "../round-decimal.ts";
import { ZERO } from "../settlement.ts";
import { vendorDay } from "../vendor-time.ts";
import { CREDIT_KINDS, OVERPAYMENT_KINDS, PREPAYMENT_KINDS } from "../words.ts";
import { type Plan, type Sent, sentAmount, sentDate, sentObject, sentText, type WriteContext } from "./write-request.ts";

const SOURCES: Readonly<Record<string, readonly TransactionKind[]>> = {
  CreditNotes: CREDIT_KINDS,
  Overpayments: OVERPAYMENT_KINDS,
  Prepayments: PREPAYMENT_KINDS,
};
const SALES: readonly TransactionKind[] = ["sales_credit", "receipt_overpayment", "receipt_prepayment"];

/** The credit, overpayment or prepayment that a path names. */
export function allocationSource(books: Books, key: string, id: string): SimTransaction | undefined {
  return books.transactions.find((t) => t.id === id && SOURCES[key]?.includes(t.kind));
}

/** Plans one element of a PUT to `…/{id}/Allocations`: part of a credit settles part of an invoice or bill. */
export function planAllocation(books: Books, from: SimTransaction, sent: Sent, context: WriteContext): Plan {
  const errors: string[] = [];
  const wanted = SALES.includes(from.kind) ? "sales_invoice" : "purchase_bill";
  const target = books.transactions.find((t) => t.kind === wanted && t.id === sentText(sentObject(sent.Invoice).InvoiceID));
  const date = sentDate(sent.Date);
  const given = sentAmount(sent.Amount);
  const amount = given === null ? null : roundDecimal(given, decimalsOf(from.currency));
  if (from.state !== "approved") errors.push("The credit is not authorised");
  if (target?.state !== "approved") errors.push("An allocation needs an authorised invoice of the same side");
  else if (target.partyId !== from.partyId || target.currency !== from.currency)
    errors.push("The invoice must be of the same contact and currency");
  if (date === null) errors.push("Date is not valid");
  const refusal = date === null ? null : lockRefusal(books, date, context.adviser);
  if (refusal !== null) errors.push(refusal);
  if (amount === null || compareDecimals(amount, ZERO) <= 0) errors.push("Allocation amount must be greater than zero");
  else for (const side of target ? [from, target] : [from]) claim(books, side, amount, context, errors);
  if (errors.length > 0 || !target || date === null || amount === null) return { errors };
  return { apply: () => applyCredit(books, from.id, target.id, amount, context.nowMs, date).id };
}

function claim(books: Books, t: SimTransaction, amount: typeof ZERO, context: WriteContext, errors: string[]): void {
  const claimed = addDecimals(context.claimed.get(t.id) ?? ZERO, amount);
  if (compareDecimals(claimed, outstandingOf(books, t)) > 0) errors.push("Allocation amount exceeds what is left");
  else context.claimed.set(t.id, claimed);
}

/** One element of the answer. */
export function renderAllocation(books: Books, from: SimTransaction, id: string): JsonRecord {
  const allocation = from.allocations.find((candidate) => candidate.id === id);
  if (!allocation) throw new RangeError(`allocation ${id} was saved and is gone`);
  const target = books.transactions.find((t) => t.id === allocation.toId);
  return {
    AllocationID: allocation.id,
    Amount: money(allocation.amount),
    Date: vendorDay(allocation.date),
    Invoice: { InvoiceID: allocation.toId, InvoiceNumber: target?.number ?? "" },
  };
}
