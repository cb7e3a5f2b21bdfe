import { describe, expect, it } from "vitest";
import { type CounterStore, CountersRefused, createMemoryCounterStore } from "#main/transport/limiter/counter-store.ts";
import type { Limiter, Permit } from "#main/transport/limiter/limiter.ts";
import { createLimiters } from "#main/transport/limiter/limiters.ts";
import type { LedgerLimits } from "#main/transport/limiter/limits.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import { limitsOf } from "#test/support/limiter-lab.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";

const KEY = "ledger_a/tenant";
const ELSEWHERE = new CountersRefused({ code: "lease_lost", message: "Another computer has the lease." });

let processes = 1;

/** All limiters of one process. Two of them with the same store are two processes one after the other. */
function processOf({
  store = createMemoryCounterStore(),
  time = createVirtualTime(),
  limits = {},
}: {
  store?: CounterStore;
  time?: ReturnType<typeof createVirtualTime>;
  limits?: Partial<LedgerLimits>;
} = {}) {
  const current: LedgerLimits = { ...limitsOf("ledger_a", { appRequestsPerWindow: null }), ...limits };
  const asked: string[] = [];
  const limitsFor = (system: LedgerSystem, tenantId: string) => {
    asked.push(`${system}/${tenantId}`);
    return { ...current };
  };
  const limiters = createLimiters({ clock: time, random: seededRandom(processes++), store, limitsFor });
  const permit = async (limiter: Limiter): Promise<Permit> => {
    const acquired = await time.run(limiter.acquire({ lane: "person" }));
    if (acquired.kind !== "granted") throw new Error(acquired.kind);
    return acquired.permit;
  };
  return {
    ...{ limiters, store, time, asked, permit },
    set: (changes: Partial<LedgerLimits>) => Object.assign(current, changes),
    of: (tenantId = "tenant", system: LedgerSystem = "ledger_a") => limiters.limiterFor(system, tenantId),
    call: async (limiter: Limiter) => (await permit(limiter)).answered(),
    used: (limiter: Limiter) => limiter.state().budget.dayUsed,
  };
}

describe("the limiters of a process", () => {
  it("are one for each ledger and tenant, and look up a tenant's limits once", () => {
    const { of, asked } = processOf();
    const limiter = of();
    expect(of()).toBe(limiter);
    expect([of("other"), of("tenant", "ledger_b")]).not.toContain(limiter);
    expect(asked).toEqual(["ledger_a/tenant", "ledger_a/other", "ledger_b/tenant"]);
    expect([limiter.system, limiter.tenantId]).toEqual(["ledger_a", "tenant"]);
  });

  it("share the app's window with the other tenants of a ledger, and with no other ledger", async () => {
    const { of, call, time } = processOf({ limits: { appRequestsPerWindow: 2 } });
    await call(of("one"));
    await call(of("two"));
    const waiting = of("three").acquire({ lane: "person" });
    await time.pass(1_000);
    expect(of("three").state()).toMatchObject({ waiting: 1, reason: "app" });
    expect(of("three").pace().app).toMatchObject({ limit: 2 });
    await call(of("one", "ledger_b"));
    expect(time.monotonicMs()).toBe(1_000);
    await time.run(waiting);
    // A window of a minute, and the millisecond at its end.
    expect(time.monotonicMs()).toBe(60_001);
  });

  it("have no window of the app where the ledger has none", () => {
    expect(processOf().of().pace().app).toBeNull();
  });
});

