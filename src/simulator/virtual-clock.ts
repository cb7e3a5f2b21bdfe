import type { Clock } from "#main/ports/index.ts";
import { Defect } from "#shared/kernel/assert.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";

/** A clock that advances only when all tasks are sleeping: hours of waiting take milliseconds, always in the same order. */
export interface VirtualClock extends Clock {
  /** Advances time until the promise settles, then returns its value or throws its reason. @throws Defect when nothing is sleeping and it hasn't settled */
  run<T>(promise: Promise<T>): Promise<T>;
  /** Lets `ms` pass, waking sleepers on the way. */
  advance(ms: number): Promise<void>;
  /** Stops time while real work (a thread, a file) is in progress; without this, time may run past it. */
  hold<T>(work: Promise<T>): Promise<T>;
  /** How many tasks are sleeping. */
  sleepers(): number;
}

/** Rounds of the event loop without a new sleeper after which all tasks count as waiting. */
const QUIET_ROUNDS = 4;

/** @param stuckRounds rounds of the event loop without sleepers after which `run` gives up: real work without `hold` needs some */
export function createVirtualClock(startMs: number, stuckRounds = 100_000): VirtualClock {
  const dormitory = createDormitory();
  const { elapsedMs, sleepers, wakeNext } = dormitory;
  // Whole milliseconds, like a machine's wall clock.
  const nowMs = (): number => startMs + Math.floor(elapsedMs());
  const { hold, isHeld, released } = createHolds();

  /** Waits until the event loop has turned several times without any task falling asleep or waking up. */
  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < QUIET_ROUNDS; quiet++) {
      const before = dormitory.activity();
      await turn();
      if (dormitory.activity() !== before || isHeld()) quiet = -1;
      // Real work is waited for: rounds of the event loop would take the processor from it.
      await released();
    }
  };

  const untilSettled = async (isSettled: () => boolean): Promise<void> => {
    for (let idleRounds = 0; ; ) {
      await settle();
      if (isSettled()) return;
      if (sleepers() > 0) {
        idleRounds = 0;
        wakeNext();
      } else if (++idleRounds > stuckRounds) {
        throw new Defect("nobody sleeps and the promise does not settle: it would wait for ever");
      }
    }
  };

  return {
    nowMs,
    now: () => instantFromMs(nowMs()),
    monotonicMs: elapsedMs,
    sleep: dormitory.sleep,
    sleepers,
    hold,
    async run(promise) {
      let settled = false;
      const mark = (): void => {
        settled = true;
      };
      promise.then(mark, mark);
      await untilSettled(() => settled);
      return promise;
    },
    async advance(ms) {
      const untilMs = elapsedMs() + ms;
      await settle();
      while (dormitory.nextWakeMs() <= untilMs) {
        wakeNext();
        await settle();
      }
      dormitory.setElapsed(untilMs);
    },
  };
}

/** Counts the real work that time waits for. */
function createHolds() {
  let held = 0;
  let waiting: (() => void)[] = [];

  const hold = async <T>(work: Promise<T>): Promise<T> => {
    held++;
    try {
      return await work;
    } finally {
      held--;
      if (held === 0) {
        for (const wake of waiting) wake();
        waiting = [];
      }
    }
  };

  return {
    hold,
    isHeld: () => held > 0,
    /** Resolves when no real work is left; at once when there is none. */
    released: (): Promise<void> | undefined => (held === 0 ? undefined : new Promise((resolve) => void waiting.push(resolve))),
  };
}

interface Sleeper {
  readonly wakeMs: number;
  wake(): void;
}

/**
 * Who sleeps until when, and how much time has passed. Counted from zero, because a sleep of less than a
 * thousandth of a millisecond added to an epoch would be lost in rounding and never end.
 */
function createDormitory() {
  let elapsedMs = 0;
  let activity = 0;
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
      const wake = (): void => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      const sleeper: Sleeper = { wakeMs: elapsedMs + Math.max(0, ms), wake };
      signal?.addEventListener("abort", onAbort, { once: true });
      insert(sleeping, sleeper);
    });

  return {
    sleep,
    elapsedMs: () => elapsedMs,
    activity: () => activity,
    sleepers: () => sleeping.length,
    nextWakeMs: () => sleeping[0]?.wakeMs ?? Number.POSITIVE_INFINITY,
    setElapsed: (ms: number) => {
      elapsedMs = ms;
    },
    /** Wakes only the first sleeper, so that its work comes before the next one's turn. */
    wakeNext: () => {
      const sleeper = sleeping.shift() as Sleeper;
      elapsedMs = Math.max(elapsedMs, sleeper.wakeMs);
      sleeper.wake();
    },
  };
}

/** By time, then by who fell asleep first. */
function insert(sleeping: Sleeper[], sleeper: Sleeper): void {
  let at = sleeping.length;
  while (at > 0 && (sleeping[at - 1] as Sleeper).wakeMs > sleeper.wakeMs) at--;
  sleeping.splice(at, 0, sleeper);
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
