import { origin, type StreamOrigin } from "../origin.ts";

/** Where each stream of Ledger B is read, by its name: entities of its query language, and its change feed. */
export const originsB: Readonly<Record<string, StreamOrigin>> = {
  accounts: origin("query, Account", "accounts"),
  customers: origin("query, Customer", "parties"),
  vendors: origin("query, Vendor", "parties"),
  items: origin("query, Item", "settings"),
  classes: origin("query, Class", "settings"),
  departments: origin("query, Department", "settings"),
  "tax-codes": origin("query, TaxCode", "settings"),
  "tax-rates": origin("query, TaxRate", "settings"),
  company: origin("preferences", "settings"),
  invoices: origin("query, Invoice", "documents"),
  "credit-memos": origin("query, CreditMemo", "documents"),
  "sales-receipts": origin("query, SalesReceipt", "documents"),
  "refund-receipts": origin("query, RefundReceipt", "documents"),
  bills: origin("query, Bill", "documents"),
  "vendor-credits": origin("query, VendorCredit", "documents"),
  purchases: origin("query, Purchase", "documents"),
  "journal-entries": origin("query, JournalEntry", "documents"),
  "purchase-orders": origin("query, PurchaseOrder", "orders"),
  payments: origin("query, Payment", "payments"),
  "bill-payments": origin("query, BillPayment", "payments"),
  // Everything above is kept up to date through it.
  changes: origin("cdc", "documents", "payments"),
};
