import { afterAll, expect, test } from "vitest";
import { type ChaosFigures, chaosRun } from "./chaos.ts";

/** Runs seeds `first` to `last`, or those that `SEEDS=17,93` names; a failure names its seed and comes again with it. */
export function seededRuns(first: number, last: number): void {
  const named = process.env.SEEDS?.split(",").map(Number);
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const seeds = named === undefined ? all : all.filter((seed) => named.includes(seed));
  const figures: ChaosFigures[] = [];
  const sum = (key: keyof ChaosFigures) => figures.reduce((total, run) => total + run[key], 0);

  test.for(seeds)("seed %i ends in the mirror of an undisturbed run", async (seed) => {
    figures.push(await chaosRun(seed));
  });

  test(`seeds ${first} to ${last} were no walk in the park`, () => {
    if (named === undefined) expect([sum("faults") > 1000, sum("kills") > 40, sum("events") > 500]).toEqual([true, true, true]);
  });

  afterAll(() => {
    console.log(
      `seeds ${first} to ${last}: ${figures.length} runs, ${sum("calls")} calls, ${sum("faults")} faults, ${sum("kills")} kills, ${sum("events")} changes in between`,
    );
  });
}
