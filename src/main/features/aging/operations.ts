import { z } from "zod";
import { query } from "#main/operations/operation.ts";
import { agingReport } from "#main/store/aging/aging.ts";
import { agingDocuments } from "#main/store/aging/aging-documents.ts";
import { mergedAging } from "#main/store/contacts/merged-figures.ts";
import { clientId, shortId } from "#shared/contract/fields.ts";
import { agedDocument, agingBucket, unappliedKind } from "#shared/contract/reports/analysis.ts";
import { aging, agingSide } from "#shared/contract/reports/figures.ts";
import { ok } from "#shared/kernel/result.ts";
import { message } from "#shared/language/t.ts";
import { calendarDateString, instantString } from "#shared/model/books/money.ts";

export const reportAging = query("reports.aging", {
  summary: message("Show aged receivables or payables as of a date, with unapplied credits and payments listed separately"),
  input: z.object({
    clientId,
    side: agingSide,
    asOfDate: calendarDateString,
    merged: z.boolean().default(false).describe("Count merged contacts as one"),
    entityId: shortId.optional().describe("Legal entity ID, if the ledger has several legal entities"),
  }),
  output: aging,
  runs: "reader",
  perform: ({ mirror, organisation }, { side, asOfDate, merged, entityId }) => {
    const entity = organisation.entities.find(({ id }) => id === entityId);
    const report = agingReport(mirror, { side, asOfDate, entityId, baseCurrency: entity?.currency ?? organisation.baseCurrency });
    const { tieOut, ...figures } = merged ? mergedAging(mirror, report) : report;
    // The tie-out screen lists the parties that agree; an aging names only those that differ.
    const { agreed: _agreed, agreeing: _agreeing, ...differing } = tieOut;
    return ok({ ...figures, tieOut: differing });
  },
});

/** Aged receivables and payables. */
export const agingOperations = [
  reportAging,

  query("reports.agingDocuments", {
    summary: message("List the transactions behind an aging figure, earliest due date first"),
    input: z.object({
      clientId,
      side: agingSide,
      asOf: calendarDateString,
      party: z.string().nullable().optional().describe("Contact ID. To list transactions without a contact, use null"),
      currency: z.string().optional(),
      bucket: agingBucket.optional(),
      kind: z
        .enum(["charges", "unapplied"])
        .optional()
        .describe("“charges” for open transactions in the buckets, “unapplied” for unapplied credits and payments"),
      unapplied: unappliedKind.optional().describe("Only unapplied amounts of this kind"),
      after: z.string().optional().describe("Where to continue: the value of “next” in the previous answer"),
      limit: z.number().int().min(1).max(1000),
    }),
    output: z.object({ asOf: instantString.nullable(), rows: z.array(agedDocument), next: z.string().nullable() }),
    runs: "reader",
    perform: ({ mirror, organisation: { baseCurrency } }, { clientId: _client, asOf: asOfDate, party: partyId, ...question }) => {
      const page = agingDocuments(mirror, { ...question, asOfDate, partyId, baseCurrency });
      return ok({ ...page, rows: page.rows.map((row) => ({ ...row, gaps: [...row.gaps] })) });
    },
  }),
] as const;
