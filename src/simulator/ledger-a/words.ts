import { isZero } from "#shared/kernel/decimal.ts";
import type { Books, SimAccount, SimTransaction, TransactionKind } from "../books/types.ts";
import type { BooksView } from "./books-view.ts";
import { remainingCredit, settlementOf } from "./settlement.ts";

/** The ledger's words for a kind of account. */
export interface AccountWords {
  readonly type: string;
  readonly class: "ASSET" | "EQUITY" | "EXPENSE" | "LIABILITY" | "REVENUE";
  readonly system?: "DEBTORS" | "CREDITORS" | "GST" | "RETAINEDEARNINGS";
}

const ACCOUNT_WORDS: Readonly<Record<SimAccount["kind"], AccountWords>> = {
  bank: { type: "BANK", class: "ASSET" },
  credit_card: { type: "BANK", class: "LIABILITY" },
  receivable: { type: "CURRENT", class: "ASSET", system: "DEBTORS" },
  payable: { type: "CURRLIAB", class: "LIABILITY", system: "CREDITORS" },
  tax: { type: "CURRLIAB", class: "LIABILITY", system: "GST" },
  inventory: { type: "INVENTORY", class: "ASSET" },
  fixed_asset: { type: "FIXED", class: "ASSET" },
  prepayment: { type: "PREPAYMENT", class: "ASSET" },
  current_asset: { type: "CURRENT", class: "ASSET" },
  term_liability: { type: "TERMLIAB", class: "LIABILITY" },
  current_liability: { type: "CURRLIAB", class: "LIABILITY" },
  equity: { type: "EQUITY", class: "EQUITY" },
  retained_earnings: { type: "EQUITY", class: "EQUITY", system: "RETAINEDEARNINGS" },
  revenue: { type: "REVENUE", class: "REVENUE" },
  other_income: { type: "OTHERINCOME", class: "REVENUE" },
  cost_of_sales: { type: "DIRECTCOSTS", class: "EXPENSE" },
  expense: { type: "EXPENSE", class: "EXPENSE" },
  other_expense: { type: "OVERHEADS", class: "EXPENSE" },
  unapplied_receipts: { type: "CURRLIAB", class: "LIABILITY" },
  unapplied_payments: { type: "CURRENT", class: "ASSET" },
  undeposited_funds: { type: "CURRENT", class: "ASSET" },
};

export function accountWords(account: SimAccount): AccountWords {
  return ACCOUNT_WORDS[account.kind];
}

/** `SystemAccount`: what the ledger itself posts to, empty on other accounts. */
export function systemWord(books: Books, account: SimAccount): string {
  if (account.id === books.exchangeAccountId) return "REALISEDCURRENCYGAIN";
  return account.id === books.roundingAccountId ? "ROUNDING" : (accountWords(account).system ?? "");
}

export const INVOICE_KINDS = ["sales_invoice", "purchase_bill"] as const satisfies readonly TransactionKind[];
export const CREDIT_KINDS = ["sales_credit", "purchase_credit"] as const satisfies readonly TransactionKind[];
export const BANK_KINDS = [
  "cash_sale",
  "cash_purchase",
  "cash_sale_refund",
  "cash_purchase_refund",
] as const satisfies readonly TransactionKind[];
export const OVERPAYMENT_KINDS = ["receipt_overpayment", "spend_overpayment"] as const satisfies readonly TransactionKind[];
export const PREPAYMENT_KINDS = ["receipt_prepayment", "spend_prepayment"] as const satisfies readonly TransactionKind[];
export const PAYMENT_KINDS = ["customer_payment", "vendor_payment"] as const satisfies readonly TransactionKind[];

/** Type words of documents; a kind that the ledger has no record for has none. */
const TYPE_WORDS: Partial<Record<TransactionKind, string>> = {
  sales_invoice: "ACCREC",
  purchase_bill: "ACCPAY",
  sales_credit: "ACCRECCREDIT",
  purchase_credit: "ACCPAYCREDIT",
  cash_sale: "RECEIVE",
  cash_purchase: "SPEND",
  // A refund is money the other way; the ledger has no refund record.
  cash_sale_refund: "SPEND",
  cash_purchase_refund: "RECEIVE",
  receipt_overpayment: "RECEIVE-OVERPAYMENT",
  spend_overpayment: "SPEND-OVERPAYMENT",
  receipt_prepayment: "RECEIVE-PREPAYMENT",
  spend_prepayment: "SPEND-PREPAYMENT",
  purchase_order: "PURCHASEORDER",
};

