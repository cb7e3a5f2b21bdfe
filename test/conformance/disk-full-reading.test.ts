import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OperationName } from "#main/operations/collection.ts";
import { type SmallDisk, smallDisk } from "#test/support/small-disk.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { syncToEnd } from "./expecting.ts";

const made = smallDisk(32 * 1024 * 1024, "reading on a full disk");
const disk = made as SmallDisk;
let world: World;
let tenant: Tenant;

describe.runIf(made !== null)("a core that starts on a disk without room", () => {
  beforeAll(async () => {
    world = await createWorld({ seed: 92, parent: disk.folder, tenants: [{ style: "b", books: { months: 2, invoicesPerMonth: 5 } }] });
    tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    await world.restart();
  });
  afterAll(async () => {
    await world?.close();
    disk.remove();
  });

  const ask = (name: OperationName, input: object) => world.run(world.runtime.route(name, input));
  const read = async () => {
    const { clientId } = tenant.source;
    return [
      await ask("clients.list", {}),
      await ask("documents.list", { clientId, filter: {}, limit: 50 }),
      await ask("reports.trialBalance", { clientId, from: "2026-10-01", to: "2026-10-31", basis: "accrual" }),
      await ask("clients.findings", { clientId }),
      await ask("backups.list", {}),
    ];
  };

  // Nothing at all, room for some of the files that SQLite makes beside a data file, and for all of them.
  test.each([0, 40_000, 120_000])(
    "with %d bytes left answers what only reads, and everything again when there is room",
    async (leaving) => {
      const before = await read();
      expect(before.filter(({ ok }) => !ok)).toEqual([]);
      await world.restart();
      const release = disk.fill(leaving);
      await world.restart();
      expect(await read()).toEqual(before);
      const report = await ask("safety.report", { deep: true });
      const checks = report.ok ? (report.value as { checks: { what: string; state: string; detail: string }[] }).checks : [];
      expect(checks.filter(({ state }) => state === "bad").map(({ what }) => what)).toEqual(["disk space"]);
      const refused = await ask("backups.snapshot", {});
      expect(refused).toMatchObject({ ok: false, failure: { code: "disk_full" } });
      expect(refused.ok ? "" : refused.failure.message).toMatch(
        /^The disk is full\. The disk that holds \S+ has \d+ kB free, but 32 MB is needed \(32 MB more\)\./,
      );
      if (leaving === 0) {
        const sync = await tenant.sync();
        expect([sync.state, sync.failure?.code]).toEqual(["failed", "disk_full"]);
        expect(await ask("clients.add", { name: "Another" })).toMatchObject({ ok: false, failure: { code: "disk_full" } });
      }
      release();
      await world.restart();
      await syncToEnd(tenant);
      expect(await tenant.compareWithOracle("documents")).toEqual([]);
    },
  );
});
