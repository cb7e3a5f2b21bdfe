import { describe, expect, test } from "vitest";
import { type DemoClient, demoClients } from "#main/simulator/demo-firm.ts";
import { plantOddities, playLaterOddities } from "#main/simulator/oddities.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const TODAY = calendarDate("2026-11-21");
const HOUR_MS = 3_600_000;

/** Every other client on Ledger A has the feed, as in the demo firm. */
const CLIENTS = demoClients(TODAY).map((client, index) => ({ ...client, journals: client.style === "a" && index % 2 === 0 }));

async function worldOf({ style, options, journals, oddities }: DemoClient & { readonly journals: boolean }) {
  const world = await createWorld({ seed: options.seed, tenants: [{ style, books: options, a: { journals } }] });
  const tenant = world.tenants[0] as Tenant;
  plantOddities(tenant.books, oddities);
  return { world, tenant };
}

describe("the demo firm ties out", () => {
  test.each(CLIENTS)("$name, before and after what happens later", async (client) => {
    const { world, tenant } = await worldOf(client);
    for (const later of [false, true]) {
      if (later) {
        await world.clock.advance(HOUR_MS);
        playLaterOddities(tenant.books, client.oddities, world.clock.nowMs());
        await world.clock.advance(HOUR_MS);
      }
      // Ledger C does not tell what was deleted: only a reading of everything finds it.
      await syncToEnd(tenant, { full: later && client.style === "c" });
      const run = await tenant.perform("tieOuts.last", {});
      const varying = run?.checks.filter(({ outcome }) => outcome === "variance") ?? [];
      expect(run?.checks.find(({ check }) => check === "document_counts")?.outcome).toBe("ties");
      // Without the feed Ledger A leaves out base amounts and the banks of some money: that is a variance, and says of what.
      if (client.style !== "a" || client.journals) expect(varying.map(({ check }) => check)).toEqual([]);
      for (const { check, reason, documents } of varying) {
        expect(reason, check).toMatch(/no base amount|no record names the account/);
        expect(documents.length, check).toBeGreaterThan(0);
      }
      expect(run).not.toBeNull();
    }
    await endWorld(world);
  });
});
