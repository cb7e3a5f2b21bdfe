import { afterAll, expect, test } from "vitest";
import { type ChaosFigures, chaosRun } from "#test/support/chaos.ts";

/** 200 runs, or those that `SEEDS=17,93` names: a failure names its seed and is the same again. */
const seeds = process.env.SEEDS?.split(",").map(Number) ?? Array.from({ length: 200 }, (_, index) => index + 1);
const figures: ChaosFigures[] = [];

test.each(seeds)("seed %i ends in the mirror of an undisturbed run", async (seed) => {
  figures.push(await chaosRun(seed));
});

afterAll(() => {
  const sum = (key: keyof ChaosFigures) => figures.reduce((total, run) => total + run[key], 0);
  console.log(
    `seeds ${seeds[0]} to ${seeds.at(-1)}: ${figures.length} runs, ${sum("calls")} calls, ${sum("faults")} faults, ${sum("kills")} kills, ${sum("events")} changes in between`,
  );
  if (seeds.length === 200) expect([sum("faults") > 1000, sum("kills") > 100, sum("events") > 500]).toEqual([true, true, true]);
});
