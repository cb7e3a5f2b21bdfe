import { ownPeriods } from "#main/domain/own-periods.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { Period, PeriodLock } from "#shared/model/period.ts";

/** The client's periods: the ledger's own where it has them, else calendar months kept by the service. */
export function listPeriods(reader: MirrorReader, fiscalYearEnd: { readonly month: number; readonly day: number }): Period[] {
  const mirrored = bodies<Period>(reader, "period");
  if (mirrored.length > 0) return mirrored.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : a.end < b.end ? -1 : 1));
  const range = reader.db.prepare("SELECT MIN(issue_day) AS first, MAX(issue_day) AS last FROM document").get() as {
    first: number | null;
    last: number | null;
  };
  if (range.first === null || range.last === null) return [];
  return ownPeriods(fromDayNumber(range.first), fromDayNumber(range.last), fiscalYearEnd, bodies<PeriodLock>(reader, "lock"));
}

function bodies<T>(reader: MirrorReader, kind: string): T[] {
  const texts = reader.db
    .prepare("SELECT body FROM entity JOIN source_record USING (rec_no) WHERE kind = ? AND removed_ms IS NULL")
    .pluck()
    .all(kind) as string[];
  return texts.map((text) => JSON.parse(text) as T);
}
