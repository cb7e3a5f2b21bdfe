import { message, t } from "#shared/language/t.ts";
import type { DocumentType } from "#shared/model/books/document.ts";
import type { DocumentDraft } from "#shared/model/ledger/write.ts";

export type DocumentEndpoint = "Invoices" | "CreditNotes" | "BankTransactions" | "ManualJournals";

/** How one type of document is written. */
export interface Noun {
  readonly endpoint: DocumentEndpoint;
  readonly entityType: string;
  readonly idField: string;
  /** `Type` of the record; journals have none. */
  readonly typeWord?: "ACCREC" | "ACCPAY" | "ACCRECCREDIT" | "ACCPAYCREDIT" | "RECEIVE" | "SPEND";
  /** In words for people: `labelOf` says it in the firm's English. */
  readonly label: string;
  readonly numberField?: "InvoiceNumber" | "CreditNoteNumber";
  /** The ledger lets no two records have the same number. */
  readonly numberIsUnique: boolean;
  readonly hasDueDate: boolean;
  /** The member that keeps the user's reference and our mark. */
  readonly referenceField: "Reference" | "Narration";
  readonly linesField: "LineItems" | "JournalLines";
  readonly statuses: Partial<Record<DocumentDraft["status"], string>>;
}

const approval = { draft: "DRAFT", awaiting_approval: "SUBMITTED", open: "AUTHORISED" } as const;
const invoice = {
  endpoint: "Invoices",
  entityType: "Invoice",
  idField: "InvoiceID",
  numberField: "InvoiceNumber",
  hasDueDate: true,
  referenceField: "Reference",
  linesField: "LineItems",
  statuses: approval,
} as const;
const credit = {
  ...invoice,
  endpoint: "CreditNotes",
  entityType: "CreditNote",
  idField: "CreditNoteID",
  numberField: "CreditNoteNumber",
  hasDueDate: false,
} as const;
const money = {
  endpoint: "BankTransactions",
  entityType: "BankTransaction",
  idField: "BankTransactionID",
  numberIsUnique: false,
  hasDueDate: false,
  referenceField: "Reference",
  linesField: "LineItems",
  // Money that moved is never a draft.
  statuses: { open: "AUTHORISED" },
} as const;

export const nouns: Readonly<Record<DocumentType, Noun>> = {
  sales_invoice: { ...invoice, typeWord: "ACCREC", label: "Invoice", numberIsUnique: true },
  purchase_bill: { ...invoice, typeWord: "ACCPAY", label: "Bill", numberIsUnique: false },
  sales_credit: { ...credit, typeWord: "ACCRECCREDIT", label: "Credit note", numberIsUnique: true },
  purchase_credit: { ...credit, typeWord: "ACCPAYCREDIT", label: message("Vendor credit"), numberIsUnique: false },
  cash_sale: { ...money, typeWord: "RECEIVE", label: "Cash sale" },
  cash_purchase: { ...money, typeWord: "SPEND", label: "Expense" },
  journal: {
    endpoint: "ManualJournals",
    entityType: "ManualJournal",
    idField: "ManualJournalID",
    label: "Journal",
    numberIsUnique: false,
    hasDueDate: false,
    referenceField: "Narration",
    linesField: "JournalLines",
    statuses: { draft: "DRAFT", open: "POSTED" },
  },
};

/** The type of document in words for people, in the firm's English. */
export function labelOf({ label }: Pick<Noun, "label">): string {
  return t(label);
}

/** The ledger's own id inside a record's id: `Invoice:6b1f` is `6b1f`; undefined for another noun. */
export function idWithin(recordId: string, entityType: string): string | undefined {
  return recordId.startsWith(`${entityType}:`) ? recordId.slice(entityType.length + 1) : undefined;
}
