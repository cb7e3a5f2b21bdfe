import { addDecimals, compareDecimals, decimal } from "#shared/kernel/decimal.ts";
import { createPayment, deleteTransaction, type NewPayment } from "../../books/events.ts";
import { decimalsOf } from "../../books/money.ts";
import { outstandingOf } from "../../books/postings.ts";
import type { Books, SimTransaction, TransactionKind } from "../../books/types.ts";
import { lockRefusal } from "../lock-check.ts";
import { roundDecimal } from "../round-decimal.ts";
import { ZERO } from "../settlement.ts";
import { type Plan, type Sent, sentAmount, sentDate, sentObject, sentText, type WriteContext } from "./write-request.ts";

const RECEIVED: readonly TransactionKind[] = ["sales_invoice", "purchase_credit", "spend_overpayment", "spend_prepayment"];
const MADE: readonly TransactionKind[] = ["purchase_bill", "sales_credit", "receipt_overpayment", "receipt_prepayment"];

/** A payment as the books take it. */
interface ReadPayment {
  readonly kind: "customer_payment" | "vendor_payment";
  readonly input: NewPayment;
}

/** Plans one payment of a PUT to `Payments`: it settles one record, never more than is open. */
export function planPayment(books: Books, sent: Sent, context: WriteContext): Plan {
  const errors: string[] = [];
  const payment = readPayment(books, sent, context, errors);
  if (payment === null) return { errors };
  return { apply: () => createPayment(books, payment.kind, payment.input, context.nowMs).id };
}

/** Reads one payment; what is wrong with it goes to `errors`, and then it is null. */
export function readPayment(books: Books, sent: Sent, context: WriteContext, errors: string[]): ReadPayment | null {
  const before = errors.length;
  const target = settledRecord(books, sent);
  const account = payingAccount(books, sentObject(sent.Account));
  const date = sentDate(sent.Date);
  const given = sentAmount(sent.Amount);
  const amount = given === null ? null : roundDecimal(given, decimalsOf(target?.currency ?? books.baseCurrency));
  if (!target) errors.push("Payment must have a valid invoice, credit note, prepayment or overpayment");
  else if (target.state !== "approved") errors.push("Payments can only be made against Authorised documents");
  if (!account) errors.push("Account code or ID is not valid for payments");
  if (date === null) errors.push("Date is not valid");
  const refusal = date === null ? null : lockRefusal(books, date, context.adviser);
  if (refusal !== null) errors.push(refusal);
  if (amount === null || compareDecimals(amount, ZERO) <= 0) errors.push("Payment amount must be greater than zero");
  if (target && amount !== null) claim(books, target, amount, context, errors);
  if (errors.length > before || !target || !account || date === null || amount === null) return null;
  const rate = sentAmount(sent.CurrencyRate);
  const input: NewPayment = {
    partyId: target.partyId,
    date,
    accountId: account.id,
    reference: sentText(sent.Reference),
    allocations: [{ toId: target.id, amount }],
    ...(rate !== null && target.currency !== books.baseCurrency && compareDecimals(rate, ZERO) > 0 ? { rate } : {}),
  };
  return { kind: RECEIVED.includes(target.kind) ? "customer_payment" : "vendor_payment", input };
}

function settledRecord(books: Books, sent: Sent): SimTransaction | undefined {
  const id =
    sentText(sentObject(sent.Invoice).InvoiceID) ??
    sentText(sentObject(sent.CreditNote).CreditNoteID) ??
    sentText(sentObject(sent.Overpayment).OverpaymentID) ??
    sentText(sentObject(sent.Prepayment).PrepaymentID);
  const number = sentText(sentObject(sent.Invoice).InvoiceNumber);
  return books.transactions.find(
    (t) => (RECEIVED.includes(t.kind) || MADE.includes(t.kind)) && (id === null ? number !== null && t.number === number : t.id === id),
  );
}

/** The bank or card account that money goes through. */
export function payingAccount(books: Books, sent: Sent) {
  const id = sentText(sent.AccountID);
  const code = sentText(sent.Code);
  return books.accounts.find(
    (a) => a.active && (a.kind === "bank" || a.kind === "credit_card") && (id === null ? code !== null && a.code === code : a.id === id),
  );
}

/** Objects of one call share what is open. */
function claim(books: Books, target: SimTransaction, amount: typeof ZERO, context: WriteContext, errors: string[]): void {
  const claimed = addDecimals(context.claimed.get(target.id) ?? decimal("0.00"), amount);
  if (compareDecimals(claimed, outstandingOf(books, target)) > 0) {
    errors.push("Payment amount exceeds the amount outstanding on this document");
  } else {
    context.claimed.set(target.id, claimed);
  }
}

/** Plans a POST to `Payments/{id}`: deleting is the only change there is. */
export function planPaymentDeletion(books: Books, id: string, sent: Sent, context: WriteContext): Plan {
  const payment = books.transactions.find((t) => t.id === id);
  if (payment?.state !== "approved") return { errors: ["The payment was not found or is deleted already"] };
  if (sent.Status !== "DELETED") return { errors: ["A payment can only be deleted"] };
  const refusal = lockRefusal(books, payment.date, context.adviser);
  if (refusal !== null) return { errors: [refusal] };
  return {
    apply: () => {
      deleteTransaction(books, id, context.nowMs);
      return id;
    },
  };
}
