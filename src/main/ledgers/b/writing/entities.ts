import { message, t } from "#shared/language/t.ts";
import type { DocumentType } from "#shared/model/books/document.ts";

/** Entities that are written, with their path noun and the stream that mirrors them. */
const written = {
  Invoice: { path: "invoice", stream: "invoices", label: "Invoice" },
  CreditMemo: { path: "creditmemo", stream: "credit-memos", label: "Credit note" },
  SalesReceipt: { path: "salesreceipt", stream: "sales-receipts", label: "Cash sale" },
  RefundReceipt: { path: "refundreceipt", stream: "refund-receipts", label: "Refund receipt" },
  Bill: { path: "bill", stream: "bills", label: "Bill" },
  VendorCredit: { path: "vendorcredit", stream: "vendor-credits", label: message("Vendor credit") },
  Purchase: { path: "purchase", stream: "purchases", label: "Expense" },
  JournalEntry: { path: "journalentry", stream: "journal-entries", label: "Journal" },
  Payment: { path: "payment", stream: "payments", label: "Payment" },
  BillPayment: { path: "billpayment", stream: "bill-payments", label: "Bill payment" },
  Item: { path: "item", stream: "items", label: "Item" },
} as const;

export type WrittenEntity = keyof typeof written;
type TransactionEntity = Exclude<WrittenEntity, "Item">;

export function pathOf(entity: WrittenEntity): string {
  return written[entity].path;
}

export function streamOf(entity: WrittenEntity): string {
  return written[entity].stream;
}

/** The entity in words for people, in the firm's English. */
export function labelOf(entity: WrittenEntity): string {
  return t(written[entity].label);
}

export function isWrittenEntity(name: string): name is WrittenEntity {
  return Object.hasOwn(written, name);
}

/** Entity and ledger id of a mirrored id, `Bill:402`; null when it is nothing that is written here. */
export function readRecordId(id: string): { readonly entity: TransactionEntity; readonly ledgerId: string } | null {
  const { entity, ledgerId } = splitId(id);
  return isWrittenEntity(entity) && entity !== "Item" && ledgerId !== "" ? { entity, ledgerId } : null;
}

/** The two halves of a mirrored id. */
export function splitId(id: string): { readonly entity: string; readonly ledgerId: string } {
  const colon = id.indexOf(":");
  return { entity: id.slice(0, Math.max(colon, 0)), ledgerId: id.slice(colon + 1) };
}

/** The rest can be deleted only. */
const voidable: readonly string[] = ["Invoice", "SalesReceipt", "Payment", "BillPayment"];

export function canBeVoided(entity: string): boolean {
  return voidable.includes(entity);
}

/** What a document entity needs and how its lines look. */
export interface DocumentShape {
  readonly entity: WrittenEntity;
  readonly side: "sales" | "purchases" | "journal";
  readonly party: "CustomerRef" | "VendorRef" | "EntityRef" | null;
  readonly totalAccount: "ARAccountRef" | "APAccountRef" | "DepositToAccountRef" | "AccountRef" | null;
  readonly hasDueDate: boolean;
}

const shapes: Readonly<Record<DocumentType, DocumentShape>> = {
  sales_invoice: { entity: "Invoice", side: "sales", party: "CustomerRef", totalAccount: "ARAccountRef", hasDueDate: true },
  sales_credit: { entity: "CreditMemo", side: "sales", party: "CustomerRef", totalAccount: "ARAccountRef", hasDueDate: false },
  cash_sale: { entity: "SalesReceipt", side: "sales", party: "CustomerRef", totalAccount: "DepositToAccountRef", hasDueDate: false },
  purchase_bill: { entity: "Bill", side: "purchases", party: "VendorRef", totalAccount: "APAccountRef", hasDueDate: true },
  purchase_credit: { entity: "VendorCredit", side: "purchases", party: "VendorRef", totalAccount: "APAccountRef", hasDueDate: false },
  cash_purchase: { entity: "Purchase", side: "purchases", party: "EntityRef", totalAccount: "AccountRef", hasDueDate: false },
  journal: { entity: "JournalEntry", side: "journal", party: null, totalAccount: null, hasDueDate: false },
};

export function shapeOf(type: DocumentType): DocumentShape {
  return shapes[type];
}
