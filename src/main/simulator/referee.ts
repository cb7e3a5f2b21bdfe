import type { LimitBreach, SimLimits } from "./types.ts";

export interface Breach {
  readonly what: LimitBreach;
  readonly atMs: number;
  readonly count: number;
}

/** Counts on its own, apart from the gate, so that a client is judged in any phase of a window. */
export interface Referee {
  arrived(atMs: number, isBatch: boolean): void;
  left(): void;
  /** Called for each 429 that the gate gave. */
  rejected(what: LimitBreach, atMs: number): void;
  readonly breaches: readonly Breach[];
  readonly totals: { readonly arrivals: number; readonly rejected: number; readonly maxConcurrent: number; readonly maxPerWindow: number };
  /** @throws Defect naming the first breaches */
  assertClean(): void;
}

export function createReferee(limits: SimLimits): Referee {
  throw new Error(`not written yet: ${limits.perWindow}`);
}
