import type { DocumentSide } from "#shared/contract/documents.ts";
import type { DocumentStatus, DocumentType } from "#shared/model/document.ts";
import type { Tone } from "./sync-words.ts";

export const DOCUMENT_TYPE_WORDS: Readonly<Record<DocumentType, string>> = {
  sales_invoice: "Sales invoice",
  purchase_bill: "Purchase bill",
  sales_credit: "Sales credit",
  purchase_credit: "Purchase credit",
  cash_sale: "Cash sale",
  cash_purchase: "Cash purchase",
  journal: "Journal",
};
export const DOCUMENT_TYPES = Object.keys(DOCUMENT_TYPE_WORDS) as readonly DocumentType[];

/** What a sum of each side of the books holds. */
export const DOCUMENT_SIDE_WORDS: Readonly<Record<DocumentSide, string>> = {
  sales: "Sales net of credits",
  purchases: "Purchases net of credits",
  journals: "Journals",
};

const STATUS_WORDS: Readonly<Record<DocumentStatus, { readonly word: string; readonly tone: Tone }>> = {
  draft: { word: "Draft", tone: "neutral" },
  awaiting_approval: { word: "Awaiting approval", tone: "warning" },
  open: { word: "Open", tone: "syncing" },
  part_paid: { word: "Part paid", tone: "queued" },
  paid: { word: "Paid", tone: "ok" },
  voided: { word: "Voided", tone: "offline" },
  voided_or_zero: { word: "Voided or zero", tone: "offline" },
  deleted: { word: "Deleted", tone: "failed" },
};
export const DOCUMENT_STATUSES = Object.keys(STATUS_WORDS) as readonly DocumentStatus[];

const POSTED: ReadonlySet<DocumentType> = new Set(["cash_sale", "cash_purchase", "journal"]);

/** A status in words. Cash documents and journals are never owed, so their `paid` reads "Posted". */
export function statusWords(status: DocumentStatus, type?: DocumentType): { readonly word: string; readonly tone: Tone } {
  if (status === "paid" && type !== undefined && POSTED.has(type)) return { word: "Posted", tone: "ok" };
  return STATUS_WORDS[status];
}

/** A type in words; documents without lines that stand for unapplied cash say so. */
export function typeWords(type: DocumentType, unapplied: boolean): string {
  if (!unapplied) return DOCUMENT_TYPE_WORDS[type];
  return type === "sales_credit" ? "Unapplied receipt" : "Unapplied payment";
}
