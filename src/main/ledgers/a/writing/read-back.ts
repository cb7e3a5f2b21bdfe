import { parseExactJson } from "#shared/kernel/json-exact.ts";
import { lookUp } from "#shared/kernel/look-up.ts";
import type { PageRecord } from "../../adapter.ts";
import { textAtPath } from "../../record-field.ts";
import type { WriteContext, WrittenRecord } from "../../writing.ts";
import { targetNouns } from "../mappers/allocation.ts";
import { type InvoiceType, invoiceRecordsRequest, type PagedEndpoint, recordRequest } from "../requests.ts";
import { recordsOf } from "./current.ts";
import type { Asking } from "./refused.ts";

type ReadRecord = PageRecord & { readonly stream: string };

interface Reading {
  readonly endpoint: PagedEndpoint | "BankTransactions";
  streamOf(type: string): string;
}

const readings: Readonly<Record<string, Reading>> = {
  CreditNote: { endpoint: "CreditNotes", streamOf: () => "credit-notes" },
  BankTransaction: {
    endpoint: "BankTransactions",
    streamOf: (type) => (type.startsWith("RECEIVE") ? "bank-transactions.receive" : "bank-transactions.spend"),
  },
  ManualJournal: { endpoint: "ManualJournals", streamOf: () => "manual-journals" },
  Overpayment: { endpoint: "Overpayments", streamOf: () => "overpayments" },
  Prepayment: { endpoint: "Prepayments", streamOf: () => "prepayments" },
  Payment: { endpoint: "Payments", streamOf: () => "payments" },
};

/** Ids in one query: the address must stay well below two thousand characters. */
const IDS_MAX = 40;

/**
 * Reads what was written, and what moved with it, in the shape of its stream. What a payment settles is
 * found in the payment itself as well. @throws AnswerUnreadable
 */
export function* readBack(context: WriteContext, written: readonly WrittenRecord[]): Asking<readonly ReadRecord[]> {
  const wanted = new Set(written.flatMap(({ entityType, ledgerId, alsoMoved }) => [`${entityType}:${ledgerId}`, ...alsoMoved]));
  const read: ReadRecord[] = [];
  // What a payment settles joins the set while it is walked.
  for (const recordId of wanted) {
    const [entityType, id] = split(recordId);
    const reading = readings[entityType];
    if (reading === undefined) continue;
    const bytes = recordsOf(yield recordRequest(context, reading.endpoint, id), reading.endpoint)[0];
    if (bytes === undefined) continue;
    const record = parseExactJson(new TextDecoder().decode(bytes));
    read.push({ stream: reading.streamOf(textAtPath(record, "Type") ?? ""), bytes });
    const settled = textAtPath(record, "Invoice", "InvoiceID");
    if (entityType === "Payment" && settled !== undefined)
      wanted.add(`${lookUp(targetNouns, textAtPath(record, "Invoice", "Type") ?? "") ?? "Invoice"}:${settled}`);
  }
  const invoiceIds = [...wanted].flatMap((recordId) => (recordId.startsWith("Invoice:") ? [split(recordId)[1]] : []));
  return [...read, ...(yield* readInvoices(context, invoiceIds))];
}

/** Rule 4: asked for by type. Of a new record the type is not known here, so that both are asked. */
function* readInvoices(context: WriteContext, ids: readonly string[]): Asking<ReadRecord[]> {
  const read: ReadRecord[] = [];
  for (let start = 0; start < ids.length; start += IDS_MAX) {
    let missing = ids.slice(start, start + IDS_MAX);
    for (const type of typesIn(context, missing)) {
      if (missing.length === 0) break;
      const records = recordsOf(yield invoiceRecordsRequest(context, type, { ids: missing }), "Invoices");
      const found = new Set(records.map((bytes) => textAtPath(parseExactJson(new TextDecoder().decode(bytes)), "InvoiceID")));
      missing = missing.filter((id) => !found.has(id));
      read.push(...records.map((bytes) => ({ stream: `invoices.${type.toLowerCase()}`, bytes })));
    }
  }
  return read;
}

/** The likelier type first. */
function typesIn(context: WriteContext, ids: readonly string[]): readonly InvoiceType[] {
  const isBill = ids.some((id) => context.record(`Invoice:${id}`)?.document?.type === "purchase_bill");
  return isBill ? ["ACCPAY", "ACCREC"] : ["ACCREC", "ACCPAY"];
}

function split(recordId: string): readonly [entityType: string, id: string] {
  const colon = recordId.indexOf(":");
  return [recordId.slice(0, colon), recordId.slice(colon + 1)];
}
