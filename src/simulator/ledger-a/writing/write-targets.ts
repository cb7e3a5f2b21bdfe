import type { Books, SimTransaction } from "../../books/types.ts";
import { viewOf } from "../books-view.ts";
import type { JsonRecord } from "../json-text.ts";
import { batchesOf, renderBatch } from "../rendering/render-batch.ts";
import { renderBankTransaction, renderPayment } from "../rendering/render-cash.ts";
import type { RenderStyle } from "../rendering/render-common.ts";
import { renderCreditNote, renderInvoice } from "../rendering/render-invoice.ts";
import { renderManualJournal } from "../rendering/render-other-documents.ts";
import { allocationSource, planAllocation, renderAllocation } from "./write-allocation.ts";
import { planBatch, planBatchDeletion } from "./write-batch.ts";
import { planDocument } from "./write-document.ts";
import { planJournal } from "./write-journal.ts";
import { WRITE_NOUNS } from "./write-nouns.ts";
import { planPayment, planPaymentDeletion } from "./write-payment.ts";
import type { Plan, Sent, WriteContext } from "./write-request.ts";

/** What a path and a method write: how an object is planned, and how the saved record is rendered. */
export interface WriteTarget {
  /** Name of the list in the body and in the answer. */
  readonly key: string;
  plan(sent: Sent, context: WriteContext): Plan;
  render(id: string, style: RenderStyle): JsonRecord;
}

const WRITABLE = [
  "Invoices",
  "CreditNotes",
  "BankTransactions",
  "ManualJournals",
  "Payments",
  "BatchPayments",
  "Overpayments",
  "Prepayments",
];

/** True where the ledger takes writes at all. */
export function isWritable(key: string | undefined): boolean {
  return key !== undefined && WRITABLE.includes(key);
}

/** The target of a write, or null where there is nothing at the path. */
export function writeTarget(books: Books, method: string, path: readonly string[]): WriteTarget | null {
  const [key = "", id, part] = path;
  if (part !== undefined) return part === "Allocations" && method === "PUT" ? allocationTarget(books, key, id ?? "") : null;
  if (method === "PUT" && id !== undefined) return null;
  if (key === "Payments") return paymentTarget(books, method, id);
  if (key === "BatchPayments") return batchTarget(books, method, id);
  return documentTarget(books, key, id, method === "POST");
}

function documentTarget(books: Books, key: string, id: string | undefined, mayUpdate: boolean): WriteTarget | null {
  const renderers = { Invoices: renderInvoice, CreditNotes: renderCreditNote, BankTransactions: renderBankTransaction };
  const noun = WRITE_NOUNS.find((candidate) => candidate.key === key);
  if (noun !== undefined) {
    return {
      key,
      plan: (sent, context) => planDocument(books, noun, named(sent, noun.idField, id), context, mayUpdate),
      render: (saved, style) => renderers[noun.key](viewOf(books), recordOf(books, saved), style),
    };
  }
  if (key !== "ManualJournals") return null;
  return {
    key,
    plan: (sent, context) => planJournal(books, named(sent, "ManualJournalID", id), context, mayUpdate),
    render: (saved, style) => renderManualJournal(viewOf(books), recordOf(books, saved), style),
  };
}

function paymentTarget(books: Books, method: string, id: string | undefined): WriteTarget | null {
  if (id !== undefined && method !== "POST") return null;
  return {
    key: "Payments",
    plan: (sent, context) => (id === undefined ? planPayment(books, sent, context) : planPaymentDeletion(books, id, sent, context)),
    render: (saved, style) => renderPayment(viewOf(books), recordOf(books, saved), style),
  };
}

function batchTarget(books: Books, method: string, id: string | undefined): WriteTarget | null {
  if (method === "POST" && id === undefined) return null;
  return {
    key: "BatchPayments",
    plan: (sent, context) => (id === undefined ? planBatch(books, sent, context) : planBatchDeletion(books, id, sent, context)),
    render: (saved) => {
      const view = viewOf(books);
      const batch = batchesOf(view).find((candidate) => candidate.id === saved);
      if (!batch) throw new RangeError(`batch ${saved} was saved and is gone`);
      return renderBatch(view, batch);
    },
  };
}

function allocationTarget(books: Books, key: string, id: string): WriteTarget | null {
  const from = allocationSource(books, key, id);
  if (from === undefined) return null;
  return {
    key: "Allocations",
    plan: (sent, context) => planAllocation(books, from, sent, context),
    render: (saved) => renderAllocation(books, from, saved),
  };
}

function named(sent: Sent, idField: string, id: string | undefined): Sent {
  return id === undefined ? sent : { ...sent, [idField]: id };
}

function recordOf(books: Books, id: string): SimTransaction {
  const record = viewOf(books).transactions.get(id);
  if (!record) throw new RangeError(`record ${id} was saved and is gone`);
  return record;
}
