import { describe, expect, test } from "vitest";
import { deleteTransaction } from "#simulator/books/events.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import type { Comparable } from "#test/support/mirror-compare.ts";
import type { Expected, Kind } from "#test/support/mirror-kinds.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant, TenantOptions } from "#test/support/world-tenant.ts";
import { callsDuring, endWorld, expectMirrorEqualsOracle, look, ownContent, STYLES, syncToEnd } from "./expecting.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function connected(options: TenantOptions, seed = 41): Promise<{ readonly world: World; readonly tenant: Tenant }> {
  const world = await createWorld({ seed, tenants: [{ a: { journals: true }, ...options }] });
  return { world, tenant: world.tenants[0] as Tenant };
}

/** The content and hash of every record of the typed kinds, to see what a sync changed. */
async function contents(tenant: Tenant): Promise<Map<string, { readonly hash: unknown; readonly own: string }>> {
  const found = new Map<string, { hash: unknown; own: string }>();
  for (const kind of ["documents", "payments", "parties", "accounts"] as const satisfies Kind[]) {
    for (const record of await tenant.readAll(kind)) {
      // A deleted record keeps its hash; only its allocations are undone.
      if (record.removedDetectedAt === null)
        found.set(String(record.id), { hash: record.changeHash, own: JSON.stringify(ownContent(record)) });
    }
  }
  return found;
}

function removedOf(records: readonly Comparable[]): Comparable[] {
  return records.filter((record) => record.removedDetectedAt !== null);
}

describe.each(STYLES)("ledger %s, changes", (style) => {
  test("three hours of edits, voids, deletions, new documents, renamed parties and moved locks arrive by deltas", async () => {
    const { world, tenant } = await connected({ style, books: { foreignCurrencies: ["EUR", "JPY"] } });
    await syncToEnd(tenant);
    let known: Expected = tenant.oracle();
    for (let round = 0; round < 3; round++) {
      await world.clock.advance(HOUR_MS);
      const played = playEvents(tenant.books, 410 + round, 30, world.clock.nowMs());
      expect(played.length).toBe(30);
      await world.clock.advance(HOUR_MS);
      const before = await contents(tenant);
      await syncToEnd(tenant);
      // Ledger C reveals a deletion only by a missing id, and ids are compared once a day.
      await syncToEnd(tenant, { reconcileOnly: true });
      await expectMirrorEqualsOracle(tenant, known);
      known = tenant.oracle(known);
      for (const [id, now] of await contents(tenant)) {
        const earlier = before.get(id);
        if (earlier !== undefined) expect([id, now.hash !== earlier.hash], id).toEqual([id, now.own !== earlier.own]);
      }
    }
    await endWorld(world);
  });

  test("the history names exactly the records that changed", async () => {
    const { world, tenant } = await connected({ style });
    await syncToEnd(tenant);
    expect(look(world, tenant, "SELECT 1 FROM field_change")).toEqual([]);
    await world.clock.advance(HOUR_MS);
    const before = await contents(tenant);
    playEvents(tenant.books, 99, 20, world.clock.nowMs());
    await world.clock.advance(HOUR_MS);
    await syncToEnd(tenant);
    const after = await contents(tenant);
    const changed = [...after].filter(([id, { hash }]) => before.has(id) && before.get(id)?.hash !== hash).map(([id]) => id);
    const told = look<{ record_id: string }>(world, tenant, "SELECT DISTINCT record_id FROM field_change").map((row) => row.record_id);
    expect(changed.length).toBeGreaterThan(3);
    expect(changed.filter((id) => !told.includes(id))).toEqual([]);
    expect(told.filter((id) => after.has(id) && before.has(id) && !changed.includes(id))).toEqual([]);
    await endWorld(world);
  });
});

test("Ledger A: a deleted record stays with its status, and nothing is ever missing", async () => {
  const { world, tenant } = await connected({ style: "a" });
  await syncToEnd(tenant);
  await world.clock.advance(HOUR_MS);
  const victim = tenant.books.transactions.find(({ kind, state }) => kind === "cash_purchase" && state === "approved");
  deleteTransaction(tenant.books, String(victim?.id), world.clock.nowMs());
  await syncToEnd(tenant);
  const documents = await tenant.readAll("documents");
  expect(documents.find(({ id }) => id === `BankTransaction:${victim?.id}`)).toMatchObject({ status: "deleted", removedDetectedAt: null });
  await endWorld(world);
});

