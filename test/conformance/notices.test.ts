import { expect, test } from "vitest";
import type { Notice } from "#shared/contract/app/notices.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { moveLock } from "#simulator/books/list-events.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld } from "./expecting.ts";

async function standing(world: World): Promise<readonly Notice[]> {
  // What a reading found is looked at after it ended.
  await world.clock.advance(1_000);
  const reply = await world.run(world.runtime.route("notices.list", {}));
  if (!reply.ok) throw new Error(reply.failure.message);
  return reply.value as readonly Notice[];
}

test("a withdrawn consent and a lock that moved back are told of once, and end when they are settled", async () => {
  const world = await createWorld({ seed: 55, tenants: [{ style: "b", books: { months: 1 } }] });
  const tenant = world.tenants[0] as Tenant;
  const raised: unknown[] = [];
  world.runtime.subscribe(({ topic, payload }) => {
    if (topic === "notice.raised") raised.push((payload as Notice).kind);
  });
  moveLock(tenant.books, "bookClose", calendarDate("2026-10-31"), world.clock.nowMs());
  expect((await tenant.sync()).state).toBe("up_to_date");
  expect(await standing(world)).toEqual([]);

  await world.clock.advance(3_600_000);
  moveLock(tenant.books, "bookClose", calendarDate("2026-08-31"), world.clock.nowMs());
  await tenant.sync();
  const { clientId } = tenant.source;
  const title = "Closing date moved back from 31 Oct 2026 to 31 Aug 2026";
  expect(await standing(world)).toMatchObject([{ kind: "lock_moved_back", clientId, title, address: `/clients/${clientId}/findings` }]);

  tenant.simulated.tokens.revoke();
  expect((await tenant.sync()).state).toBe("needs_sign_in");
  expect((await tenant.sync()).state).toBe("needs_sign_in");
  const told = await standing(world);
  expect(told.map(({ kind }) => kind)).toEqual(["needs_sign_in", "lock_moved_back"]);
  expect(told[0]?.title).toBe("Disconnected from the ledger: reconnect to sync");
  expect(raised).toEqual(["lock_moved_back", "needs_sign_in"]);

  tenant.secret = tenant.simulated.tokens.issue().accessToken;
  moveLock(tenant.books, "bookClose", calendarDate("2026-10-31"), world.clock.nowMs());
  await world.clock.advance(3_600_000);
  expect((await tenant.sync()).state).toBe("up_to_date");
  expect(await standing(world)).toEqual([]);
  await endWorld(world);
});

test("a check that does not tie any more as of the end of a closed month is told of", async () => {
  const books = { months: 3, foreignCurrencies: [] };
  const world = await createWorld({ seed: 56, tenants: [{ style: "b", books }] });
  const tenant = world.tenants[0] as Tenant;
  const { clientId } = tenant.source;
  moveLock(tenant.books, "bookClose", calendarDate("2026-10-31"), world.clock.nowMs());
  expect((await tenant.sync()).state).toBe("up_to_date");
  expect(await standing(world)).toEqual([]);
  // The ledger's report of the closed month says something else from tomorrow on.
  world.patch = (request, response) => {
    if (!/\/reports\/TrialBalance/i.test(request.url) || !request.url.includes("2026-10-31")) return null;
    const text = new TextDecoder().decode(response.body).replace(/"value":\s*"(\d+)\.(\d\d)"/, '"value":"9$1.$2"');
    return { ...response, body: new TextEncoder().encode(text) };
  };
  await world.clock.advance(25 * 3_600_000);
  expect((await tenant.sync()).state).toBe("up_to_date");
  const told = await standing(world);
  expect(told).toMatchObject([
    { kind: "variance", key: `variance/${clientId}/2026-10-31`, address: `/clients/${clientId}/tie-outs/2026-10-31` },
  ]);
  world.patch = null;
  await world.clock.advance(25 * 3_600_000);
  await tenant.sync();
  expect(await standing(world)).toEqual([]);
  await endWorld(world);
});
