import { RECORD_CREATED, RECORD_FIELD, RECORD_PRESENT, RECORD_REMOVED } from "#main/domain/documents/change-findings.ts";
import type { FieldChange } from "#main/domain/documents/field-changes.ts";
import type { HistoryStore } from "#main/store/records/history-store.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";

/** The entries in the history for a record that appears, is removed or returns (rule 25). */
export const CREATED: FieldChange = { field: RECORD_FIELD, before: null, after: RECORD_CREATED };
export const REMOVED: FieldChange = { field: RECORD_FIELD, before: RECORD_PRESENT, after: RECORD_REMOVED };
export const RETURNED: FieldChange = { field: RECORD_FIELD, before: RECORD_REMOVED, after: RECORD_PRESENT };

/** Adds such an entry for the mapped records of one ledger record. */
export function addLifecycleChange(
  history: HistoryStore,
  recNo: number,
  records: readonly MappedRecord[],
  change: FieldChange,
  nowMs: number,
): void {
  for (const record of records) {
    if (change !== CREATED || hasOwnHistory(record)) history.add(recNo, record.value.id, [change], dayOf(record), nowMs);
  }
}

/**
 * Locks have their own history. The postings of a document are covered by the document, and an application by
 * what it posts.
 */
function hasOwnHistory(record: MappedRecord): boolean {
  if (record.kind === "application") return false;
  return record.kind !== "lock" && (record.kind !== "journal" || record.value.documentId === undefined);
}

/** The date of a document, payment or journal; null for records without one. */
export function dayOf(record: MappedRecord): number | null {
  const value = record.value as { readonly issueDate?: CalendarDate; readonly date?: CalendarDate };
  const date = value.issueDate ?? value.date;
  return date === undefined ? null : dayNumber(date);
}
