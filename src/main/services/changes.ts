import { type LockModule, moduleOf } from "#main/domain/period-lock.ts";
import { documentTypeCode } from "#main/store/codes.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { type CalendarDate, fromDayNumber, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import { ask, type LockBook, lockBook } from "./post-check.ts";

/** One watched field that moved: the service's own record, with no actor (rule 25). */
export interface ChangeRow {
  readonly changeNo: number;
  readonly recordId: string;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly detectedAt: Instant;
  /** The record's date; null for what has none, such as a party or a lock. */
  readonly date: CalendarDate | null;
  /** A lock that stands now binds the record's date, or the date that this change moved it from. */
  readonly inClosedPeriod: boolean;
  /** The locks that say so. */
  readonly closedBy: readonly string[];
}

interface StoredChange {
  readonly change_no: number;
  readonly record_id: string;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly day: number | null;
  readonly detected_ms: number;
  readonly type: number | null;
  readonly direction: number | null;
  readonly entity_word: number | null;
  readonly period_word: number | null;
  readonly date_before: string | null;
}

const DATE_FIELDS = "('issueDate', 'date')";

const CHANGES = `
  SELECT c.change_no, c.record_id, c.field, c.before, c.after, c.day, c.detected_ms, d.type, p.direction,
    COALESCE(d.entity_id_word, p.entity_id_word) AS entity_word, d.period_word,
    (SELECT m.before FROM field_change m WHERE m.record_id = c.record_id AND m.detected_ms = c.detected_ms AND m.field IN ${DATE_FIELDS}) AS date_before
  FROM field_change c LEFT JOIN document d USING (rec_no) LEFT JOIN payment p USING (rec_no)
  WHERE c.change_no > ? AND c.detected_ms >= ? ORDER BY c.change_no LIMIT ?`;

/**
 * What moved in the mirror, oldest first, and whether it lies behind a lock (rules 8 and 25).
 * @param page `after` is the last `changeNo` of the page before
 */
export function listChanges(
  reader: MirrorReader,
  page: { readonly sinceMs: number; readonly after: number; readonly limit: number },
): ChangeRow[] {
  const rows = reader.db.prepare(CHANGES).all(page.after, page.sinceMs, page.limit) as StoredChange[];
  const book = lockBook(reader);
  const closedBy = closedDates(reader, book);
  return rows.map((row) => {
    const locks = closedBy(row);
    return {
      changeNo: row.change_no,
      recordId: row.record_id,
      field: row.field,
      before: row.before,
      after: row.after,
      detectedAt: instantFromMs(row.detected_ms),
      date: row.day === null ? null : fromDayNumber(row.day),
      inClosedPeriod: locks.length > 0,
      closedBy: locks,
    };
  });
}

/** Ids of the locks that bind a change; each date, module and entity is asked once. */
function closedDates(reader: MirrorReader, book: LockBook): (row: StoredChange) => readonly string[] {
  const adjustments = new Set(book.periods.filter(({ isAdjustment }) => isAdjustment).map(({ id }) => id));
  const answers = new Map<string, readonly string[]>();
  return (row) => {
    const entityId = reader.words.textOptional(row.entity_word);
    const isAdjustment = adjustments.has(reader.words.textOptional(row.period_word) ?? "");
    const module = moduleOfChange(row);
    const locksAt = (date: CalendarDate): readonly string[] => {
      const key = [date, module, entityId ?? "", isAdjustment].join(" ");
      const question = { date, module, isAdjustment, ...(entityId === undefined ? {} : { entityId }) };
      const ids = answers.get(key) ?? ask(book, question).blockedBy.map(({ id }) => id);
      answers.set(key, ids);
      return ids;
    };
    const left = row.date_before === null ? null : readCalendarDate(row.date_before);
    const dates = [...(row.day === null ? [] : [fromDayNumber(row.day)]), ...(left === null ? [] : [left])];
    return [...new Set(dates.flatMap(locksAt))];
  };
}

function moduleOfChange({ type, direction }: StoredChange): LockModule {
  if (type !== null) return moduleOf(documentTypeCode.decode(type));
  if (direction === null) return "gl";
  return direction === 0 ? "ar" : "ap";
}
