import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { listEntities } from "#main/store/documents/records.ts";
import { closeStateOf, periodDecisions } from "#main/store/periods/period-states.ts";
import { type CalendarDate, monthEnd, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Period } from "#shared/model/books/period.ts";

const IN_CLOSE: ReadonlySet<string> = new Set(["in_close", "reopened"]);
const PERIODS_MAX = 100_000;
/** Periods whose ends are checked after a sync. Each costs one request a report. */
const CHECKED_MAX = 3;

/** Whether a period of the client, the service's or the ledger's own, is in close or reopened. */
export function isInClose(reader: MirrorReader): boolean {
  for (const { body } of periodDecisions(reader).values()) if (IN_CLOSE.has(body.status)) return true;
  const statuses = prepared(
    reader.db,
    "SELECT DISTINCT json_extract(body, '$.status') FROM entity JOIN source_record USING (rec_no) WHERE kind = 'period' AND removed_ms IS NULL",
  )
    .pluck()
    .all() as (string | null)[];
  return statuses.some((status) => status !== null && IN_CLOSE.has(status));
}

/**
 * The last days of the past periods whose checks a close waits for: those in close or reopened, and last month until it is closed.
 * @param today in UTC
 * @returns newest first, at most three; never the end of a period that is closed in Tieout or in the ledger
 */
export function endsInWork(reader: MirrorReader, today: CalendarDate): CalendarDate[] {
  const lastMonth = monthEnd(today, -1);
  const decisions = periodDecisions(reader);
  const own = listEntities(reader, "period", { limit: PERIODS_MAX }) as unknown as Period[];
  const ends: CalendarDate[] = [];
  if (own.length === 0) {
    if (closeStateOf(decisions, `month:${lastMonth.slice(0, 7)}`) === "open") ends.push(lastMonth);
    for (const { subject, body } of decisions.values()) {
      const start = subject.startsWith("month:") ? readCalendarDate(`${subject.slice(6)}-01`) : null;
      if (start !== null && IN_CLOSE.has(body.status)) ends.push(monthEnd(start));
    }
  }
  for (const { id, end, status, isAdjustment } of own) {
    const now = decisions.get(id)?.body.status ?? status;
    if (!isAdjustment && (IN_CLOSE.has(now) || (now === "open" && end === lastMonth))) ends.push(end);
  }
  return [...new Set(ends)]
    .filter((end) => end < today)
    .sort()
    .reverse()
    .slice(0, CHECKED_MAX);
}
