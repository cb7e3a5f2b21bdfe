import { lockReaches } from "#main/domain/periods/period-lock.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import { lockBook, type StandingLock, wholeAsOf } from "./post-check.ts";

/** A lock with the days that it covers: from the first day of its period, or every day through its date. */
export type LockWithNames = Omit<StandingLock, "source"> & {
  readonly from: CalendarDate | null;
  readonly periodLabel: string | null;
  readonly forAdjustments: boolean;
};

export interface StandingLocks {
  readonly asOf: Instant | null;
  readonly rows: readonly LockWithNames[];
}

/** Every current lock, the ledger's and the service's own, latest date first (rules 7 and 8). */
export function standingLocks(reader: MirrorReader): StandingLocks {
  const { locks, periods } = lockBook(reader);
  const reaches = lockReaches(periods);
  const rows = locks.map(({ source: _source, ...lock }) => {
    const reach = reaches.get(lock.id);
    if (reach?.kind !== "period") return { ...lock, from: null, periodLabel: null, forAdjustments: false };
    const own = periods.find((period) => period.locks.some(({ id }) => id === lock.id));
    return { ...lock, from: reach.from, periodLabel: own?.label ?? null, forAdjustments: reach.isAdjustment };
  });
  return { asOf: wholeAsOf(reader), rows: rows.sort(byDate) };
}

function byDate(a: LockWithNames, b: LockWithNames): number {
  if (a.lockedThrough !== b.lockedThrough) return a.lockedThrough > b.lockedThrough ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
