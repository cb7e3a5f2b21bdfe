import { type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { DocumentStatus } from "#shared/model/books/document.ts";
import type { MappedDocument, MappedSource, ReadContext } from "../../adapter.ts";
import { requireDay } from "../dates.ts";
import { manualJournalSchema } from "../schemas.ts";
import { mapLines, taxBases } from "./line.ts";
import { keptRaw, known, mapped, present, readRow, recordId, sourceRef, unknownValues } from "./source.ts";

const statuses: Readonly<Record<string, DocumentStatus>> = {
  DRAFT: "draft",
  POSTED: "paid",
  VOIDED: "voided",
  DELETED: "deleted",
  ARCHIVED: "voided",
};

/** A journal that somebody typed. Amounts are in base currency and debit-positive. @throws RecordMalformed */
export function mapManualJournal(context: ReadContext, record: ExactJson): MappedSource {
  const entityType = "ManualJournal";
  const row = readRow(manualJournalSchema, record, entityType);
  const unknown = unknownValues(entityType, [
    { field: "Status", value: row.Status, table: statuses },
    { field: "LineAmountTypes", value: row.LineAmountTypes, table: taxBases },
  ]);
  if (unknown.length > 0) return keptRaw(entityType, row.ManualJournalID, unknown);
  const id = recordId(entityType, row.ManualJournalID);
  const currency = context.discovery.organisation.baseCurrency;
  const basis = row.LineAmountTypes === undefined ? "unknown" : known(taxBases, row.LineAmountTypes, "LineAmountTypes");
  const owner = { id, entityType, currency, basis, side: undefined, amountsAreNet: true };
  const { lines, findings } = mapLines(context, owner, row.JournalLines);
  const debits = sumDecimals(lines.map((line) => line.net.amount).filter((net) => !net.startsWith("-")));
  const total = { amount: debits, currency };
  const value: MappedDocument = {
    id,
    type: "journal",
    issueDate: requireDay(row.DateString, row.Date, "Date"),
    currency,
    total,
    totalBase: total,
    outstanding: { amount: "0.00" as DecimalString, currency },
    tax: { basis, components: [] },
    status: known(statuses, row.Status, "Status"),
    statusIsDerived: false,
    sourceStatus: row.Status,
    lines: [...lines],
    allocations: [],
    source: sourceRef(context, entityType, row.ManualJournalID),
    ...present({ memo: row.Narration }),
  };
  return mapped(entityType, row.ManualJournalID, { kind: "document", value }, findings);
}
