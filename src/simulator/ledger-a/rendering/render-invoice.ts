import type { SimTransaction } from "../../books/types.ts";
import { type Application, type BooksView, isLive } from "../books-view.ts";
import type { JsonRecord } from "../json-text.ts";
import { isPayment, remainingCredit, settlementOf } from "../settlement.ts";
import { vendorDay } from "../vendor-time.ts";
import { CREDIT_KINDS, OVERPAYMENT_KINDS, PREPAYMENT_KINDS, statusWord, typeWord } from "../words.ts";
import { currencyRate, documentFields, money, type RenderStyle } from "./render-common.ts";

/** One element of `Invoices`: a sales invoice or a bill. */
export function renderInvoice(view: BooksView, t: SimTransaction, style: RenderStyle): JsonRecord {
  const { paid, credited, due } = settlementOf(view, t);
  const isBaseBill = t.kind === "purchase_bill" && t.currency === view.books.baseCurrency;
  const status = statusWord(view, t);
  return {
    Type: typeWord(t.kind),
    InvoiceID: t.id,
    InvoiceNumber: t.number ?? "",
    Reference: t.reference ?? "",
    ...(style.summary ? {} : appliedLists(view, t)),
    AmountDue: money(due),
    AmountPaid: money(paid),
    AmountCredited: money(credited),
    SentToContact: false,
    // Bills in base currency carry no rate at all.
    CurrencyRate: isBaseBill ? undefined : currencyRate(t),
    HasErrors: false,
    IsDiscounted: false,
    HasAttachments: false,
    Status: status,
    ...documentFields(view, t, style),
    ...(status === "PAID" ? { FullyPaidOnDate: fullyPaidOn(view, t) } : {}),
  };
}

/** One element of `CreditNotes`. */
export function renderCreditNote(view: BooksView, t: SimTransaction, style: RenderStyle): JsonRecord {
  return {
    CreditNoteID: t.id,
    CreditNoteNumber: t.number ?? "",
    ...(style.summary ? {} : { Payments: refunds(view, t) }),
    ID: t.id,
    CurrencyRate: currencyRate(t),
    Type: typeWord(t.kind),
    Reference: t.reference ?? "",
    RemainingCredit: money(remainingCredit(view, t)),
    ...(style.summary ? {} : { Allocations: allocations(view, t) }),
    HasAttachments: false,
    Status: statusWord(view, t),
    ...documentFields(view, t, style),
  };
}

/** One element of `Overpayments` or `Prepayments`. */
export function renderUnapplied(view: BooksView, t: SimTransaction, style: RenderStyle): JsonRecord {
  const isOverpayment = OVERPAYMENT_KINDS.some((kind) => kind === t.kind);
  return {
    ...(isOverpayment ? { OverpaymentID: t.id } : { PrepaymentID: t.id }),
    ID: t.id,
    Type: typeWord(t.kind),
    Reference: t.reference ?? "",
    ...(isOverpayment ? {} : { InvoiceNumber: "" }),
    RemainingCredit: money(remainingCredit(view, t)),
    Allocations: allocations(view, t),
    Payments: refunds(view, t),
    CurrencyRate: t.currency === view.books.baseCurrency ? undefined : currencyRate(t),
    HasAttachments: false,
    Status: statusWord(view, t),
    // The lines stay with the bank transaction that made it.
    ...documentFields(view, t, { ...style, lines: false, summary: false }),
  };
}

function allocations(view: BooksView, credit: SimTransaction): JsonRecord[] {
  if (!isLive(credit)) return [];
  return credit.allocations.map((allocation) => ({
    AllocationID: allocation.id,
    Amount: money(allocation.amount),
    Date: vendorDay(allocation.date),
    Invoice: { InvoiceID: allocation.toId, InvoiceNumber: view.transactions.get(allocation.toId)?.number ?? "" },
  }));
}

function refunds(view: BooksView, credit: SimTransaction): JsonRecord[] {
  return view.appliedTo(credit.id).map(paymentStub);
}

function appliedLists(view: BooksView, invoice: SimTransaction): JsonRecord {
  const applied = view.appliedTo(invoice.id);
  const from = (kinds: readonly string[]) => applied.filter((a) => kinds.includes(a.from.kind));
  return {
    Payments: applied.filter((a) => isPayment(a.from)).map(paymentStub),
    CreditNotes: from(CREDIT_KINDS).map((a) => ({
      CreditNoteID: a.from.id,
      CreditNoteNumber: a.from.number ?? "",
      ID: a.from.id,
      ...appliedFields(view, a),
    })),
    Prepayments: from(PREPAYMENT_KINDS).map((a) => ({ PrepaymentID: a.from.id, ID: a.from.id, ...appliedFields(view, a) })),
    Overpayments: from(OVERPAYMENT_KINDS).map((a) => ({ OverpaymentID: a.from.id, ID: a.from.id, ...appliedFields(view, a) })),
  };
}

function appliedFields(view: BooksView, { from, allocation }: Application): JsonRecord {
  return {
    AppliedAmount: money(allocation.amount),
    Date: vendorDay(allocation.date),
    Total: money(from.total),
    RemainingCredit: money(remainingCredit(view, from)),
    HasErrors: false,
  };
}

function paymentStub({ from, allocation }: Application): JsonRecord {
  return {
    PaymentID: from.id,
    Date: vendorDay(from.date),
    Amount: money(allocation.amount),
    Reference: from.reference ?? "",
    CurrencyRate: currencyRate(from),
    HasAccount: false,
    HasValidationErrors: false,
  };
}

function fullyPaidOn(view: BooksView, invoice: SimTransaction): string {
  const last = view.appliedTo(invoice.id).reduce((day, a) => (a.allocation.date > day ? a.allocation.date : day), invoice.date);
  return vendorDay(last);
}
