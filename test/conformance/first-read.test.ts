import { describe, expect, test } from "vitest";
import { spawnThreads } from "#main/hosts/node/threads.ts";
import { ask } from "#test/support/ask.ts";
import { workerEntry } from "#test/support/built.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant, TenantOptions } from "#test/support/world-tenant.ts";
import { callsDuring, endWorld, expectMirrorEqualsOracle, STYLES, syncToEnd, traces } from "./expecting.ts";

const CURRENCIES = ["EUR", "GBP", "JPY"];

const variants: readonly { readonly name: string; readonly tenant: Omit<TenantOptions, "style">; readonly only?: readonly string[] }[] = [
  { name: "with the general ledger where it is granted", tenant: { a: { journals: true }, books: { foreignCurrencies: CURRENCIES } } },
  { name: "in pages of seven", tenant: { a: { journals: true }, limits: { pageSize: 7 }, books: { months: 2 } } },
  { name: "general ledger wanted and refused with 403", tenant: { journals: true }, only: ["a"] },
  { name: "general ledger wanted and refused with 401", tenant: { journals: true, a: { journalsRefusal: 401 } }, only: ["a"] },
  {
    name: "a company without sales tax of its own",
    tenant: { books: { country: "IE", baseCurrency: "EUR", foreignCurrencies: ["GBP", "USD"] } },
    only: ["b"],
  },
  { name: "periods of 4, 4 and 5 weeks", tenant: { books: { calendar: "4-4-5", months: 13, invoicesPerMonth: 3 } }, only: ["c"] },
  { name: "custom segments hidden from queries", tenant: { c: { customsegmentVisible: false } }, only: ["c"] },
  { name: "a second accounting book", tenant: { c: { secondaryBook: true } }, only: ["c"] },
];

describe.each(STYLES)("ledger %s, first read", (style) => {
  for (const { name, tenant: options, only } of variants) {
    if (only !== undefined && !only.includes(style)) continue;
    test(`equals the oracle: ${name}`, async () => {
      const world = await createWorld({ seed: 31, tenants: [{ style, ...options }] });
      const tenant = world.tenants[0] as Tenant;
      await syncToEnd(tenant);
      await expectMirrorEqualsOracle(tenant);
      expect(await tenant.findings()).toEqual([]);
      await endWorld(world);
    });
  }

  test("the second run reads what changed, which is nothing, and writes nothing", async () => {
    const world = await createWorld({ seed: 32, tenants: [{ style, a: { journals: true }, books: { months: 6, invoicesPerMonth: 20 } }] });
    const tenant = world.tenants[0] as Tenant;
    const first = await callsDuring(tenant, () => syncToEnd(tenant));
    const before = await traces(world, tenant);
    await world.clock.advance(3_600_000);
    const second = await callsDuring(tenant, () => syncToEnd(tenant));
    expect(await traces(world, tenant)).toEqual(before);
    const sum = (key: "seen" | "changed" | "removed", run: typeof first) =>
      run.value.streams.reduce((total, stream) => total + stream[key], 0);
    expect([sum("changed", second), sum("removed", second)]).toEqual([0, 0]);
    expect(sum("changed", first)).toBeGreaterThan(200);
    // Lists without a change filter are read again; of the transactions only the overlap is.
    expect(sum("seen", second)).toBeLessThan(sum("seen", first) / 3);
    expect(second.calls).toBeLessThanOrEqual(first.calls);
    if (second.value.streams.some(({ stream }) => stream === "changes")) expect(second.calls).toBeLessThan(6);
    expect(second.value.requests.sent).toBe(second.calls);
    expect(second.value.requests.bytes).toBeLessThan(first.value.requests.bytes / 2);
    await endWorld(world);
  });
});

test("a close that somebody looks at before the first sync is complete is on no list yet, unless it was started", async () => {
  const books = { months: 3, invoicesPerMonth: 4 };
  const world = await createWorld({
    seed: 34,
    tenants: [
      { style: "a", books },
      { style: "a", books },
    ],
  });
  const [started, lookedAt] = world.tenants as [Tenant, Tenant];
  const periodOf = ({ source }: Tenant) => ({ clientId: source.clientId, period: "2026-10" });
  const look = (tenant: Tenant) => ask(world, "close.status", periodOf(tenant));
  const told = async ({ source }: Tenant) => {
    const row = (await ask(world, "close.board", { refresh: "now" })).rows.find(({ clientId }) => clientId === source.clientId);
    const items = (await ask(world, "inbox.list", {})).items.filter(
      ({ kind, clientId }) => kind === "close" && clientId === source.clientId,
    );
    return [row?.status ?? null, (row?.closeDaysLate ?? 0) > 0, items.length];
  };
  for (const tenant of [started, lookedAt]) {
    const half = await tenant.sync({ only: ["organisation", "accounts", "items", "contacts", "invoices"] });
    expect(half.asOf).toBeNull();
    expect((await look(tenant)).daysLate).toBeGreaterThan(0);
    expect(await told(tenant)).toEqual([null, false, 0]);
  }
  await ask(world, "close.move", { ...periodOf(started), status: "in_close" });
  expect(await told(started)).toEqual(["in_close", true, 1]);
  await ask(world, "close.move", { ...periodOf(started), status: "open" });
  for (const tenant of [started, lookedAt]) {
    await syncToEnd(tenant);
    await look(tenant);
    expect(await told(tenant)).toEqual(["open", true, 1]);
  }
  await endWorld(world);
});

test("three ledgers side by side on real threads", async () => {
  const entry = await workerEntry();
  const world = await createWorld({
    seed: 33,
    tenants: STYLES.map((style) => ({ style, a: { journals: true }, books: { months: 2, invoicesPerMonth: 5 } })),
    spawn: (home) => spawnThreads(entry, home),
    writerCount: 2,
  });
  const { engine } = world.runtime.context;
  const done = await world.run(Promise.all(world.tenants.map(({ source }) => engine.sync(source.clientId))));
  expect(done.map((run) => run?.state)).toEqual(["up_to_date", "up_to_date", "up_to_date"]);
  for (const tenant of world.tenants) await expectMirrorEqualsOracle(tenant);
  await endWorld(world);
});
