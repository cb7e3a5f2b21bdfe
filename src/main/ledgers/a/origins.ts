import { origin, type StreamOrigin } from "../origin.ts";

/** Where each stream of Ledger A is read, by its name. */
export const originsA: Readonly<Record<string, StreamOrigin>> = {
  organisation: origin("Organisation", "settings"),
  accounts: origin("Accounts", "accounts"),
  "tax-rates": origin("TaxRates", "settings"),
  "tracking-categories": origin("TrackingCategories", "settings"),
  contacts: origin("Contacts", "parties"),
  items: origin("Items", "settings"),
  // Rule 4: this endpoint serves two types, and each type is read separately.
  "invoices.accrec": origin("Invoices, Type ACCREC", "sales"),
  "invoices.accpay": origin("Invoices, Type ACCPAY", "purchases"),
  "credit-notes": origin("CreditNotes", "sales", "purchases"),
  "bank-transactions.spend": origin("BankTransactions, Type SPEND", "purchases"),
  "bank-transactions.receive": origin("BankTransactions, Type RECEIVE", "sales"),
  overpayments: origin("Overpayments", "sales", "purchases"),
  prepayments: origin("Prepayments", "sales", "purchases"),
  "manual-journals": origin("ManualJournals", "journals"),
  "purchase-orders": origin("PurchaseOrders", "orders"),
  payments: origin("Payments", "payments"),
  "batch-payments": origin("BatchPayments", "payments"),
  "linked-transactions": origin("LinkedTransactions", "settings"),
  journals: origin("Journals", "postings"),
};
