import { afterAll, describe, test } from "vitest";
import { type FirmFigures, firmChaos } from "#test/support/firm-sim/firm-chaos.ts";
import { areFresh, seeds, trialsOf } from "#test/support/trials.ts";

const LIMIT_MS = 600_000;

/**
 * `npm test` tries these, which take a few seconds; `npm run prove -- --only firm` takes fresh ones. In the third, two computers
 * look a sending up, each without what the other one did, after a replica took over that lacks both. In the last one, a comparison
 * finds records that no delta brought.
 */
const USUAL = [109, 117, 734_812_850, 150_393_992];

describe("a firm under faults", () => {
  const figures: FirmFigures[] = [];

  test.for(areFresh ? seeds(trialsOf("firm")) : USUAL)(
    "seed %i ends with every copy the ledger's, every write made once, and no sign-off lost or forged",
    { timeout: LIMIT_MS },
    async (seed) => {
      figures.push(await firmChaos(seed));
    },
  );

  afterAll(() => {
    const sum = (key: "statements" | "calls") => figures.reduce((total, run) => total + run[key], 0);
    console.log(`${figures.length} firms ended well: ${sum("statements")} statements, ${sum("calls")} calls of ledgers`);
    for (const key of ["faults", "acts"] as const) console.log(JSON.stringify(totalOf(figures.map((run) => run[key]))));
  });
});

function totalOf(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const one of counts) for (const [name, count] of Object.entries(one)) total[name] = (total[name] ?? 0) + count;
  return total;
}
