import { describe, expect, test } from "vitest";
import { deleteTransaction } from "#simulator/books/events.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant, TenantOptions } from "#test/support/world-tenant.ts";
import { callsDuring, endWorld, expectMirrorEqualsOracle, STYLES, syncToEnd, traces } from "../conformance/expecting.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function connected(options: TenantOptions): Promise<{ readonly world: World; readonly tenant: Tenant }> {
  const world = await createWorld({ seed: 126, tenants: [options] });
  return { world, tenant: world.tenants[0] as Tenant };
}

describe("rule 26: sync", () => {
  test.each(STYLES)("ledger %s resumes from persisted cursors after its process died, and every stream says as of when", async (style) => {
    const { world, tenant } = await connected({ style, a: { journals: true }, limits: { pageSize: 5 } });
    const undisturbed = await connected({ style, a: { journals: true }, limits: { pageSize: 5 } });
    const whole = await callsDuring(undisturbed.tenant, () => syncToEnd(undisturbed.tenant));
    await endWorld(undisturbed.world);

    const lost = tenant.sync().catch(() => null);
    await world.clock.advance(20_000);
    const sentBefore = tenant.simulated.referee.totals.arrivals;
    expect(sentBefore).toBeGreaterThan(5);
    await world.kill();
    void lost;
    const rest = await callsDuring(tenant, () => syncToEnd(tenant));
    // At most a page of each stream is asked for again.
    expect(rest.calls).toBeLessThan(whole.calls);
    await expectMirrorEqualsOracle(tenant);
    for (const { stream, asOf } of rest.value.streams) expect(Number.isNaN(Date.parse(String(asOf))), stream).toBe(false);
    await endWorld(world);
  });

  test("Ledger C's bulk reads use the query language and nothing else", async () => {
    const { world, tenant } = await connected({ style: "c" });
    const paths = new Set<string>();
    world.patch = (request) => {
      paths.add(new URL(request.url).pathname.replace(/^\/t\/\d+/, ""));
      return null;
    };
    await syncToEnd(tenant);
    expect([...paths].filter((path) => !/query_language/.test(path))).toEqual([]);
    expect(paths.size).toBeGreaterThan(0);
    await endWorld(world);
  });

  test.each(STYLES)("ledger %s: an unchanged record causes no work", async (style) => {
    const { world, tenant } = await connected({ style });
    await syncToEnd(tenant);
    const before = await traces(world, tenant);
    await world.clock.advance(HOUR_MS);
    const { streams } = await syncToEnd(tenant);
    expect(streams.map(({ changed, removed }) => changed + removed).filter((count) => count > 0)).toEqual([]);
    expect(await traces(world, tenant)).toEqual(before);
    await endWorld(world);
  });

  test("a record that is gone is marked removed with the time of detection, and stays", async () => {
    const { world, tenant } = await connected({ style: "c" });
    await syncToEnd(tenant);
    const victim = tenant.books.transactions.findLast(({ kind, state }) => kind === "sales_invoice" && state === "approved");
    await world.clock.advance(HOUR_MS);
    deleteTransaction(tenant.books, String(victim?.id), world.clock.nowMs());
    await world.clock.advance(DAY_MS);
    const noticed = world.clock.nowMs();
    await syncToEnd(tenant);
    const gone = (await tenant.readAll("documents")).filter(({ removedDetectedAt }) => removedDetectedAt !== null);
    expect(gone.map(({ id }) => id)).toEqual([`CustInvc:${victim?.id}`]);
    expect(Date.parse(String(gone[0]?.removedDetectedAt))).toBeGreaterThanOrEqual(noticed);
    await endWorld(world);
  });
});
