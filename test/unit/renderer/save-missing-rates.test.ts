import { beforeEach, expect, test, vi } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { EntityTreeVersion } from "#shared/model/consolidation/entity-tree.ts";

const made: string[] = [];
const core = vi.fn<(method: string, input: { readonly from?: string; readonly rateNo?: number }) => Promise<unknown>>();
vi.mock("../../../src/renderer/api/client.ts", () => ({ call: core }));
// Another file of this process may have loaded it with the real one.
vi.resetModules();
const { saveRates, undoRates } = await import("../../../src/renderer/features/consolidation/rates/save-missing-rates.ts");

beforeEach(() => {
  made.length = 0;
  core.mockImplementation((method, { from, rateNo }) => {
    made.push(`${method} ${from ?? rateNo ?? ""}`.trim());
    if (from === "NZD") return Promise.reject(new Error("refused"));
    return Promise.resolve({ version: 5, rateNo: made.length });
  });
});

const rate = (from: string) => ({
  ...({ from, to: "USD", kind: "historical", day: calendarDate("2026-01-31"), rate: decimal("1.1"), source: "ECB" } as const),
});

test("missing rates are saved all or not at all: what was saved before one failed is taken back", async () => {
  const tree = { treeId: "t", version: 4, tree: { nodes: [{ id: "a", name: "A" }] } } as unknown as EntityTreeVersion;
  const read = { days: new Map([["a", calendarDate("2026-01-31")]]), errors: new Map<string, string>() };
  await expect(saveRates(tree, { ...read, rates: [rate("EUR"), rate("NZD"), rate("GBP")] })).rejects.toThrow("refused");
  expect(made).toEqual(["groups.save", "rates.save EUR", "rates.save NZD", "rates.undo 2", "groups.undo"]);
  made.length = 0;
  await undoRates(await saveRates(tree, { ...read, rates: [rate("EUR"), rate("GBP")] }));
  expect(made).toEqual(["groups.save", "rates.save EUR", "rates.save GBP", "rates.undo 3", "rates.undo 2", "groups.undo"]);
});
