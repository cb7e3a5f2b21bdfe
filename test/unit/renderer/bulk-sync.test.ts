import { expect, it, vi } from "vitest";
import type { DashboardRow } from "../../../src/renderer/features/clients/dashboard-rows.ts";

const core = vi.hoisted(() => vi.fn());
vi.mock("../../../src/renderer/api/client.ts", () => ({ call: core }));
// Another file of this process may have loaded it with the real one.
vi.resetModules();
const { runBulk } = await import("../../../src/renderer/features/clients/bulk/run-bulk.ts");
const { READ, takeIntoClose } = await import("../../../src/renderer/features/clients/bulk/bulk-actions.ts");

it("a sync of several clients says which of them have no ledger to sync with", async () => {
  const rows = [
    { clientId: "a", name: "Alder Bakery", ledger: null },
    { clientId: "b", name: "Birch Dental", ledger: "Ledger A" },
  ] as DashboardRow[];
  const { results } = await runBulk(rows, READ.act, { isCancelled: () => false, onProgress: () => undefined });
  expect(results).toEqual([
    { name: "Alder Bakery", ok: false, words: "No ledger is connected. Connect one to sync this client." },
    { name: "Birch Dental", ok: true, words: "sync started" },
  ]);
  expect(core.mock.calls).toEqual([["sync.start", { clientIds: ["b"] }]]);
});

it("starting the close of several clients passes over a closed period, and says so", async () => {
  const rows = ["open", "closed"].map((status) => ({ clientId: status, name: status, ledger: null })) as unknown as DashboardRow[];
  core.mockReset().mockImplementation(async (method: string, { clientId }: { clientId: string }) => {
    if (method === "periods.list") return [{ id: "2026-10", start: "2026-10-01", end: "2026-10-31", isAdjustment: false }];
    return { status: clientId };
  });
  const { results } = await runBulk(rows, takeIntoClose("2026-10").act, { isCancelled: () => false, onProgress: () => undefined });
  expect(results).toEqual([
    { name: "open", ok: true, words: "in close" },
    { name: "closed", ok: false, words: "The period is already closed. Reopen it to start its close again." },
  ]);
  expect(core.mock.calls.filter(([method]) => method === "close.move").map(([, input]) => input.clientId)).toEqual(["open"]);
});
