import { Defect } from "#shared/kernel/assert.ts";
import type { LimitBreach, SimLimits } from "./types.ts";

export interface Breach {
  readonly what: LimitBreach;
  readonly atMs: number;
  readonly count: number;
  /** `rejected`: the gate answered 429. `counted`: found by the referee's own count. */
  readonly found: "rejected" | "counted";
}

/** Counts on its own, apart from the gate, so that a client is judged in any phase of a window. */
export interface Referee {
  arrived(atMs: number, isBatch: boolean): void;
  left(): void;
  /** Called for each 429 that the gate gave. */
  rejected(what: LimitBreach, atMs: number): void;
  readonly breaches: readonly Breach[];
  readonly totals: RefereeTotals;
  /** @throws Defect naming the first breaches */
  assertClean(): void;
}

export interface RefereeTotals {
  readonly arrivals: number;
  readonly rejected: number;
  readonly maxConcurrent: number;
  /** Most arrivals in any window of the limit's length, whatever its phase. */
  readonly maxPerWindow: number;
  readonly maxPerDay: number;
}

const DAY_MS = 86_400_000;

export function createReferee(limits: SimLimits): Referee {
  const breaches: Breach[] = [];
  const totals = { arrivals: 0, rejected: 0, maxConcurrent: 0, maxPerWindow: 0, maxPerDay: 0 };
  const recent: number[] = [];
  const recentBatches: number[] = [];
  const perDay = new Map<number, number>();
  let inside = 0;

  const judge = (what: LimitBreach, limit: number | null, count: number, atMs: number): void => {
    if (limit !== null && count > limit) breaches.push({ what, atMs, count, found: "counted" });
  };

  return {
    arrived(atMs, isBatch) {
      totals.arrivals++;
      totals.maxConcurrent = Math.max(totals.maxConcurrent, ++inside);
      judge("concurrent", limits.concurrency, inside, atMs);
      const inWindow = slide(recent, atMs, limits.windowMs);
      totals.maxPerWindow = Math.max(totals.maxPerWindow, inWindow);
      judge("minute", limits.perWindow, inWindow, atMs);
      const day = Math.floor(atMs / DAY_MS);
      const today = (perDay.get(day) ?? 0) + 1;
      perDay.set(day, today);
      totals.maxPerDay = Math.max(totals.maxPerDay, today);
      judge("day", limits.perDay, today, atMs);
      if (isBatch) judge("batch", limits.batchPerWindow, slide(recentBatches, atMs, limits.windowMs), atMs);
    },
    left() {
      inside--;
    },
    rejected(what, atMs) {
      totals.rejected++;
      breaches.push({ what, atMs, count: totals.rejected, found: "rejected" });
    },
    breaches,
    totals,
    assertClean() {
      if (breaches.length === 0) return;
      const first = breaches.slice(0, 5).map(({ what, atMs, count, found }) => `${what} ${count} at ${atMs} (${found})`);
      throw new Defect(`${breaches.length} limit breaches: ${first.join(", ")}`);
    },
  };
}

/** Adds an arrival and counts those of the last `windowMs`. */
function slide(arrivals: number[], atMs: number, windowMs: number): number {
  arrivals.push(atMs);
  while ((arrivals[0] as number) <= atMs - windowMs) arrivals.shift();
  return arrivals.length;
}
