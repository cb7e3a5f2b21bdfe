import { afterAll, expect, test } from "vitest";
import type { BooksStyle } from "#main/simulator/books/types.ts";
import { type WriteFigures, writeChaos } from "./write-chaos.ts";

const AT_ONCE = 20;

/** Runs the write seeds `first` to `last` of one ledger, twenty in a world; `SEEDS=41` runs the world that holds a seed. */
export function writeSeeds(style: BooksStyle, first: number, last: number): void {
  const named = process.env.SEEDS?.split(",").map(Number);
  const groups: number[][] = [];
  for (let seed = first; seed <= last; seed += AT_ONCE)
    groups.push(Array.from({ length: Math.min(AT_ONCE, last - seed + 1) }, (_, index) => seed + index));
  const wanted = named === undefined ? groups : groups.filter((group) => group.some((seed) => named.includes(seed)));
  const figures: WriteFigures[] = [];

  test.for(wanted.map((group) => [group[0] as number, group] as const))(
    `ledger ${style}, seeds from %i: every effect once, or the job says otherwise`,
    async ([, group]) => {
      figures.push(await writeChaos(style, group));
    },
  );

  test(`ledger ${style}, seeds ${first} to ${last} saw faults, deaths and all outcomes`, () => {
    if (named !== undefined) return;
    const outcomes = outcomesOf(figures);
    expect(Object.keys(outcomes)).toContain("accepted");
    expect([sum(figures, "faults") > 50, sum(figures, "kills") > 20]).toEqual([true, true]);
  });

  afterAll(() => {
    const faults = sum(figures, "faults");
    console.log(
      `ledger ${style}, write seeds ${first} to ${last}: ${faults} faults, ${sum(figures, "kills")} kills, ${sum(figures, "strangers")} second writers; ${JSON.stringify(outcomesOf(figures))}`,
    );
  });
}

function sum(figures: readonly WriteFigures[], key: "faults" | "kills" | "strangers"): number {
  return figures.reduce((total, run) => total + run[key], 0);
}

function outcomesOf(figures: readonly WriteFigures[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { outcomes } of figures) for (const [name, count] of Object.entries(outcomes)) all[name] = (all[name] ?? 0) + count;
  return all;
}
