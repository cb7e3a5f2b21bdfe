import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "#main/ports/index.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";

/** A clock that starts at `startMs` and runs so many times as fast as the machine's. Processes with the same start agree on the time. */
export function fastClock(startMs: number, timesAsFast: number): Clock {
  const elapsedMs = () => (Date.now() - startMs) * timesAsFast;
  const nowMs = () => startMs + elapsedMs();
  return {
    nowMs,
    now: () => instantFromMs(nowMs()),
    monotonicMs: elapsedMs,
    sleep: async (ms, signal) => {
      try {
        await wait(Math.max(0, ms) / timesAsFast, undefined, signal === undefined ? {} : { signal });
      } catch (error) {
        // Sleepers are woken with the reason, not with the timer's own error.
        throw signal?.aborted === true ? signal.reason : error;
      }
    },
  };
}
