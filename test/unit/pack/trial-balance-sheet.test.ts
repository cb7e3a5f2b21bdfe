import { expect, test } from "vitest";
import type { PackFacts } from "#main/pack/pack-facts.ts";
import { trialBalanceSheet } from "#main/pack/schedules/trial-balance-sheet.ts";

test("balances are compared with the pack of the nearest period before, whenever it was made", () => {
  const pack = (month: string, version: number, stamps: readonly object[] = []) => ({
    ...{ periodId: `month:${month}`, month, name: `${month} v${version}`, stamps, figures: [] },
  });
  const column = (end: string, packs: readonly object[]) => {
    const facts = {
      ...{ reader: null, packs, order: { period: { id: `month:${end.slice(0, 7)}`, end } } },
      trialBalance: { source: "mirror", asOf: null, currency: "USD", gaps: [], rows: [], totals: { balance: "0.00" } },
    };
    return trialBalanceSheet(facts as unknown as PackFacts).columns[11]?.title ?? null;
  };
  const made = [pack("2026-09", 1), pack("2026-10", 1), pack("2026-09", 2), pack("2026-10", 2, [{ stamp: "DRAFT" }])];
  expect([column("2026-11-30", made), column("2026-10-31", made), column("2026-09-30", made)]).toEqual([
    "Closing balance in 2026-10 v1",
    "Closing balance in 2026-09 v2",
    null,
  ]);
});
