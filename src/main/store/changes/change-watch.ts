import {
  CHANGE_FINDING_CODES,
  type ChangedRecord,
  type ChangeVerdict,
  editsOf,
  judgeChanges,
  SETTLEMENT_FIELDS,
  SETTLEMENT_STATUSES,
} from "#main/domain/documents/change-findings.ts";
import type { FieldChange } from "#main/domain/documents/field-changes.ts";
import { type LockStepBack, lockStepsBack } from "#main/domain/periods/lock-moves.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { DocumentRow, PaymentRow } from "#main/store/database/schema-client.ts";
import { documentName, type EntityNames, fieldName, paymentName, withNames } from "#main/store/documents/record-names.ts";
import { lockHistories } from "#main/store/periods/lock-history.ts";
import { documentStatusCode, paymentStatusCode } from "#main/store/records/codes.ts";
import { FindingStore, LOCK_MOVED_BACK } from "#main/store/records/finding-store.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { localDay } from "#shared/kernel/instant.ts";
import { type BindingLocks, bindingLocks } from "./changes.ts";

/** The last change that was judged, and when changes were last judged. */
const JUDGED_KEY = "changes_judged";

interface Judged {
  readonly changeNo: number;
  readonly onDay: CalendarDate | null;
}

interface WatchOptions {
  readonly nowMs: number;
  /** The ledger has its own audit trail. */
  readonly ledgerTells: boolean;
  readonly entities: EntityNames;
}

/**
 * Judges what changed since the last time, at the end of a run when the locks have been read as well, and
 * raises or settles the findings about it: deleted documents, edits behind a lock, late entries, and locks that
 * were moved back. One transaction; no change is judged twice.
 */
export function watchChanges(reader: MirrorReader, options: WatchOptions): void {
  const { db } = reader;
  const judged = lastJudged(reader);
  const newest = prepared(db, "SELECT COALESCE(MAX(change_no), 0) FROM field_change").pluck().get() as number;
  const today = localDay(options.nowMs);
  if (newest <= judged.changeNo && judged.onDay === today) return;
  db.transaction(() => {
    if (newest > judged.changeNo) {
      const findings = new FindingStore(db);
      judgeRecords(reader, findings, judged, options);
      judgeLocks(reader, findings, options);
    }
    prepared(db, "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value").run(
      JUDGED_KEY,
      `${newest} ${today}`,
    );
  }).immediate();
}

function lastJudged({ db }: MirrorReader): Judged {
  const text = prepared(db, "SELECT value FROM meta WHERE key = ?").pluck().get(JUDGED_KEY) as string | undefined;
  const [changeNo = "0", day] = text?.split(" ") ?? [];
  return { changeNo: Number(changeNo), onDay: day === undefined ? null : (day as CalendarDate) };
}

type StoredChange = FieldChange & { readonly detected_ms: number };

function judgeRecords(reader: MirrorReader, findings: FindingStore, judged: Judged, { nowMs, entities }: WatchOptions): void {
  const words = (list: readonly string[]) => list.map((word) => `'${word}'`).join(", ");
  const statuses = words(SETTLEMENT_STATUSES);
  // Changes caused only by payments don't matter here, and they are most of the changes.
  const changed = prepared(
    reader.db,
    `SELECT DISTINCT rec_no FROM field_change WHERE change_no > ? AND field NOT IN (${words(SETTLEMENT_FIELDS)})
     AND NOT (field = 'status' AND COALESCE(before, '') IN (${statuses}) AND COALESCE(after, '') IN (${statuses}))
     AND (rec_no IN (SELECT rec_no FROM document) OR rec_no IN (SELECT rec_no FROM payment)) ORDER BY rec_no`,
  )
    .pluck()
    .all(judged.changeNo) as number[];
  if (changed.length === 0) return;
  const locks = bindingLocks(reader);
  for (const recNo of changed) {
    const { verdict, sinceMs = nowMs } = judgeRecord(reader, findings, recNo, { locks, judged, entities });
    for (const code of CHANGE_FINDING_CODES) settle(findings, recNo, code, verdict[code], { nowMs, sinceMs });
  }
}

interface Times {
  readonly nowMs: number;
  readonly sinceMs: number;
}

function settle(findings: FindingStore, recNo: number, code: string, message: string | null | undefined, { nowMs, sinceMs }: Times): void {
  if (message === null) findings.settleWatched(code, "", recNo, nowMs);
  else if (message !== undefined) findings.raiseWatched({ recNo, code, field: "", message }, nowMs, sinceMs);
}

interface JudgedWith extends Pick<WatchOptions, "entities"> {
  readonly locks: BindingLocks;
  readonly judged: Judged;
}

