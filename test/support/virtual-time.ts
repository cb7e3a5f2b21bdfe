import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "#main/ports/index.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly ring: () => void;
}

/** A clock that advances only when `run` moves it from one timer to the next. */
export interface VirtualTime extends Clock {
  /** Advances time until the promise settles, and returns its result. */
  run<T>(promise: Promise<T>): Promise<T>;
  /** Advances time by `ms`. */
  pass(ms: number): Promise<void>;
  /** Changes the wall clock by `ms`; monotonic time isn't affected. */
  shiftWallClock(ms: number): void;
  /** Calls `task` after `ms`, without a promise. */
  after(ms: number, task: () => void): void;
}

export function createVirtualTime(startMs = Date.UTC(2026, 10, 21, 9)): VirtualTime {
  const timers: Timer[] = [];
  let now = 0;
  let order = 0;
  let shift = 0;

  const add = (ms: number, ring: () => void): Timer => {
    const timer = { at: now + Math.max(0, ms), order: order++, ring };
    let low = 0;
    let high = timers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      // Latest first, so that the next timer is at the end.
      if ((timers[middle] as Timer).at > timer.at) low = middle + 1;
      else high = middle;
    }
    timers.splice(low, 0, timer);
    return timer;
  };
  const ringNext = (): boolean => {
    const timer = timers.pop();
    if (timer === undefined) return false;
    now = Math.max(now, timer.at);
    timer.ring();
    return true;
  };
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const timer = add(ms, () => {
        signal?.removeEventListener("abort", abort);
        resolve();
      });
      const abort = () => {
        timers.splice(timers.indexOf(timer), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
    });
  const run = async <T>(promise: Promise<T>): Promise<T> => {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    promise.then(end, end);
    await nextTurn();
    while (!isOver) {
      if (!ringNext()) throw new Error("nothing is left to happen, and the promise is still pending");
      await nextTurn();
    }
    return promise;
  };
  const nowMs = () => startMs + now + shift;
  return {
    nowMs,
    now: () => instantFromMs(nowMs()),
    monotonicMs: () => now,
    sleep,
    run,
    pass: (ms) => run(sleep(ms)),
    shiftWallClock: (ms) => {
      shift += ms;
    },
    after: (ms, task) => {
      add(ms, task);
    },
  };
}
