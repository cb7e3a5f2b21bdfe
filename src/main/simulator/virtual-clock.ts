import type { Clock } from "#main/ports/index.ts";
import { Defect } from "#shared/kernel/assert.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";

/** A clock whose time passes only when everybody sleeps: hours of waiting in milliseconds, always in the same order. */
export interface VirtualClock extends Clock {
  /** Advances time until the promise settles, then gives its value or throws its reason. @throws Defect when nobody sleeps and it is not settled */
  run<T>(promise: Promise<T>): Promise<T>;
  /** Lets `ms` pass, waking sleepers on the way. */
  advance(ms: number): Promise<void>;
  /** Time stands still while real work (a thread, a file) goes on; without this, time may run past it. */
  hold<T>(work: Promise<T>): Promise<T>;
  /** How many sleep now. */
  sleepers(): number;
}

interface Sleeper {
  readonly wakeMs: number;
  readonly order: number;
  wake(): void;
}

/** Rounds of the event loop without any new sleeper after which everybody is taken to be waiting. */
const QUIET_ROUNDS = 4;

/**
 * @param stuckRounds rounds of the event loop without sleepers after which `run` gives up: real work that nobody
 *   holds the clock for needs some
 */
export function createVirtualClock(startMs: number, stuckRounds = 100_000): VirtualClock {
  let nowMs = startMs;
  let order = 0;
  let activity = 0;
  let held = 0;
  const sleeping: Sleeper[] = [];

  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      activity++;
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = (): void => {
        activity++;
        sleeping.splice(sleeping.indexOf(sleeper), 1);
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        wakeMs: nowMs + Math.max(0, ms),
        order: order++,
        wake: () => {
          signal?.removeEventListener("abort", onAbort);
          resolve();
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      insert(sleeping, sleeper);
    });

  /** Waits until the event loop has turned several times without anybody going to sleep or waking up. */
  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < QUIET_ROUNDS; quiet++) {
      const before = activity;
      await turn();
      if (activity !== before || held > 0) quiet = -1;
    }
  };

  /** Wakes the first sleeper, and no other, so that what it does comes before the next one's turn. */
  const wakeNext = (): void => {
    const sleeper = sleeping.shift() as Sleeper;
    nowMs = Math.max(nowMs, sleeper.wakeMs);
    sleeper.wake();
  };

  return {
    nowMs: () => nowMs,
    now: () => instantFromMs(nowMs),
    monotonicMs: () => nowMs - startMs,
    sleep,
    sleepers: () => sleeping.length,
    async hold(work) {
      held++;
      try {
        return await work;
      } finally {
        held--;
      }
    },
    async run(promise) {
      let settled = false;
      const mark = (): void => {
        settled = true;
      };
      promise.then(mark, mark);
      let idleRounds = 0;
      while (!settled) {
        await settle();
        if (settled) break;
        if (sleeping.length > 0) {
          idleRounds = 0;
          wakeNext();
        } else if (++idleRounds > stuckRounds) {
          throw new Defect("nobody sleeps and the promise does not settle: it would wait for ever");
        }
      }
      return promise;
    },
    async advance(ms) {
      const untilMs = nowMs + ms;
      await settle();
      while (sleeping.length > 0 && (sleeping[0] as Sleeper).wakeMs <= untilMs) {
        wakeNext();
        await settle();
      }
      nowMs = untilMs;
    },
  };
}

/** By time, then by who went to sleep first. */
function insert(sleeping: Sleeper[], sleeper: Sleeper): void {
  let at = sleeping.length;
  while (at > 0 && (sleeping[at - 1] as Sleeper).wakeMs > sleeper.wakeMs) at--;
  sleeping.splice(at, 0, sleeper);
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
