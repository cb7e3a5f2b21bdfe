import { MOVES_FIGURES } from "#main/store/changes/moving-changes.ts";
import { endsInWork } from "#main/store/close/in-close.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { tieOutsAt } from "#main/store/records/tie-out-store.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { instantMs } from "#shared/kernel/instant.ts";
import { type TieOutRun, type TieOutStanding, tieOutCountsOf } from "#shared/model/reports/tie-out.ts";
import { acceptedChecks } from "./accepted-checks.ts";

/**
 * Whether a sync changed figures dated through a day after they were checked: then the outcome says nothing about the
 * figures of now. Every screen, gate and pack asks this one function.
 */
export function needsRecheck(reader: MirrorReader, asOfDate: CalendarDate, ranMs: number): boolean {
  return lastMoveMs(reader, asOfDate) > ranMs;
}

/** Whether the run's outcomes have been overtaken by a sync. */
export function runNeedsRecheck(reader: MirrorReader, { asOfDate, ranAt }: Pick<TieOutRun, "asOfDate" | "ranAt">): boolean {
  return needsRecheck(reader, asOfDate, instantMs(ranAt));
}

/** How the last checks at a date came out; null when there were none. */
export function tieOutStandingAt(reader: MirrorReader, asOfDate: CalendarDate): TieOutStanding | null {
  const run = tieOutsAt(reader.db, asOfDate);
  return run === null ? null : { ...tieOutCountsOf(run.checks, acceptedChecks(reader, run)), recheck: runNeedsRecheck(reader, run) };
}

/** Whether a sync of everything new runs the checks at a day again before it ends: those as of today, and those that a close waits for. */
export function isCheckedAfterSync(reader: MirrorReader, asOfDate: CalendarDate, today: CalendarDate): boolean {
  return asOfDate === today || endsInWork(reader, today).includes(asOfDate);
}

/** When something that moves figures last changed, among what is dated through a day; 0 when nothing has since the first read. */
export function lastMoveMs(reader: MirrorReader, day: CalendarDate): number {
  const changed = prepared(reader.db, `SELECT COALESCE(MAX(detected_ms), 0) FROM field_change WHERE day <= ? AND ${MOVES_FIGURES}`)
    .pluck()
    .get(dayNumber(day)) as number;
  return lastPostedMs(reader, day, changed) ?? changed;
}

/**
 * When an entry of the general-ledger feed last came after a moment. What a document posts isn't in its history, and the feed may
 * bring it first. Entries that are part of a transaction are noted with it.
 * @param through counts only entries dated up to and including it
 */
export function lastPostedMs(reader: MirrorReader, through: CalendarDate | null, sinceMs: number): number | null {
  const last = through === null ? Number.MAX_SAFE_INTEGER : dayNumber(through);
  // The newest come first, so that the search ends at the first one from before.
  const rows = reader.db
    .prepare(
      `SELECT j.day, s.fetched_ms AS atMs, t.first_completed_ms AS firstMs, EXISTS (SELECT 1 FROM document d WHERE d.rec_no = j.rec_no)
         OR EXISTS (SELECT 1 FROM payment p WHERE p.rec_no = j.rec_no) AS noted
       FROM journal j JOIN source_record s USING (rec_no) JOIN stream t USING (stream_no) ORDER BY j.rec_no DESC`,
    )
    .iterate() as IterableIterator<FeedRow>;
  for (const { day, atMs, firstMs, noted } of rows) {
    if (firstMs === null || atMs <= firstMs || atMs <= sinceMs) return null;
    if (noted === 0 && day <= last) return atMs;
  }
  return null;
}

interface FeedRow {
  readonly day: number;
  readonly atMs: number;
  readonly firstMs: number | null;
  readonly noted: 0 | 1;
}
