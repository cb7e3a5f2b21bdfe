import type { Clock } from "#main/ports/index.ts";

/** A clock whose time passes only when everybody sleeps: hours of waiting in milliseconds, always in the same order. */
export interface VirtualClock extends Clock {
  /** Advances time until the promise settles, then gives its value or throws its reason. @throws Defect when nobody sleeps and it is not settled */
  run<T>(promise: Promise<T>): Promise<T>;
  /** Lets `ms` pass, waking sleepers on the way. */
  advance(ms: number): Promise<void>;
  /** How many sleep now. */
  sleepers(): number;
}

export function createVirtualClock(startMs: number): VirtualClock {
  throw new Error(`not written yet: ${startMs}`);
}
