import { expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import { moveLock } from "#simulator/books/list-events.ts";
import type { FaultPlan } from "#simulator/faults.ts";
import { write } from "#test/support/ledger-writes.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

/** A bill of the month that a test locks. */
async function billOf(tenant: Tenant): Promise<(number: string) => WriteOperation> {
  const base = tenant.books.baseCurrency;
  const vendor = ((await tenant.readAll("parties")) as unknown as Party[]).find(
    (party) => party.isVendor && party.active && (party.currency ?? base) === base,
  );
  const expense = ((await tenant.readAll("accounts")) as unknown as Account[]).find(
    (account) => account.class === "expense" && account.active,
  );
  const net = { amount: decimal("19.40"), currency: base };
  return (number) => ({
    kind: "create_document",
    document: {
      type: "purchase_bill",
      party: { id: vendor?.id as string },
      number,
      issueDate: calendarDate("2026-11-10"),
      currency: base,
      status: "open",
      lines: [{ kind: "account", accountId: expense?.id as string, description: "Locks", net, dimensions: [] }],
    },
  });
}

// Rule 7: the cut-off is the service's own, for every ledger: also one that would take the write behind its lock.
test.each(["a", "b"] as const)(
  "ledger %s: a lock that moved after the last sync is known before a write, and nothing is sent",
  async (style) => {
    const world = await createWorld({ seed: 7, tenants: [{ style, books: { months: 2, foreignCurrencies: [] } }] });
    const tenant = world.tenants[0] as Tenant;
    expect((await tenant.sync()).state).toBe("up_to_date");
    const bill = await billOf(tenant);
    expect((await write(world, tenant, [bill("L-1")])).state).toBe("accepted");
    await world.clock.advance(600_000);
    moveLock(tenant.books, style === "a" ? "periodLock" : "bookClose", calendarDate("2026-11-15"), world.clock.nowMs());
    const job = await write(world, tenant, [bill("L-2")]);
    const blocked = job.checks.find(({ outcome }) => outcome === "blocked");
    expect([job.state, blocked?.name, job.requests]).toEqual(["blocked", "cut_off", []]);
    expect(blocked?.message).toContain("16 Nov 2026");
    expect(tenant.books.transactions.some(({ number }) => number === "L-2")).toBe(false);
    await world.close();
  },
);

// The same for a write that waits for a limit of its ledger: a lock may be set during its wait.
test.each(["a", "b", "c"] as const)("ledger %s: a lock that was set while a write waited for a limit holds", async (style) => {
  let writes = 0;
  const faults: FaultPlan = {
    ...{ enabled: true, played: [] },
    next: ({ method, path }) =>
      method === "GET" || path.includes("/query") || ++writes > 1 ? null : { kind: "throttle", retryAfter: "7200" },
  };
  const world = await createWorld({ seed: 7, tenants: [{ style, faults, books: { months: 2, foreignCurrencies: [] } }] });
  const tenant = world.tenants[0] as Tenant;
  expect((await tenant.sync()).state).toBe("up_to_date");
  const operations = [(await billOf(tenant))("L-3")];
  const done = world.runtime.context.writes.submit({ clientId: tenant.source.clientId, operations });
  await world.clock.advance(60_000);
  expect(writes).toBe(1);
  moveLock(tenant.books, style === "a" ? "periodLock" : "bookClose", calendarDate("2026-11-30"), world.clock.nowMs());
  const job = await world.run(done);
  expect(job).toMatchObject({
    ok: true,
    value: { state: "rejected", items: [{ message: expect.stringMatching(/^Not sent: .* is locked/) }] },
  });
  expect([writes, tenant.books.transactions.some(({ number }) => number === "L-3")]).toEqual([1, false]);
  await world.close();
});
