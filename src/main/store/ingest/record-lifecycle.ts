import { RECORD_CREATED, RECORD_FIELD, RECORD_PRESENT, RECORD_REMOVED } from "#main/domain/documents/change-findings.ts";
import type { FieldChange } from "#main/domain/documents/field-changes.ts";
import type { HistoryStore } from "#main/store/records/history-store.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";

/** How the history tells that a record came, went and came back (rule 25). */
export const CREATED: FieldChange = { field: RECORD_FIELD, before: null, after: RECORD_CREATED };
export const REMOVED: FieldChange = { field: RECORD_FIELD, before: RECORD_PRESENT, after: RECORD_REMOVED };
export const RETURNED: FieldChange = { field: RECORD_FIELD, before: RECORD_REMOVED, after: RECORD_PRESENT };

/** Notes the coming or going of the records that one ledger record yields. */
export function noteComing(
  history: HistoryStore,
  recNo: number,
  records: readonly MappedRecord[],
  change: FieldChange,
  nowMs: number,
): void {
  for (const record of records) {
    if (change !== CREATED || tellsOfItself(record)) history.add(recNo, record.value.id, [change], dayOf(record), nowMs);
  }
}

/**
 * A lock has a history of its own; what the general ledger posts for a document comes with that document, and an
 * application comes with what it posts.
 */
function tellsOfItself(record: MappedRecord): boolean {
  if (record.kind === "application") return false;
  return record.kind !== "lock" && (record.kind !== "journal" || record.value.documentId === undefined);
}

/** The date of a document, payment or journal; null for what has none. */
export function dayOf(record: MappedRecord): number | null {
  const value = record.value as { readonly issueDate?: CalendarDate; readonly date?: CalendarDate };
  const date = value.issueDate ?? value.date;
  return date === undefined ? null : dayNumber(date);
}
