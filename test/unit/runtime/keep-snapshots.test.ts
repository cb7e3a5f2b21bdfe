import { expect, it } from "vitest";
import { keepSnapshots } from "#main/runtime/safety/keep-snapshots.ts";
import { OperationFailed } from "#main/workers/pool.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";

it("goes on taking snapshots after a look that failed", async () => {
  const time = createVirtualTime(Date.UTC(2026, 10, 21, 9));
  const logged: unknown[] = [];
  const failures = [new OperationFailed("firm.setting", { code: "disk_full", message: "The disk is full." }), new Error("a defect")];
  let looks = 0;
  const safety = {
    snapshotDue: async () => {
      looks++;
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
    },
  };
  const log = { warn: (...said: unknown[]) => logged.push(said), error: (...said: unknown[]) => logged.push(said) };
  const end = new AbortController();
  const kept = keepSnapshots({ clock: time, log, safety } as never, end.signal);
  await time.pass(3 * 3_600_000);
  end.abort();
  await kept;
  expect(looks).toBe(6);
  expect(logged).toEqual([
    ["safety.snapshots_not_taken", { code: "disk_full" }],
    ["safety.defect", new Error("a defect")],
  ]);
});
