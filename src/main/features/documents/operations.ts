import { z } from "zod";
import { auditOf } from "#main/features/changes/audit-trail.ts";
import type { ClientWork } from "#main/operations/client-work.ts";
import { query } from "#main/operations/operation.ts";
import { findChoices } from "#main/store/clients/choices.ts";
import { approvalOf } from "#main/store/documents/approvals.ts";
import { documentTotals } from "#main/store/documents/document-totals.ts";
import { documentView } from "#main/store/documents/document-view.ts";
import { listDocuments } from "#main/store/documents/documents.ts";
import { rawPayload } from "#main/store/documents/raw-payload.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import { choice, choiceKind, partyRole } from "#shared/contract/books/choices.ts";
import {
  type DocumentView,
  documentFilter,
  documentListPage,
  documentTotals as totalsView,
  documentView as view,
} from "#shared/contract/books/documents.ts";
import { recordKind } from "#shared/contract/books/records.ts";
import { clientId, shortId } from "#shared/contract/fields.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import { message } from "#shared/language/t.ts";
import { instantString } from "#shared/model/books/money.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { recordPage } from "./record-page.ts";

const ofRecord = z.object({ clientId, id: shortId.describe("Transaction ID") });

/** The records of a client's books, document by document or a kind at a time. */
export const documentOperations = [
  query("documents.list", {
    summary: "List the transactions that match a filter, page by page",
    input: z.object({
      clientId,
      filter: documentFilter,
      after: z
        .string()
        .regex(/^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?:){1,4}\d+$/, "use the value of “next” from the previous answer")
        .optional()
        .describe("Where to continue: the value of “next” in the previous answer"),
      offset: z.number().int().min(0).optional(),
      limit: z.number().int().min(1).max(1000),
    }),
    output: documentListPage,
    runs: "reader",
    unread: { rows: [], next: null },
    perform: ({ mirror }, { clientId: _client, filter, ...page }) => ok(listDocuments(mirror, filter, page)),
  }),

  query("documents.totals", {
    summary: "Show the number of transactions and their totals by side (sales, purchases or journals) and currency",
    input: z.object({ clientId, filter: documentFilter }),
    output: totalsView,
    runs: "reader",
    unread: { count: 0, excluded: { voided: 0, deleted: 0 }, rows: [] },
    perform: ({ mirror }, { filter }) => ok(documentTotals(mirror, filter)),
  }),

  query("documents.show", {
    summary: "Show a transaction with its contact, approval, exceptions and changes",
    input: ofRecord,
    output: view,
    runs: "reader",
    perform: (work, { id }) => {
      const { mirror, capabilities, unlistedTaxCodes } = work;
      const shown = documentView(mirror, id, unlistedTaxCodes);
      if (shown === null) return fail(recordNumber(mirror, id, "payment") === null ? noRecord() : noPaymentView());
      const approval = approvalOf(mirror, shown.document, capabilities.hasApprovalWorkflow);
      return ok({ ...shown, names: withEntities(work, shown), audit: auditOf(capabilities.hasAuditTrail), approval });
    },
  }),

  query("documents.raw", {
    summary: "Show a transaction's payload exactly as the ledger sent it",
    input: ofRecord,
    output: z.object({ raw: z.string(), fetchedAt: instantString }),
    runs: "reader",
    perform: ({ mirror }, { id }) => {
      const payload = rawPayload(mirror, id);
      return payload === null ? fail(noRecord()) : ok({ raw: payload.raw, fetchedAt: instantFromMs(payload.fetchedMs) });
    },
  }),

  query("records.list", {
    summary: "List records of one kind, page by page, in the format of Tieout's data model",
    input: z.object({
      clientId,
      kind: recordKind,
      filter: documentFilter.default({}).describe("Filter for records of the kind “document”. Records of other kinds aren't filtered"),
      after: z.string().max(400).optional().describe("Where to continue: the value of “next” in the previous answer"),
    }),
    output: z.object({
      rows: z.array(z.custom<object>((row) => typeof row === "object" && row !== null)).readonly(),
      next: z.string().nullable(),
    }),
    runs: "reader",
    perform: recordPage,
  }),

  query("choices.find", {
    summary: "Find active contacts, accounts, items or tax codes by part of their name or code",
    input: z.object({
      clientId,
      kind: choiceKind,
      text: z.string().max(200),
      id: z.string().optional().describe("Only the record with this ID, even if it's inactive"),
      ids: z.array(z.string()).max(200).optional().describe("Only the records with these IDs, even if they're inactive"),
      role: partyRole.optional().describe(message("For contacts: only customers or only vendors")),
      limit: z.number().int().min(1).max(200),
    }),
    output: z.array(choice),
    runs: "reader",
    perform: ({ mirror }, question) => ok(findChoices(mirror, question)),
  }),
] as const;

/** The document's names with those of the legal entities that it is or was of, which discovery knows and no record holds. */
function withEntities({ organisation }: ClientWork, { document, names, history }: DocumentView): DocumentView["names"] {
  const named = new Set([document.entityId, ...history.flatMap(({ field, before, after }) => (field === "entity" ? [before, after] : []))]);
  return { ...names, ...Object.fromEntries(organisation.entities.filter(({ id }) => named.has(id)).map(({ id, name }) => [id, name])) };
}

function noRecord(): Failure {
  return {
    code: "not_found",
    message: "This transaction isn't in this client's books.",
    field: "id",
    next: "It may be new. Sync the client, then search for the transaction in Transactions.",
  };
}

/** A payment is none of the transactions that are shown one by one: links leave it out, but an address or a program may name it. */
function noPaymentView(): Failure {
  return {
    code: "not_found",
    message: "Tieout can't show this payment on its own.",
    field: "id",
    next: "Open a bill, invoice or other transaction that it's applied to, or look up the payment in the ledger.",
  };
}
