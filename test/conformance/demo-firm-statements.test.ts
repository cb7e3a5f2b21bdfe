import { describe, test } from "vitest";
import { type DemoClient, demoClients } from "#main/simulator/demo-firm.ts";
import { plantOddities, playLaterOddities } from "#main/simulator/oddities.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { expectStatementsEqualBooks, spansOf } from "#test/support/expect-statements.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const TODAY = calendarDate("2026-11-21");
const HOUR_MS = 3_600_000;

/** Every other client on Ledger A has the feed, as in the demo firm; Ledger C's postings come with its transactions. */
const CLIENTS = demoClients(TODAY).map((client, index) => {
  const journals = client.style === "a" && index % 2 === 0;
  return { ...client, journals, source: journals || client.style === "c" ? "gl_feed" : "reconstructed" };
});

async function worldOf(client: DemoClient & { readonly journals: boolean }) {
  const { style, options, journals } = client;
  const world = await createWorld({ seed: options.seed, tenants: [{ style, books: options, a: { journals } }] });
  const tenant = world.tenants[0] as Tenant;
  plantOddities(tenant.books, client.oddities);
  return { world, tenant };
}

describe("the demo firm's statements", () => {
  test.each(CLIENTS)("$name equals its books before and after what happens later", async (client) => {
    const { world, tenant } = await worldOf(client);
    await syncToEnd(tenant);
    for (const span of spansOf(tenant, TODAY)) await expectStatementsEqualBooks(world, tenant, span, client.source);
    await world.clock.advance(HOUR_MS);
    playLaterOddities(tenant.books, client.oddities, world.clock.nowMs());
    await world.clock.advance(HOUR_MS);
    // Ledger C does not tell what was deleted: only a reading of everything finds it.
    await syncToEnd(tenant, { full: client.style === "c" });
    for (const span of spansOf(tenant, TODAY)) await expectStatementsEqualBooks(world, tenant, span, client.source);
    await endWorld(world);
  });
});