describe("settling a tenant", () => {
  it("has nothing to do for one that never called", async () => {
    const { limiters } = processOf();
    expect(await limiters.settle(KEY)).toBe(true);
  });

  it("writes down how its calls ended, and the next call is judged from what is stored by then", async () => {
    const here = processOf();
    const there = processOf({ store: here.store, time: here.time });
    const before = here.of();
    await here.call(before);
    expect(await here.time.run(here.limiters.settle(KEY))).toBe(true);
    expect((await here.store.load(KEY)).reservations).toMatchObject([{ calls: 1, answeredMs: here.time.nowMs() }]);
    await there.call(there.of());
    await there.call(there.of());
    await there.time.run(there.limiters.flush());
    expect(here.of()).not.toBe(before);
    await here.call(here.of());
    expect(here.used(here.of())).toBe(4);
  });

  it("forgets nothing while a call is under way or waits", async () => {
    const { limiters, of, permit, time } = processOf({ limits: { concurrency: 1 } });
    const limiter = of();
    const held = await permit(limiter);
    expect(await time.run(limiters.settle(KEY))).toBe(false);
    expect(of()).toBe(limiter);
    const waiting = limiter.acquire({ lane: "person" });
    held.answered();
    const next = await time.run(waiting);
    expect(await time.run(limiters.settle(KEY))).toBe(false);
    if (next.kind === "granted") next.permit.answered();
    expect(await time.run(limiters.settle(KEY))).toBe(true);
    expect(of()).not.toBe(limiter);
  });

  it("leaves a tenant alone that was forgotten and called again while it was written down", async () => {
    const memory = createMemoryCounterStore();
    const gate = Promise.withResolvers<void>();
    let isHeld = false;
    const store: CounterStore = {
      load: memory.load,
      commit: async (key, change) => {
        if (isHeld) await gate.promise;
        await memory.commit(key, change);
      },
    };
    const { limiters, of, call } = processOf({ store });
    await call(of());
    isHeld = true;
    const settling = limiters.settle(KEY);
    limiters.forget(KEY, ELSEWHERE);
    const next = of();
    gate.resolve();
    expect(await settling).toBe(false);
    expect(of()).toBe(next);
  });

  it("counts as announced what the store no longer takes, and fails for any other reason", async () => {
    const memory = createMemoryCounterStore();
    let error: Error | null = null;
    const store: CounterStore = {
      load: memory.load,
      commit: async (key, change) => {
        if (error !== null) throw error;
        await memory.commit(key, change);
      },
    };
    const { limiters, of, call } = processOf({ store });
    await call(of());
    error = new Error("disk full");
    await expect(limiters.settle(KEY)).rejects.toThrow("disk full");
    await expect(limiters.flush()).rejects.toThrow("disk full");
    error = ELSEWHERE;
    await limiters.flush();
    expect(await limiters.settle(KEY)).toBe(true);
    expect((await memory.load(KEY)).reservations).toMatchObject([{ answeredMs: null }]);
  });
});

describe("a tenant whose counters may be another machine's", () => {
  it("is judged from the stored ones after a refresh, unless something is under way", async () => {
    const { limiters, of, permit, time } = processOf();
    limiters.refresh(KEY);
    const limiter = of();
    const held = await permit(limiter);
    // Beyond the ten seconds for which calls are announced.
    await time.pass(11_000);
    limiters.refresh(KEY);
    expect(of()).toBe(limiter);
    held.answered();
    limiters.refresh(KEY);
    expect(of()).not.toBe(limiter);
  });

  it("sends nothing that waits once it is forgotten, and says why", async () => {
    const { limiters, of, permit, call, time } = processOf({ limits: { concurrency: 1 } });
    limiters.forget("ledger_a/unknown", ELSEWHERE);
    const limiter = of();
    const held = await permit(limiter);
    const waiting = limiter.acquire({ lane: "write" });
    limiters.forget(KEY, ELSEWHERE);
    expect(await waiting).toEqual({ kind: "failed", failure: ELSEWHERE.failure });
    expect(await limiter.acquire({ lane: "write" })).toEqual({ kind: "failed", failure: ELSEWHERE.failure });
    const next = of();
    expect(next).not.toBe(limiter);
    held.answered();
    await call(next);
    expect(time.monotonicMs()).toBe(0);
  });

  it("keeps counting the calls that are under way, until its limit of calls at once is another", async () => {
    const { limiters, of, permit, set } = processOf({ limits: { concurrency: 1 } });
    await permit(of());
    limiters.forget(KEY, ELSEWHERE);
    expect(of().state().inFlight).toBe(1);
    limiters.forget(KEY, ELSEWHERE);
    set({ concurrency: 2 });
    expect(of().state().inFlight).toBe(0);
    expect(of().pace().concurrency).toBe(2);
  });
});

describe("starting over", () => {
  it("writes everything down, and begins again with what is stored by then", async () => {
    const limits = { appRequestsPerWindow: 3 };
    const { limiters, of, call, time, store, used } = processOf({ limits });
    const before = of();
    await call(before);
    await call(of("other"));
    await time.run(limiters.startOver());
    for (const key of [KEY, "ledger_a/other", "ledger_a"])
      expect((await store.load(key)).reservations.map(({ answeredMs }) => answeredMs)).not.toContain(null);
    // Another process takes the last call of the app's window in between, as another tenant.
    const there = processOf({ store, time, limits });
    await there.call(there.of("third"));
    await time.run(there.limiters.flush());
    expect(of()).not.toBe(before);
    expect(time.monotonicMs()).toBe(0);
    await call(of());
    expect(time.monotonicMs()).toBe(60_001);
    expect(used(of())).toBe(2);
  });
});
