import { MOVES_FIGURES } from "#main/store/changes/moving-changes.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { tieOutsAt } from "#main/store/records/tie-out-store.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { instantMs } from "#shared/kernel/instant.ts";
import { type TieOutRun, type TieOutStanding, tieOutCountsOf } from "#shared/model/reports/tie-out.ts";

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
  return run === null ? null : { ...tieOutCountsOf(run.checks), recheck: runNeedsRecheck(reader, run) };
}

/** When something that moves figures last changed, among what is dated through a day; 0 when nothing has since the first read. */
export function lastMoveMs(reader: MirrorReader, day: CalendarDate): number {
  return prepared(reader.db, `SELECT COALESCE(MAX(detected_ms), 0) FROM field_change WHERE day <= ? AND ${MOVES_FIGURES}`)
    .pluck()
    .get(dayNumber(day)) as number;
}