test("Ledger B: a deletion is told by a stub; the last fields stay", async () => {
  const { world, tenant } = await connected({ style: "b" });
  await syncToEnd(tenant);
  await world.clock.advance(HOUR_MS);
  const victim = tenant.books.transactions.findLast(({ kind, state }) => kind === "cash_purchase" && state === "approved");
  const before = (await tenant.readAll("documents")).find(({ id }) => id === `Purchase:${victim?.id}`);
  deleteTransaction(tenant.books, String(victim?.id), world.clock.nowMs());
  await world.clock.advance(HOUR_MS);
  await syncToEnd(tenant);
  const gone = removedOf(await tenant.readAll("documents"));
  expect(gone.map(({ id, status }) => [id, status])).toEqual([[`Purchase:${victim?.id}`, "deleted"]]);
  expect([gone[0]?.total, gone[0]?.lines, gone[0]?.issueDate]).toEqual([before?.total, before?.lines, before?.issueDate]);
  expect(Date.parse(String(gone[0]?.removedDetectedAt))).toBeGreaterThan(world.clock.nowMs() - HOUR_MS);
  await endWorld(world);
});

test("Ledger C: a deletion is noticed by the comparison of ids, with its time, and the record stays as it was", async () => {
  const { world, tenant } = await connected({ style: "c" });
  await syncToEnd(tenant);
  await world.clock.advance(HOUR_MS);
  const victim = tenant.books.transactions.findLast(({ kind, state }) => kind === "purchase_bill" && state === "approved");
  deleteTransaction(tenant.books, String(victim?.id), world.clock.nowMs());
  await syncToEnd(tenant);
  expect(removedOf(await tenant.readAll("documents"))).toEqual([]);
  await world.clock.advance(DAY_MS);
  const detection = world.clock.nowMs();
  await syncToEnd(tenant);
  const [gone, ...others] = removedOf(await tenant.readAll("documents"));
  expect([gone?.id, others]).toEqual([`VendBill:${victim?.id}`, []]);
  expect(Date.parse(String(gone?.removedDetectedAt))).toBeGreaterThanOrEqual(detection);
  expect(removedOf(await tenant.readAll("journals")).map(({ id }) => id)).toEqual([`gl:${victim?.id}`]);
  await expectMirrorEqualsOracle(tenant);
  await endWorld(world);
});

test("Ledger B: after more than 30 days away everything is read again, deletions included, and then the feed goes on", async () => {
  const { world, tenant } = await connected({ style: "b" });
  await syncToEnd(tenant);
  const known = tenant.oracle();
  playEvents(tenant.books, 77, 40, world.clock.nowMs() + HOUR_MS);
  await world.clock.advance(40 * DAY_MS);
  const away = await callsDuring(tenant, () => syncToEnd(tenant));
  await expectMirrorEqualsOracle(tenant, known);
  expect(away.calls).toBeGreaterThan(15);
  expect((await callsDuring(tenant, () => syncToEnd(tenant))).calls).toBeLessThan(6);
  await endWorld(world);
});

test.each([
  ["of one entity", { changesPerEntity: 1000 }],
  ["of the whole answer", { changesInTotal: 1000 }],
])("Ledger B: a change answer that is cut off at 1,000 objects %s loses nothing", async (_where, b) => {
  const { world, tenant } = await connected({ style: "b", b, books: { months: 1, invoicesPerMonth: 40 } });
  await syncToEnd(tenant);
  const known = tenant.oracle();
  await world.clock.advance(HOUR_MS);
  playEvents(tenant.books, 78, 1900, world.clock.nowMs());
  await world.clock.advance(2 * HOUR_MS);
  // The whole answer is full, so every entity is requested separately.
  expect((await callsDuring(tenant, () => syncToEnd(tenant))).calls).toBeGreaterThan(15);
  await expectMirrorEqualsOracle(tenant, known);
  await endWorld(world);
});
