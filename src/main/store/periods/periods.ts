import { ownPeriods } from "#main/domain/periods/own-periods.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { listEntities } from "#main/store/documents/records.ts";
import type { MirrorFacts } from "#main/store/records/row-parts.ts";
import type { Decided } from "#main/store/work/own-decisions.ts";
import { fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { Period, PeriodLock } from "#shared/model/books/period.ts";
import { periodDecisions } from "./period-states.ts";

/** `decided` says who moved a period of the service to its state, and when. */
export type MirroredPeriod = Period & MirrorFacts & { readonly decided?: Decided };

const PERIODS_MAX = 100_000;

/**
 * The client's periods: the ledger's own where it has them, else calendar months kept by the service.
 * @param digest the hash that mirrored records carry, for periods that no ledger sent
 */
export function listPeriods(
  reader: MirrorReader,
  fiscalYearEnd: { readonly month: number; readonly day: number },
  digest: (text: string) => string,
): MirroredPeriod[] {
  const mirrored = listEntities(reader, "period", { limit: PERIODS_MAX }) as unknown as MirroredPeriod[];
  if (mirrored.length > 0) return mirrored.sort((a, b) => compare(a.start, b.start) || compare(a.end, b.end));
  const range = reader.db.prepare("SELECT MIN(issue_day) AS first, MAX(issue_day) AS last FROM document").get() as {
    first: number | null;
    last: number | null;
  };
  if (range.first === null || range.last === null) return [];
  const own = ownPeriods(fromDayNumber(range.first), fromDayNumber(range.last), fiscalYearEnd, locks(reader));
  const asOfMs = reader.db.prepare("SELECT MIN(completed_ms) FROM stream WHERE completed_ms IS NOT NULL").pluck().get() as number | null;
  const asOf = asOfMs === null ? null : instantFromMs(asOfMs);
  const decisions = periodDecisions(reader);
  return own.map((month) => {
    const decision = decisions.get(month.id);
    const period = decision === undefined ? month : { ...month, status: decision.body.status };
    return {
      ...period,
      removedDetectedAt: null,
      changeHash: digest(JSON.stringify(period)),
      asOf,
      ...(decision === undefined ? {} : { decided: { decisionNo: decision.decisionNo, person: decision.person, at: decision.at } }),
    };
  });
}

function locks(reader: MirrorReader): PeriodLock[] {
  const texts = reader.db
    .prepare("SELECT body FROM entity JOIN source_record USING (rec_no) WHERE kind = 'lock' AND removed_ms IS NULL")
    .pluck()
    .all() as string[];
  return texts.map((text) => JSON.parse(text) as PeriodLock);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