/** @returns the verdict, and when the first change that it is about was detected */
function judgeRecord(
  reader: MirrorReader,
  findings: FindingStore,
  recNo: number,
  { locks, judged, entities }: JudgedWith,
): { readonly verdict: ChangeVerdict; readonly sinceMs?: number } {
  // An edit that was reported stays one finding, and is settled when it is reversed.
  const openSince = findings.openSince("edited_in_closed_period", recNo);
  const changes = prepared(
    reader.db,
    `SELECT field, before, after, detected_ms FROM field_change WHERE record_id = ? AND (change_no > ? OR detected_ms >= ?) ORDER BY change_no`,
  ).all(recordId(reader, recNo), judged.changeNo, openSince ?? Number.MAX_SAFE_INTEGER) as StoredChange[];
  const facts = factsOf(reader, locks, recNo, changes);
  const [first] = changes;
  if (facts === null || first === undefined) return { verdict: {} };
  const named = (value: string | null) => (value === null ? null : withNames(reader, value, entities));
  // The postings of a document follow from it, so only its own fields are reported.
  const shown = changes.map(({ field, before, after }) => ({
    field: fieldName(reader, recNo, field),
    before: named(before),
    after: named(after),
  }));
  const seenOn = localDay(changes.at(-1)?.detected_ms ?? 0);
  return { verdict: judgeChanges({ ...facts, seenOn, lookedOn: judged.onDay, changes: shown }), sinceMs: first.detected_ms };
}

function recordId(reader: MirrorReader, recNo: number): string {
  const row = prepared(reader.db, "SELECT source_id, entity_word FROM source_record WHERE rec_no = ?").get(recNo) as {
    readonly source_id: unknown;
    readonly entity_word: number;
  };
  return `${reader.words.text(row.entity_word)}:${reader.idText(row.source_id)}`;
}

type Facts = Pick<ChangedRecord, "name" | "date" | "status" | "lockedThrough">;

function factsOf(reader: MirrorReader, locks: BindingLocks, recNo: number, changes: readonly FieldChange[]): Facts | null {
  const dateBefore = changes.find(({ field }) => field === "issueDate" || field === "date")?.before ?? null;
  const document = prepared(reader.db, "SELECT * FROM document WHERE rec_no = ?").get(recNo) as DocumentRow | undefined;
  if (document !== undefined) {
    const { type, issue_day: day, entity_id_word, period_word } = document;
    const binding = locks({ type, direction: null, entity_word: entity_id_word, period_word, day, date_before: dateBefore });
    const status = documentStatusCode.decode(document.status);
    return { name: documentName(reader, document), date: fromDayNumber(day), status, lockedThrough: farthest(binding) };
  }
  const payment = prepared(reader.db, "SELECT * FROM payment WHERE rec_no = ?").get(recNo) as PaymentRow | undefined;
  if (payment === undefined) return null;
  const { direction, day, entity_id_word } = payment;
  const binding = locks({ type: null, direction, entity_word: entity_id_word, period_word: null, day, date_before: dateBefore });
  const status = paymentStatusCode.decode(payment.status);
  return { name: paymentName(reader, payment), date: fromDayNumber(day), status, lockedThrough: farthest(binding) };
}

function farthest(locks: ReturnType<BindingLocks>): CalendarDate | null {
  return locks.reduce<CalendarDate | null>(
    (last, { lockedThrough }) => (last === null || lockedThrough > last ? lockedThrough : last),
    null,
  );
}

/** One finding for each lock that is earlier than it once was; settled when the lock is back. */
function judgeLocks(reader: MirrorReader, findings: FindingStore, { nowMs, ledgerTells }: WatchOptions): void {
  const moved = prepared(reader.db, "SELECT 1 FROM field_change WHERE field = 'lockedThrough' LIMIT 1").get();
  if (moved === undefined) return;
  const steps = lockStepsBack(lockHistories(reader), ledgerTells);
  for (const step of steps) {
    const since = findings.openSince(LOCK_MOVED_BACK, null, step.key) ?? nowMs;
    const message = `${step.message}${changedSince(reader, step, since)}`;
    findings.raiseWatched({ recNo: step.recNo, code: LOCK_MOVED_BACK, field: step.key, message }, nowMs);
  }
  for (const key of findings.openFields(LOCK_MOVED_BACK))
    if (!steps.some((step) => step.key === key)) findings.settleWatched(LOCK_MOVED_BACK, key, null, nowMs);
}

const NAMED_MAX = 3;

/** What was edited, entered or deleted in the days that the lock no longer covers. */
function changedSince(reader: MirrorReader, { from, to }: LockStepBack, sinceMs: number): string {
  const rows = prepared(
    reader.db,
    `SELECT rec_no, field, before, after FROM field_change WHERE day > ? AND day <= ? AND detected_ms >= ? - 86400000
     AND rec_no IN (SELECT rec_no FROM document) ORDER BY change_no`,
  ).all(to === null ? Number.MIN_SAFE_INTEGER : dayNumber(to), dayNumber(from), sinceMs) as (FieldChange & { readonly rec_no: number })[];
  const edited = new Set(rows.filter((row) => row.field === "record" || editsOf([row]).length > 0).map(({ rec_no }) => rec_no));
  if (edited.size === 0) return "";
  const find = prepared(reader.db, "SELECT * FROM document WHERE rec_no = ?");
  const names = [...edited].slice(0, NAMED_MAX).map((recNo) => documentName(reader, find.get(recNo) as DocumentRow));
  const more = edited.size - names.length;
  return ` Since the day before Tieout noticed this, these transactions dated in the unlocked days have changed: ${names.join("; ")}${more === 0 ? "" : `; and ${more} more`}.`;
}
