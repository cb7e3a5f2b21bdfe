import type { DocumentSide } from "#shared/contract/books/documents.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { DocumentStatus, DocumentType, RecordType, UnappliedKind } from "#shared/model/books/document.ts";
import { t } from "../../language/t.ts";
import type { Tone } from "./sync-labels.ts";

export const DOCUMENT_TYPE_WORDS: Readonly<Record<DocumentType, string>> = {
  sales_invoice: t("Invoice"),
  purchase_bill: t("Bill"),
  sales_credit: t("Credit note"),
  purchase_credit: t("Vendor credit"),
  cash_sale: t("Cash sale"),
  cash_purchase: t("Expense"),
  journal: t("Journal"),
};

/** What the filter calls each type: credits include overpayments, prepayments and deposits, which rows name by their kind. */
export const TYPE_FILTER_WORDS: Readonly<Record<DocumentType, string>> = { ...DOCUMENT_TYPE_WORDS, sales_credit: t("Customer credit") };

const RECORD_TYPE_WORDS: Readonly<Record<RecordType, string>> = {
  ...DOCUMENT_TYPE_WORDS,
  overpayment: t("Overpayment"),
  prepayment: t("Prepayment"),
  deposit: t("Deposit"),
  receipt: t("Receipt"),
  payment: t("Payment"),
};

/** The type of a transaction, money in and out included. */
export function recordTypeWord(type: RecordType): string {
  return RECORD_TYPE_WORDS[type];
}

/** Whether a transaction of this type has a panel to link to: money in and out has none. */
export function hasPanel(type: RecordType | undefined): boolean {
  return type !== "receipt" && type !== "payment";
}

/** Whether a payment of such a transaction is money from a customer; credits can be part of a payment of either kind. */
export function isPaidByReceipt(type: DocumentType): boolean {
  return type === "sales_invoice";
}

export const DOCUMENT_TYPES = Object.keys(DOCUMENT_TYPE_WORDS) as readonly DocumentType[];

/** What a sum of each side of the books holds: totals of transactions, which include tax, as in the list. */
export const DOCUMENT_SIDE_LABELS: Readonly<Record<DocumentSide, string>> = {
  sales: t("Sales less credits, incl. tax"),
  purchases: t("Purchases less credits, incl. tax"),
  journals: t("Journals"),
};

const STATUS_WORDS: Readonly<Record<DocumentStatus, { readonly word: string; readonly tone: Tone }>> = {
  draft: { word: t("Draft"), tone: "draft" },
  awaiting_approval: { word: t("Awaiting approval"), tone: "awaiting" },
  open: { word: t("Open"), tone: "open" },
  part_paid: { word: t("Partly paid"), tone: "part_paid" },
  paid: { word: t("Paid"), tone: "paid" },
  voided: { word: t("Voided"), tone: "voided" },
  voided_or_zero: { word: t("Voided or zero"), tone: "voided" },
  deleted: { word: t("Deleted"), tone: "deleted" },
};
export const DOCUMENT_STATUSES = Object.keys(STATUS_WORDS) as readonly DocumentStatus[];

const POSTED: ReadonlySet<DocumentType> = new Set(["cash_sale", "cash_purchase", "journal"]);

/** True for what moves money or books at once. */
export function isNeverOwed(type: DocumentType): boolean {
  return POSTED.has(type);
}

/** A status in words. Cash documents and journals are never owed, so their `open` and `paid` read "Posted". */
export function statusLabel(status: DocumentStatus, type?: DocumentType): { readonly word: string; readonly tone: Tone } {
  if ((status === "open" || status === "paid") && type !== undefined && POSTED.has(type)) return { word: t("Posted"), tone: "ok" };
  return STATUS_WORDS[status];
}

interface Owed {
  readonly type: DocumentType;
  readonly status: DocumentStatus;
  readonly dueDate: CalendarDate | null;
  readonly outstanding: string;
  /** The ledger no longer has it: it keeps the status and the amount that it had last. */
  readonly removed: boolean;
}

/** The status of an invoice or bill that is still owed after its due date; null for any other. The filter has no such status. */
export function overdueWords({ type, status, dueDate, outstanding, removed }: Owed, today: CalendarDate): string | null {
  if (removed || (type !== "sales_invoice" && type !== "purchase_bill")) return null;
  // Nothing is owed where less than nothing is outstanding.
  if (dueDate === null || dueDate >= today || outstanding.startsWith("-") || !/[1-9]/.test(outstanding)) return null;
  if (status === "open") return t("Open, overdue");
  return status === "part_paid" ? t("Partly paid, overdue") : null;
}

/** Voided or deleted: in no total. */
export function isVoid(status: DocumentStatus): boolean {
  return status === "voided" || status === "voided_or_zero" || status === "deleted";
}

/** A type in words. An overpayment, prepayment or deposit has its kind's name, as in the ledger: what is left of it may be nothing. */
export function typeLabel(type: DocumentType, unappliedKind: UnappliedKind | null | undefined): string {
  return recordTypeWord(unappliedKind ?? type);
}
