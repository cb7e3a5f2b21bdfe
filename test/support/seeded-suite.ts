import { afterAll, expect, test } from "vitest";
import { type ChaosFigures, chaosRun } from "./chaos.ts";
import { areFresh, seeds, trialsOf } from "./trials.ts";

/** Runs its seeds, in `parts` files one of which is `part`; a failure names its seed. */
export function seededRuns(part: number, parts: number): void {
  const mine = seeds(trialsOf("runs")).filter((_, index) => index % parts === part);
  const figures: ChaosFigures[] = [];
  const sum = (key: keyof ChaosFigures) => figures.reduce((total, run) => total + run[key], 0);

  test.for(mine)("seed %i ends in the mirror of an undisturbed run", async (seed) => {
    figures.push(await chaosRun(seed));
  });

  test("these seeds were no walk in the park", ({ skip }) => {
    skip(areFresh, "fresh seeds may happen to be calm; only the fixed ones are known to be rough");
    const runs = mine.length;
    expect([sum("faults") > 10 * runs, sum("kills") > 0.4 * runs, sum("events") > 5 * runs]).toEqual([true, true, true]);
  });

  afterAll(() => {
    console.log(
      `seeds ${mine.join(" ")}: ${sum("calls")} calls, ${sum("faults")} faults, ${sum("kills")} kills, ${sum("events")} changes in between`,
    );
  });
}
