import type { SimTransaction } from "../../books/types.ts";
import type { BooksView } from "../books-view.ts";
import { derivedId } from "../derived-id.ts";
import { type JsonRecord, numeral } from "../json-text.ts";
import { vendorDay } from "../vendor-time.ts";
import { bankStatus, OVERPAYMENT_KINDS, PREPAYMENT_KINDS, paymentTypeWord, settledTypeWord, statusWord, typeWord } from "../words.ts";
import { contactStub, currencyRate, documentFields, money, type RenderStyle, updatedFields } from "./render-common.ts";

/** `BankTransactionID`: a bank transaction with a separate id creates overpayments and prepayments. */
export function bankTransactionId(t: SimTransaction): string {
  return isOf(OVERPAYMENT_KINDS, t) || isOf(PREPAYMENT_KINDS, t) ? derivedId("bank transaction", t.id) : t.id;
}

/** One element of `BankTransactions`: immediate spend or receipt, and the bank side of overpayments and prepayments. */
export function renderBankTransaction(view: BooksView, t: SimTransaction, style: RenderStyle): JsonRecord {
  const account = t.accountId === null ? undefined : view.accounts.get(t.accountId);
  return {
    BankTransactionID: bankTransactionId(t),
    ...(account ? { BankAccount: { AccountID: account.id, Code: account.code, Name: account.name } } : {}),
    Type: typeWord(t.kind),
    Reference: t.reference ?? "",
    IsReconciled: view.books.bankReconciled.has(t.id),
    ...(isOf(OVERPAYMENT_KINDS, t) ? { OverpaymentID: t.id } : {}),
    ...(isOf(PREPAYMENT_KINDS, t) ? { PrepaymentID: t.id } : {}),
    HasAttachments: false,
    CurrencyRate: t.currency === view.books.baseCurrency ? undefined : currencyRate(t),
    Status: bankStatus(t),
    ...documentFields(view, t, style),
  };
}

/** One element of `Payments`: this ledger has one payment for each record that is settled. */
export function renderPayment(view: BooksView, t: SimTransaction, style: RenderStyle): JsonRecord {
  const account = t.accountId === null ? undefined : view.accounts.get(t.accountId);
  const isBase = t.currency === view.books.baseCurrency;
  return {
    PaymentID: t.id,
    ...(t.batchId === null ? {} : { BatchPaymentID: t.batchId, BatchPayment: { BatchPaymentID: t.batchId } }),
    Date: vendorDay(t.date),
    BankAmount: money(account && account.currency !== t.currency ? t.totalBase : t.total),
    Amount: money(t.total),
    Reference: t.reference ?? "",
    // Base-currency payments carry a rate of nought.
    CurrencyRate: isBase ? numeral("0") : currencyRate(t),
    PaymentType: paymentTypeWord(t, settledBy(view, t)),
    Status: statusWord(view, t),
    ...updatedFields(view, t),
    HasAccount: account !== undefined,
    IsReconciled: view.books.bankReconciled.has(t.id),
    ...(account ? { Account: { AccountID: account.id, Code: account.code, Name: account.name } } : {}),
    Invoice: settledStub(view, t, style),
    HasValidationErrors: false,
  };
}

/** The one record that a payment settles. */
export function settledBy(view: BooksView, payment: SimTransaction): SimTransaction | undefined {
  const [first, second] = payment.allocations;
  if (second) throw new RangeError(`payment ${payment.id} settles several records: this ledger has one payment each`);
  return first && view.transactions.get(first.toId);
}

/** No amounts and no lines: the list gives a stub. */
function settledStub(view: BooksView, payment: SimTransaction, style: RenderStyle): JsonRecord {
  const target = settledBy(view, payment);
  return {
    ...(target ? { Type: settledTypeWord(target.kind), InvoiceID: target.id, InvoiceNumber: target.number ?? "" } : {}),
    Payments: [],
    CreditNotes: [],
    Prepayments: [],
    Overpayments: [],
    HasErrors: false,
    IsDiscounted: false,
    Contact: contactStub(view, payment.partyId),
    ...(style.summary ? {} : { LineItems: [] }),
    CurrencyCode: payment.currency,
  };
}

function isOf(kinds: readonly string[], t: SimTransaction): boolean {
  return kinds.includes(t.kind);
}
