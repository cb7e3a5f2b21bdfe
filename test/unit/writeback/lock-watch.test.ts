import { describe, expect, it } from "vitest";
import type { SyncRequest } from "#main/sync/engine.ts";
import { lockWatch } from "#main/writeback/lock-watch.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const { signal } = new AbortController();

describe("the locks before a write (rule 7)", () => {
  function lab() {
    const time = createVirtualTime();
    const asked: unknown[][] = [];
    let isConnected = true;
    let isRead = true;
    const engine = {
      readNow: async (...all: unknown[]) => {
        asked.push(all);
        return isRead;
      },
    };
    const link = async () => (isConnected ? { adapter: { lockStreams: ["organisation"] } } : null);
    const watch = lockWatch(time, engine, link as never);
    return {
      ...{ time, asked },
      watch: (clientId: string) => watch(clientId, signal),
      connect: (on: boolean) => (isConnected = on),
      answer: (on: boolean) => (isRead = on),
    };
  }

  it("are read from the ledger's own streams, once a minute and client", async () => {
    const { time, asked, watch } = lab();
    await watch("oak");
    expect(asked).toEqual([["oak", ["organisation"], signal]]);
    await time.pass(59_999);
    await watch("oak");
    expect(asked).toHaveLength(1);
    await watch("elm");
    expect(asked).toHaveLength(2);
    await time.pass(1);
    await watch("oak");
    expect(asked).toHaveLength(3);
  });

  it("are read again at once where the reading failed", async () => {
    const { asked, watch, answer } = lab();
    answer(false);
    await watch("oak");
    answer(true);
    await watch("oak");
    await watch("oak");
    expect(asked).toHaveLength(2);
  });

  it("are read again when the clock was set back", async () => {
    const { time, asked, watch } = lab();
    await watch("oak");
    await watch("oak");
    time.shiftWallClock(-1);
    await watch("oak");
    expect(asked).toHaveLength(2);
  });

  it("aren't asked for where no ledger is connected", async () => {
    const { asked, watch, connect } = lab();
    connect(false);
    await watch("oak");
    expect(asked).toEqual([]);
  });
});

describe("the locks before a write during a run", () => {
  const STREAM = { a: "organisation", b: "company", c: "accounting-periods" } as const;

  /** A client in the middle of a run. */
  async function running(style: keyof typeof STREAM, request: SyncRequest, untilMs: number) {
    const world = await createWorld({ seed: 7, tenants: [{ style, limits: { requestsPerWindow: 30 } }] });
    const tenant = world.tenants[0] as Tenant;
    if (request.reconcileOnly === true || request.only !== undefined) await tenant.sync();
    const { engine } = world.runtime.context;
    const run = engine.sync(tenant.source.clientId, request);
    await world.clock.advance(untilMs);
    const isRunning = () => engine.snapshot(tenant.source.clientId) !== null;
    expect(isRunning()).toBe(true);
    const link = async () => ({ adapter: { lockStreams: [STREAM[style]] } });
    const watch = lockWatch(world.clock, engine, link as never);
    const readMs = async () => (await tenant.streams()).find(({ name }) => name === STREAM[style])?.completed_ms ?? 0;
    return { world, run, isRunning, readMs, watch: () => world.run(watch(tenant.source.clientId, signal)) };
  }

  it.each(["a", "b", "c"] as const)("are read beside a first read of Ledger %s, without waiting for it", async (style) => {
    const { world, run, isRunning, readMs, watch } = await running(style, {}, 45_000);
    const askedMs = world.clock.nowMs();
    expect(await readMs()).toBeLessThan(askedMs);
    await watch();
    expect(world.clock.nowMs() - askedMs).toBeLessThan(1_100);
    expect(await readMs()).toBeGreaterThanOrEqual(askedMs);
    expect(isRunning()).toBe(true);
    expect((await world.run(run))?.state).toBe("up_to_date");
    for (const { simulated } of world.tenants) simulated.referee.assertClean();
    await world.close();
  });

  it.each<[string, keyof typeof STREAM, SyncRequest]>([
    ["compares IDs", "c", { reconcileOnly: true }],
    ["reads other data sets", "a", { only: ["invoices.accrec"] }],
  ])("are read beside one that %s", async (_, style, request) => {
    const { world, run, readMs, watch } = await running(style, request, 1);
    const askedMs = world.clock.nowMs();
    await watch();
    expect(await readMs()).toBeGreaterThanOrEqual(askedMs);
    expect((await world.run(run))?.state).toBe("up_to_date");
    await world.close();
  });

  it.each(["a", "b", "c"] as const)("are read at any moment of a run of Ledger %s, its checks and its end included", async (style) => {
    const { world, run, isRunning, readMs } = await running(style, {}, 1);
    const tenant = world.tenants[0] as Tenant;
    const { clientId } = tenant.source;
    let times = 0;
    for (; isRunning(); times++) {
      await world.clock.advance(1_000 + 137 * times);
      const askedMs = world.clock.nowMs();
      expect(await world.run(world.runtime.context.engine.readNow(clientId, [STREAM[style]]))).toBe(true);
      expect(await readMs()).toBeGreaterThanOrEqual(askedMs);
    }
    expect(times).toBeGreaterThan(5);
    expect((await world.run(run))?.state).toBe("up_to_date");
    const [client] = await world.run(world.runtime.context.pool.must("firm.clients", {}));
    expect(client?.rollup?.state).toBe("up_to_date");
    await world.close();
  });
});
