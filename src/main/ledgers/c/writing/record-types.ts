import type { DocumentType } from "#shared/model/books/document.ts";

/** The record service's name of a transaction, and the sublists that its lines go to. */
export interface RecordName {
  /** The `type` of the transaction table, as in `SourceRef.entityType`. */
  readonly type: string;
  readonly path: string;
  /** Sublists for account lines and for item lines; null where the record has none. */
  readonly accountLines: "expense" | "line" | null;
  readonly itemLines: "item" | null;
}

const RECORDS: readonly RecordName[] = [
  { type: "CustInvc", path: "invoice", accountLines: null, itemLines: "item" },
  { type: "VendBill", path: "vendorBill", accountLines: "expense", itemLines: "item" },
  { type: "CustCred", path: "creditMemo", accountLines: null, itemLines: "item" },
  { type: "VendCred", path: "vendorCredit", accountLines: "expense", itemLines: "item" },
  { type: "CashSale", path: "cashSale", accountLines: null, itemLines: "item" },
  { type: "Check", path: "check", accountLines: "expense", itemLines: "item" },
  { type: "Journal", path: "journalEntry", accountLines: "line", itemLines: null },
  { type: "CustPymt", path: "customerPayment", accountLines: null, itemLines: null },
  { type: "VendPymt", path: "vendorPayment", accountLines: null, itemLines: null },
];

const FOR_DOCUMENT: Readonly<Record<DocumentType, string>> = {
  sales_invoice: "CustInvc",
  purchase_bill: "VendBill",
  sales_credit: "CustCred",
  purchase_credit: "VendCred",
  cash_sale: "CashSale",
  cash_purchase: "Check",
  journal: "Journal",
};

/** The record of a transaction type; undefined for types that are not written. */
export function recordOfType(type: string): RecordName | undefined {
  return RECORDS.find((record) => record.type === type);
}

/** The record that a new document becomes. */
export function recordOfDocument(type: DocumentType): RecordName {
  return recordOfType(FOR_DOCUMENT[type]) as RecordName;
}
