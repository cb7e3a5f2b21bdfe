import { type LockModule, moduleOf } from "#main/domain/periods/period-lock.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentNameOf, type EntityNames } from "#main/store/documents/record-names.ts";
import { ask, lockBook } from "#main/store/periods/post-check.ts";
import { documentTypeCode } from "#main/store/records/codes.ts";
import { type CalendarDate, fromDayNumber, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import type { PeriodLock } from "#shared/model/books/period.ts";
import { type ChangeAuthor, changeAuthors } from "./change-authors.ts";
import { type ChangeDescription, describeChange } from "./change-descriptions.ts";

/** One change of a watched field: the service's own record, without an actor (rule 25). */
export interface ChangeRow {
  readonly changeNo: number;
  readonly recordId: string;
  /** Its name for people; null for a record that is neither document nor payment. */
  readonly recordName: string | null;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly detectedAt: Instant;
  /** The record's date; null for records without one, such as a party or a lock. */
  readonly date: CalendarDate | null;
  /** A current lock covers the record's date, or its date before this change. */
  readonly inClosedPeriod: boolean;
  /** The names of those locks. */
  readonly closedBy: readonly string[];
}

interface StoredChange {
  readonly change_no: number;
  readonly rec_no: number;
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

const changesSql = (order: "ASC" | "DESC") => `
  SELECT c.change_no, c.rec_no, c.record_id, c.field, c.before, c.after, c.day, c.detected_ms, d.type, p.direction,
    COALESCE(d.entity_id_word, p.entity_id_word) AS entity_word, d.period_word,
    (SELECT m.before FROM field_change m WHERE m.record_id = c.record_id AND m.detected_ms = c.detected_ms AND m.field IN ${DATE_FIELDS}) AS date_before
  FROM field_change c LEFT JOIN document d USING (rec_no) LEFT JOIN payment p USING (rec_no)
  WHERE c.change_no ${order === "ASC" ? ">" : "<"} ? AND c.detected_ms >= ? ORDER BY c.change_no ${order} LIMIT ?`;

/**
 * `recNo` is the record's number in the mirror. `holds` is the table of the record, if the change is about the
 * record itself and not its postings.
 */
type ReadChange = ChangeRow & { readonly recNo: number; readonly detectedMs: number; readonly holds: "document" | "payment" | null };

function readChanges(reader: MirrorReader, page: Omit<ChangesQuestion, "closedOnly" | "entities">, locksOf: BindingLocks): ReadChange[] {
  const { after, sinceMs, limit, newestFirst } = page;
  const from = newestFirst === true && after === 0 ? Number.MAX_SAFE_INTEGER : after;
  const rows = prepared(reader.db, changesSql(newestFirst ? "DESC" : "ASC")).all(from, sinceMs, limit) as StoredChange[];
  return rows.map((row) => {
    const locks = locksOf(row).map(({ id }) => id);
    const recordName = documentNameOf(reader, row.record_id);
    return {
      recNo: row.rec_no,
      detectedMs: row.detected_ms,
      // The postings of a document are stored with it.
      holds: recordName === null ? null : row.type !== null ? "document" : "payment",
      changeNo: row.change_no,
      recordId: row.record_id,
      recordName,
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

function changeRowOf({ recNo: _recNo, detectedMs: _detectedMs, holds: _holds, ...row }: ReadChange): ChangeRow {
  return row;
}

export interface ChangesQuestion {
  readonly sinceMs: number;
  /** Only changes behind a lock. */
  readonly closedOnly: boolean;
  /** From the last change backwards; `after` 0 starts at the last one. */
  readonly newestFirst?: boolean;
  readonly after: number;
  readonly limit: number;
  readonly entities: EntityNames;
}

/** A described change; `by` is null when the change wasn't posted by Tieout. */
export type ToldChange = ChangeRow & ChangeDescription & { readonly by: ChangeAuthor | null };

export interface ChangesPage {
  readonly rows: readonly ToldChange[];
  readonly next: number | null;
}

const ROWS_AT_ONCE = 1000;

/** A page of changes with the position of the next one; with a filter, the search goes on until the page is full. */
export function changesPage(reader: MirrorReader, { closedOnly, limit, sinceMs, entities, ...page }: ChangesQuestion): ChangesPage {
  const rows: ToldChange[] = [];
  const authorOf = changeAuthors(reader);
  const locksOf = bindingLocks(reader);
  for (let after = page.after; ; ) {
    const found = readChanges(reader, { ...page, sinceMs, after, limit: closedOnly ? ROWS_AT_ONCE : limit }, locksOf);
    for (const row of found) {
      if (closedOnly && !row.inClosedPeriod) continue;
      rows.push({ ...changeRowOf(row), ...describeChange(reader, row, entities), by: authorOf(row.recordId, row.detectedMs) });
      if (rows.length === limit) return { rows, next: row.changeNo };
    }
    const last = found.at(-1)?.changeNo;
    if (last === undefined || found.length < (closedOnly ? ROWS_AT_ONCE : limit)) return { rows, next: null };
    after = last;
  }
}

/** The facts about a record that decide which locks apply: kind, entity, day, and the date before the change. */
type Placed = Pick<StoredChange, "type" | "direction" | "entity_word" | "period_word" | "day" | "date_before">;
export type BindingLocks = (record: Placed) => readonly PeriodLock[];

/** The current locks that cover a record's date or the date it was moved from. Results are cached by date, module and entity. */
export function bindingLocks(reader: MirrorReader): BindingLocks {
  const book = lockBook(reader);
  const adjustments = new Set(book.periods.filter(({ isAdjustment }) => isAdjustment).map(({ id }) => id));
  const answers = new Map<string, readonly PeriodLock[]>();
  return (record) => {
    const entityId = reader.words.textOptional(record.entity_word);
    const isAdjustment = adjustments.has(reader.words.textOptional(record.period_word) ?? "");
    const module = moduleOfChange(record);
    const locksAt = (date: CalendarDate): readonly PeriodLock[] => {
      const key = [date, module, entityId ?? "", isAdjustment].join(" ");
      const question = { date, module, isAdjustment, ...(entityId === undefined ? {} : { entityId }) };
      const locks = answers.get(key) ?? ask(book, question).blockedBy;
      answers.set(key, locks);
      return locks;
    };
    const left = record.date_before === null ? null : readCalendarDate(record.date_before);
    const dates = [...(record.day === null ? [] : [fromDayNumber(record.day)]), ...(left === null ? [] : [left])];
    return [...new Set(dates.flatMap(locksAt))];
  };
}

function moduleOfChange({ type, direction }: Placed): LockModule {
  if (type !== null) return moduleOf(documentTypeCode.decode(type));
  if (direction === null) return "gl";
  return direction === 0 ? "ar" : "ap";
}
