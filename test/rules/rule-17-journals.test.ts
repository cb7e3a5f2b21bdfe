import { describe, expect, test } from "vitest";
import { playEvents } from "#simulator/books/play-events.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "../conformance/expecting.ts";

const HOUR_MS = 3_600_000;

async function stateOf(tenant: Tenant) {
  const status = await tenant.sync();
  return status.streams.find(({ stream }) => stream === "journals");
}

describe("rule 17: what is derived from Ledger A builds on its journals", () => {
  test("the cursor is the highest number seen; it grows with the feed and never goes back", async () => {
    const world = await createWorld({ seed: 117, tenants: [{ style: "a", a: { journals: true } }] });
    const tenant = world.tenants[0] as Tenant;
    const cursors: number[] = [];
    for (let round = 0; round < 4; round++) {
      const feed = await stateOf(tenant);
      const numbers = (await tenant.readAll("journals")).map(({ number }) => Number(number));
      expect(feed).toMatchObject({ state: "up_to_date", cursor: String(Math.max(...numbers)) });
      cursors.push(Number(feed?.cursor));
      await world.clock.advance(HOUR_MS);
      playEvents(tenant.books, 1170 + round, 20, world.clock.nowMs());
      await world.clock.advance(HOUR_MS);
    }
    expect(cursors).toEqual([...cursors].sort((left, right) => left - right));
    expect(cursors.at(-1)).toBeGreaterThan(cursors[0] ?? 0);
    // Read again from the first number: what was seen stays seen.
    const again = await tenant.sync({ full: true });
    expect(Number(again.streams.find(({ stream }) => stream === "journals")?.cursor)).toBeGreaterThanOrEqual(cursors.at(-1) ?? 0);
    await endWorld(world);
  });

  test("a feed that is not granted is not read, and the capability says so", async () => {
    const world = await createWorld({ seed: 118, tenants: [{ style: "a", a: { journals: false }, journals: true }] });
    const tenant = world.tenants[0] as Tenant;
    const done = await syncToEnd(tenant);
    expect(done.streams.map(({ stream }) => stream)).not.toContain("journals");
    expect(await tenant.readAll("journals")).toEqual([]);
    const shown = await world.run(world.runtime.route("connections.show", { clientId: tenant.source.clientId }));
    expect(shown).toMatchObject({ ok: true, value: { capabilities: { hasGlFeed: false } } });
    await endWorld(world);
  });
});
