import { origin, type StreamOrigin } from "../origin.ts";

/** Where each stream of Ledger A is read, by its name. */
export const originsA: Readonly<Record<string, StreamOrigin>> = {
  organisation: origin("Organisation", "settings"),
  accounts: origin("Accounts", "accounts"),
  "tax-rates": origin("TaxRates", "settings"),
  "tracking-categories": origin("TrackingCategories", "settings"),
  contacts: origin("Contacts", "parties"),
  items: origin("Items", "settings"),
  // Rule 4: one endpoint serves two types, and each is asked for by itself.
  "invoices.accrec": origin("Invoices, Type ACCREC", "documents"),
  "invoices.accpay": origin("Invoices, Type ACCPAY", "documents"),
  "credit-notes": origin("CreditNotes", "documents"),
  "bank-transactions.spend": origin("BankTransactions, Type SPEND", "documents"),
  "bank-transactions.receive": origin("BankTransactions, Type RECEIVE", "documents"),
  overpayments: origin("Overpayments", "documents"),
  prepayments: origin("Prepayments", "documents"),
  "manual-journals": origin("ManualJournals", "documents"),
  "purchase-orders": origin("PurchaseOrders", "orders"),
  payments: origin("Payments", "payments"),
  "batch-payments": origin("BatchPayments", "payments"),
  "linked-transactions": origin("LinkedTransactions", "settings"),
  journals: origin("Journals", "postings"),
};
