import type { LockedPeriod, LockHistory } from "#main/domain/periods/lock-moves.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Period, PeriodLock } from "#shared/model/books/period.ts";

/** Every lock that the mirror ever read: its latest date so far and its current date. */
export function lockHistories(reader: MirrorReader): LockHistory[] {
  const { db } = reader;
  const standing = new Map<string, { readonly lock: PeriodLock; readonly recNo: number }>();
  const bodies = prepared(
    db,
    "SELECT body, rec_no FROM entity JOIN source_record USING (rec_no) WHERE kind = 'lock' AND removed_ms IS NULL",
  ).all() as { readonly body: string; readonly rec_no: number }[];
  for (const { body, rec_no } of bodies) {
    const lock = JSON.parse(body) as PeriodLock;
    standing.set(lock.id, { lock, recNo: rec_no });
  }
  const peaks = prepared(
    db,
    `SELECT record_id, MAX(rec_no) AS rec_no, MAX(MAX(COALESCE(before, '')), MAX(COALESCE(after, ''))) AS peak
     FROM field_change WHERE field = 'lockedThrough' GROUP BY record_id`,
  ).all() as { readonly record_id: string; readonly rec_no: number; readonly peak: string }[];
  const moved = new Map(peaks.map(({ record_id, rec_no, peak }) => [record_id, { recNo: rec_no, peak }]));
  const ids = new Set([...standing.keys(), ...moved.keys()]);
  return [...ids].map((lockId) => {
    const now = standing.get(lockId);
    const past = moved.get(lockId);
    const through = now?.lock.lockedThrough ?? "";
    const recNo = now?.recNo ?? (past?.recNo as number);
    const peak = past === undefined || through > past.peak ? through : past.peak;
    return { lockId, recNo, peak: peak as CalendarDate, standing: now?.lock ?? null, period: periodOf(reader, recNo) };
  });
}

/** The period in the same ledger record, where locks belong to periods. */
function periodOf(reader: MirrorReader, recNo: number): LockedPeriod | null {
  const body = prepared(reader.db, "SELECT body FROM entity WHERE rec_no = ? AND kind = 'period'").pluck().get(recNo) as string | undefined;
  if (body === undefined) return null;
  const { label, start, isAdjustment } = JSON.parse(body) as Period;
  return { label, start, isAdjustment };
}