/** The ledger's `Type` of a record. @throws RangeError for kinds that this ledger does not have */
export function typeWord(kind: TransactionKind): string {
  const word = TYPE_WORDS[kind];
  if (word === undefined) throw new RangeError(`this ledger has no record for ${kind}`);
  return word;
}

/** What a payment's `Invoice.Type` calls the record that it settles. */
export function settledTypeWord(kind: TransactionKind): string {
  switch (kind) {
    case "receipt_overpayment":
      return "AROVERPAYMENT";
    case "spend_overpayment":
      return "APOVERPAYMENT";
    case "receipt_prepayment":
      return "ARPREPAYMENT";
    case "spend_prepayment":
      return "APPREPAYMENT";
    default:
      return typeWord(kind);
  }
}

const PAYMENT_TYPES: Partial<Record<TransactionKind, string>> = {
  sales_invoice: "ACCRECPAYMENT",
  purchase_bill: "ACCPAYPAYMENT",
  sales_credit: "ARCREDITPAYMENT",
  purchase_credit: "APCREDITPAYMENT",
  receipt_overpayment: "AROVERPAYMENTPAYMENT",
  spend_overpayment: "APOVERPAYMENTPAYMENT",
  receipt_prepayment: "ARPREPAYMENTPAYMENT",
  spend_prepayment: "APPREPAYMENTPAYMENT",
};

/** `PaymentType`, which follows from what is paid. */
export function paymentTypeWord(payment: SimTransaction, target: SimTransaction | undefined): string {
  const known = target && PAYMENT_TYPES[target.kind];
  return known ?? (payment.kind === "customer_payment" ? "ACCRECPAYMENT" : "ACCPAYPAYMENT");
}

/** `Status` of any record but accounts and contacts. */
export function statusWord(view: BooksView, t: SimTransaction): string {
  switch (t.kind) {
    case "sales_invoice":
    case "purchase_bill":
      return documentStatus(t, () => isZero(settlementOf(view, t).due));
    case "sales_credit":
    case "purchase_credit":
      return documentStatus(t, () => isZero(remainingCredit(view, t)));
    case "receipt_overpayment":
    case "spend_overpayment":
    case "receipt_prepayment":
    case "spend_prepayment":
      if (t.state === "voided" || t.state === "deleted") return "VOIDED";
      return isZero(remainingCredit(view, t)) ? "PAID" : "AUTHORISED";
    case "journal":
      return { draft: "DRAFT", submitted: "DRAFT", approved: "POSTED", voided: "VOIDED", deleted: "DELETED" }[t.state];
    case "purchase_order":
      if (t.state === "approved") return t.billed ? "BILLED" : "AUTHORISED";
      return { draft: "DRAFT", submitted: "SUBMITTED", voided: "DELETED", deleted: "DELETED" }[t.state];
    case "customer_payment":
    case "vendor_payment":
      return t.state === "voided" || t.state === "deleted" ? "DELETED" : "AUTHORISED";
    default:
      return bankStatus(t);
  }
}

/** Status of a bank transaction; overpayments and prepayments show as one too. */
export function bankStatus(t: SimTransaction): string {
  if (t.state === "voided") return "VOIDED";
  return t.state === "deleted" ? "DELETED" : "AUTHORISED";
}

function documentStatus(t: SimTransaction, settled: () => boolean): string {
  if (t.state === "approved") return settled() ? "PAID" : "AUTHORISED";
  return { draft: "DRAFT", submitted: "SUBMITTED", voided: "VOIDED", deleted: "DELETED" }[t.state];
}

/** `LineAmountTypes`: without any tax code the record is written without tax. */
export function lineAmountTypes(t: SimTransaction): "Exclusive" | "Inclusive" | "NoTax" {
  if (t.lines.every((line) => line.taxCodeId === null)) return "NoTax";
  return t.taxInclusive ? "Inclusive" : "Exclusive";
}
