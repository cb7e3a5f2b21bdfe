import { z } from "zod";
import { type ClientWork, clientStep } from "#main/operations/client-work.ts";
import { query } from "#main/operations/operation.ts";
import { findChoices } from "#main/store/clients/choices.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { listDocuments } from "#main/store/documents/documents.ts";
import { entryDefaults as defaultsOf, entryTaxCodes } from "#main/store/documents/entry-facts.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import { writeFacts } from "#main/store/documents/write-facts.ts";
import { type EntryWarnings, entryDefaults, entryWarnings, taxCodeChoice, unfinishedEntry } from "#shared/contract/books/entries.ts";
import { clientId, day, shortId } from "#shared/contract/fields.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { ok } from "#shared/kernel/result.ts";
import { type DocumentType, documentType, isSale } from "#shared/model/books/document.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";

/** From which likeness on a bill is worth a warning; the review warns from the same. */
const LIKELY = 60;
const WARNED_MAX = 3;

interface Asked {
  readonly clientId: string;
  readonly type: DocumentType;
}

/** A contact that a document of the type may be with, in base currency. */
const entryContact = clientStep("entries.contact", "reader", ({ mirror, organisation }, { type }: Asked) => {
  const role = isSale(type) ? "customer" : "vendor";
  const found = findChoices(mirror, { kind: "party", text: "", limit: 200, role });
  return ok(found.find(({ currency }) => currency === null || currency === organisation.baseCurrency)?.id ?? null);
});

export const entrySteps = [entryContact] as const;

/** What the forms for a new document ask while a person fills them in. Nothing here is sent to a ledger. */
export const entryOperations = [
  query("entries.defaults", {
    summary:
      "Suggest the terms, account or item, and tax code of a new transaction from the contact's recent transactions of the same type. If those give no terms, the terms come from all contacts' recent transactions of that type",
    input: z.object({ clientId, type: documentType, partyId: shortId.optional() }),
    output: entryDefaults,
    runs: "reader",
    unread: { termDays: null, termsOf: "ledger", line: null },
    perform: ({ mirror }, { type, partyId }) => ok(defaultsOf(mirror, type, partyId)),
  }),

  query("entries.taxCodes", {
    summary: "List the tax codes that a type of transaction can have on its lines",
    input: z.object({ clientId, type: documentType }),
    output: z.array(taxCodeChoice),
    runs: "reader",
    unread: [],
    perform: ({ mirror, capabilities, unlistedTaxCodes }, { type }) =>
      ok(entryTaxCodes(mirror, type, !capabilities.canCreateTaxRates, unlistedTaxCodes)),
  }),

  query("entries.warnings", {
    summary: "Warn of lock dates, possible duplicates and control accounts while a transaction is entered",
    input: z.object({ clientId, entry: unfinishedEntry }),
    output: entryWarnings,
    runs: "reader",
    unread: { lock: null, duplicates: [], controlAccounts: [] },
    perform: (work, { entry }) => ok(warningsOf(work, entry)),
  }),

  query("entries.refusedFields", {
    summary: "List the fields that this client's ledger doesn't accept in a new transaction, with the reasons",
    input: z.object({
      ...{ clientId, type: documentType, issueDate: day },
      accountId: shortId.optional().describe("ID of the account on the transaction's line"),
    }),
    output: z.record(z.string(), z.string()),
    runs: "core",
    perform: async (context, { clientId: client, ...sample }) => {
      const contact = await context.perform(entryContact, { clientId: client, type: sample.type });
      if (!contact.ok) return contact;
      const reasons = await context.writes.refusedFields(client, { ...sample, partyId: contact.value ?? undefined });
      return reasons.ok ? ok({ ...reasons.value }) : reasons;
    },
  }),
] as const;

function warningsOf({ mirror }: ClientWork, entry: z.output<typeof unfinishedEntry>): EntryWarnings {
  const { accountIds, total, partyId, entityId, ...header } = entry;
  const operation: WriteOperation = {
    kind: "create_document",
    document: {
      ...header,
      ...(partyId === undefined ? {} : { party: { id: partyId } }),
      ...(entityId === undefined ? {} : { entityId }),
      ...(total === undefined ? {} : { total: { amount: total, currency: entry.currency } }),
      status: "open",
      lines: [{ kind: "account", net: { amount: total ?? decimal("0"), currency: entry.currency }, dimensions: [] }],
    },
  };
  const facts = writeFacts(mirror, [operation]);
  const cutOff = facts.cutOffs.find(({ check }) => !check.canPost);
  const alike = facts.duplicates.filter(({ score }) => score >= LIKELY).toSorted((a, b) => b.score - a.score);
  const ids = [...new Set([...alike.map(({ documentId }) => documentId), ...sameNumber(mirror, entry)])];
  const isPosting = entry.type !== "journal";
  return {
    lock: cutOff === undefined ? null : { firstPostableDate: cutOff.check.firstPostableDate },
    duplicates: ids.slice(0, WARNED_MAX).flatMap((documentId) => {
      const recNo = recordNumber(mirror, documentId, "document");
      const [document] = recNo === null ? [] : mirror.documents([recNo], "own");
      if (document === undefined) return [];
      const { type, unappliedKind = null, number = null, issueDate, total: sum } = document;
      return [{ documentId, type, unappliedKind, number, date: issueDate, total: sum.amount, currency: sum.currency }];
    }),
    controlAccounts: facts.accounts.flatMap(({ id, name, role }) =>
      isPosting && accountIds.includes(id) && (role === "receivable" || role === "payable") ? [{ accountId: id, name, role }] : [],
    ),
  };
}

/** Documents of the contact that have this very number already, whatever their amount and date. */
function sameNumber(mirror: MirrorReader, { type, partyId, number }: z.output<typeof unfinishedEntry>): string[] {
  const wanted = number?.trim().toLowerCase() ?? "";
  if (partyId === undefined || wanted === "") return [];
  const { rows } = listDocuments(mirror, { types: [type], partyId, text: wanted }, { limit: 20 });
  return rows.flatMap((row) =>
    row.number?.trim().toLowerCase() === wanted && !row.removed && row.status !== "voided" && row.status !== "deleted" ? [row.id] : [],
  );
}
