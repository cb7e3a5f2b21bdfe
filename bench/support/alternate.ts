import { setImmediate } from "node:timers/promises";
import { type Spread, spreadOf } from "./figure.ts";
import { stopwatchMs } from "./stopwatch.ts";

/** One measurement of one side, made ready. `stop` cleans up and is not timed. */
export interface Trial {
  run(): void;
  /** Milliseconds by the trial's own watch, where it must leave something out. */
  took?(): number;
  stop?(): void;
}

/** Makes a trial ready; not timed. */
export type Side = () => Trial;

/**
 * Runs every side once a round, in turns, so that a noisy minute hits them all alike. The first
 * round warms up and does not count.
 * @returns milliseconds a run
 */
export async function alternate<Name extends string>(rounds: number, sides: Readonly<Record<Name, Side>>): Promise<Record<Name, Spread>> {
  const names = Object.keys(sides) as Name[];
  const taken = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const ms = timed(sides[name]);
      // Native handles are only freed when the thread comes to rest.
      await setImmediate();
      if (round > 0) taken.get(name)?.push(ms);
    }
  }
  return Object.fromEntries(names.map((name) => [name, spreadOf(taken.get(name) ?? [])])) as Record<Name, Spread>;
}

function timed(side: Side): number {
  const trial = side();
  globalThis.gc?.();
  const began = stopwatchMs();
  trial.run();
  const ms = trial.took?.() ?? stopwatchMs() - began;
  trial.stop?.();
  return ms;
}

/** The same spread in another unit. */
export function scaled(spread: Spread, factor: number): Spread {
  return { median: spread.median * factor, min: spread.min * factor, max: spread.max * factor, runs: spread.runs };
}
