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
  invoices: origin("query, Invoice", "sales"),
  "credit-memos": origin("query, CreditMemo", "sales"),
  "sales-receipts": origin("query, SalesReceipt", "sales"),
  "refund-receipts": origin("query, RefundReceipt", "sales"),
  bills: origin("query, Bill", "purchases"),
  "vendor-credits": origin("query, VendorCredit", "purchases"),
  purchases: origin("query, Purchase", "purchases"),
  "journal-entries": origin("query, JournalEntry", "journals"),
  "purchase-orders": origin("query, PurchaseOrder", "orders"),
  payments: origin("query, Payment", "payments"),
  "bill-payments": origin("query, BillPayment", "payments"),
  transfers: origin("query, Transfer", "payments"),
  deposits: origin("query, Deposit", "payments"),
  // Everything above is kept up to date through it.
  changes: origin("cdc", "sales", "purchases", "journals", "payments"),
  "credit-card-payments": origin("query, CreditCardPayment", "payments"),
  "inventory-adjustments": origin("query, InventoryAdjustment", "journals"),
};
