import { expect, it, vi } from "vitest";
import { runBulk } from "../../../src/renderer/features/clients/bulk/run-bulk.ts";
import type { DashboardRow } from "../../../src/renderer/features/clients/dashboard-rows.ts";

const core = vi.hoisted(() => vi.fn());
vi.mock("../../../src/renderer/api/client.ts", () => ({ call: core }));
const { READ } = await import("../../../src/renderer/features/clients/bulk/bulk-actions.ts");

it("a sync of several clients says which of them have no ledger to sync with", async () => {
  const rows = [
    { clientId: "a", name: "Alder Bakery", ledger: null },
    { clientId: "b", name: "Birch Dental", ledger: "Ledger A" },
  ] as DashboardRow[];
  const { results } = await runBulk(rows, READ.act, { isCancelled: () => false, onProgress: () => undefined });
  expect(results).toEqual([
    { name: "Alder Bakery", ok: false, words: "No ledger is connected." },
    { name: "Birch Dental", ok: true, words: "syncing" },
  ]);
  expect(core.mock.calls).toEqual([["sync.start", { clientIds: ["b"] }]]);
});
