import { describe, expect, it } from "vitest";
import { AppCallsSpent, type CounterStore, CountersRefused, createMemoryCounterStore } from "#main/transport/limiter/counter-store.ts";
import type { AcquireOptions, Limiter, Permit } from "#main/transport/limiter/limiter.ts";
import { createLimiters } from "#main/transport/limiter/limiters.ts";
import type { LedgerLimits } from "#main/transport/limiter/limits.ts";
import type { WaitState } from "#main/transport/limiter/queue-state.ts";
import { limitsOf } from "#test/support/limiter-lab.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";

const MINUTE = 60_000;
const UNLIMITED = { requestsPerWindow: null, requestsPerDay: null, appRequestsPerWindow: null } as const;

function labOf(limits: Partial<LedgerLimits> = {}, store: Partial<CounterStore> = {}) {
  const time = createVirtualTime();
  const memory = createMemoryCounterStore();
  const own = { ...limitsOf("ledger_a"), ...UNLIMITED, ...limits };
  const limiters = createLimiters({ clock: time, random: () => 0.5, store: { ...memory, ...store }, limitsFor: () => own });
  const limiter = limiters.limiterFor("ledger_a", "tenant");
  const permit = async (options: Partial<AcquireOptions> = {}, of: Limiter = limiter): Promise<Permit> => {
    const acquired = await time.run(of.acquire({ lane: "person", ...options }));
    if (acquired.kind !== "granted") throw new Error(acquired.kind);
    return acquired.permit;
  };
  const stored = () => memory.load("ledger_a/tenant");
  return { time, memory, limiters, limiter, permit, stored };
}
/** Waits in the background of a test, and notes how the wait ended. */
function waiterOf(limiter: Limiter, options: Partial<AcquireOptions> = {}) {
  const told: WaitState[] = [];
  const waiter = { told, ended: null as string | null };
  void limiter.acquire({ lane: "person", onQueued: (state) => told.push(state), ...options }).then(({ kind }) => {
    waiter.ended = kind;
  });
  return waiter;
}

describe("a waiter that gives up", () => {
  it("leaves the others their alarm, and the last one takes it away", async () => {
    const { limiter, permit, time } = labOf({ requestsPerWindow: 1 });
    (await permit()).answered();
    const [first, second] = [new AbortController(), new AbortController()];
    const waiters = [first, second].map(({ signal }) => waiterOf(limiter, { signal }));
    await time.pass(1_000);
    first.abort();
    await time.pass(MINUTE);
    expect(waiters.map(({ ended }) => ended)).toEqual(["cancelled", "granted"]);
    const third = new AbortController();
    const last = waiterOf(limiter, { signal: third.signal });
    await time.pass(1_000);
    third.abort();
    await time.pass(0);
    expect([last.ended, limiter.state().waiting]).toEqual(["cancelled", 0]);
  });

  it("keeps no alarm that would hold up the end of the process", async () => {
    const { limiter, permit, time } = labOf({ requestsPerWindow: 1 });
    (await permit()).answered();
    const abort = new AbortController();
    const waiter = waiterOf(limiter, { signal: abort.signal });
    await time.pass(1_000);
    abort.abort();
    await expect(time.run(new Promise(() => undefined))).rejects.toThrow("nothing is left to happen");
    expect([waiter.ended, time.monotonicMs()]).toEqual(["cancelled", 1_000]);
  });

  it("gives up nothing once it may send", async () => {
    const { limiter, permit } = labOf({ concurrency: 1 });
    const abort = new AbortController();
    const held = await permit({ signal: abort.signal });
    abort.abort();
    expect(limiter.state()).toMatchObject({ waiting: 0, inFlight: 1 });
    held.answered();
    expect(limiter.state().inFlight).toBe(0);
  });
});

describe("the waiting calls", () => {
  it("are listed in their order, each with its reason and place, those that may go left out", async () => {
    const { limiter, permit, time } = labOf({ batchPerWindow: 1, concurrency: 5 });
    await permit({ lane: "write", batch: true });
    waiterOf(limiter, { fairKey: "job", lane: "background", batch: true });
    waiterOf(limiter, { fairKey: "job", lane: "background", batch: true });
    waiterOf(limiter, { fairKey: "write", lane: "write", batch: true });
    await time.pass(1_000);
    expect(limiter.waits().map(({ lane, fairKey, reason, position }) => [lane, fairKey, reason, position])).toEqual([
      ["write", "write", "batch", 1],
      ["background", "job", "batch", 2],
      ["background", "job", "batch", 3],
    ]);
    expect(limiter.pace().writesAhead).toBe(1);
    expect([limiter.goesFirst(), limiter.isInUse]).toEqual([false, true]);
    waiterOf(limiter, { lane: "background", batch: true, goesFirst: () => true });
    await time.pass(0);
    expect(limiter.goesFirst()).toBe(true);
  });

  it("hear why they wait once for each reason, with their place", async () => {
    const { limiter, permit, time } = labOf({ requestsPerWindow: 3, concurrency: 1 });
    const start = time.nowMs();
    (await permit()).answered();
    (await permit()).answered();
    const held = await permit({ lane: "background" });
    const [first, second] = [waiterOf(limiter, { lane: "write" }), waiterOf(limiter)];
    await time.pass(1_000);
    // Two slots come back a minute after their calls.
    expect(limiter.state()).toMatchObject({ waiting: 2, reason: "minute", resumeAtMs: start + MINUTE + 1 });
    expect([first, second].map(({ told }) => told.map(({ reason, position }) => `${position} ${reason}`))).toEqual([
      ["1 minute"],
      ["2 minute"],
    ]);
    held.answered();
    await time.pass(MINUTE);
    expect(first.ended).toBe("granted");
    expect(second.told.map(({ reason, position }) => `${position} ${reason}`)).toEqual(["2 minute", "1 concurrency"]);
  });

  it("go when nobody listens to them, and those far behind hear of their place, too", async () => {
    const { limiter, permit, time } = labOf({ requestsPerWindow: 2, concurrency: 50 });
    for (let call = 0; call < 2; call++) (await permit()).answered();
    const silent = Array.from({ length: 10 }, () => limiter.acquire({ lane: "person" }));
    const last = waiterOf(limiter);
    await time.pass(MINUTE);
    expect(last.told.map(({ reason, position }) => [reason, position])).toEqual([["minute", 11]]);
    expect(limiter.state().waiting).toBe(11);
    await time.pass(1);
    expect((await Promise.all(silent.slice(0, 2))).map(({ kind }) => kind)).toEqual(["granted", "granted"]);
    expect(limiter.state().waiting).toBe(9);
  });

  it("count as reads unless they are writes, or say otherwise", async () => {
    const { limiter, permit } = labOf();
    for (const options of [{ lane: "person" }, { lane: "background" }, { lane: "write", read: true }] as const) await permit(options);
    expect(limiter.state().budget.monthReads).toBe(3);
    for (const options of [{ lane: "write" }, { lane: "person", read: false }] as const) await permit(options);
    expect(limiter.state().budget.monthReads).toBe(3);
  });
});

describe("a limiter", () => {
  it("is in use while a call waits, is out, or was announced and may still go", async () => {
    const { limiter, permit, time, limiters } = labOf({ concurrency: 1 });
    expect(limiter.isInUse).toBe(false);
    const call = await permit();
    // Beyond the ten seconds for which calls are announced.
    await time.pass(11_000);
    expect(limiter.isInUse).toBe(true);
    call.answered();
    expect(limiter.isInUse).toBe(false);
    (await permit()).answered();
    expect(limiter.isInUse).toBe(true);
    await time.run(limiters.flush());
    expect(limiter.isInUse).toBe(false);
  });
});

describe("a permit", () => {
  it("ends once, with what the answer brought", async () => {
    const { limiter, permit } = labOf();
    const call = await permit();
    call.answered({ bytes: 500, remaining: {} });
    call.answered({ bytes: 70 });
    call.lost(true);
    expect(limiter.state()).toMatchObject({ inFlight: 0, budget: { monthBytes: 500 } });
    (await permit()).answered();
    expect(limiter.state().budget.monthBytes).toBe(500);
    expect(limiter.pace().latency.count).toBe(2);
  });

  it("was on the wire from the first moment that is told", async () => {
    const { limiter, permit, time } = labOf({ requestsPerWindow: 1 });
    const call = await permit();
    await time.pass(100);
    call.sent();
    await time.pass(900);
    call.sent();
    await time.pass(500);
    call.answered();
    // Counted within 250 ms of being on the wire: the slot comes back a minute after that.
    await time.pass(MINUTE - 1_500 + 350);
    expect(limiter.state().budget.minuteLeft).toBe(0);
    await time.pass(1);
    expect(limiter.state().budget.minuteLeft).toBe(1);
  });

  it("that the ledger refused says nothing of how long answers take", async () => {
    const { limiter, permit } = labOf();
    (await permit()).answered({ refused: { scope: "minute", retryAfterMs: 1_000 } });
    expect(limiter.pace().latency.count).toBe(0);
  });

  it("that was accepted makes the waits after refusals short again", async () => {
    const waitAfterTwoRefusals = async (isAcceptedBetween: boolean) => {
      const { permit, time } = labOf();
      (await permit()).answered({ refused: { scope: "minute" } });
      if (isAcceptedBetween) (await permit()).answered();
      (await permit()).answered({ refused: { scope: "minute" } });
      const since = time.monotonicMs();
      await permit();
      return time.monotonicMs() - since;
    };
    // A second doubled at each strike, by three quarters.
    expect(await waitAfterTwoRefusals(true)).toBe(750);
    expect(await waitAfterTwoRefusals(false)).toBe(1_500);
  });
});

describe("what is written down", () => {
  it.each([
    [60, 10],
    [500, 10],
    [30, 5],
    [6, 1],
    [3, 1],
    [null, 10],
  ])("of %s calls a minute are %d at a time", async (requestsPerWindow, calls) => {
    const { permit, stored } = labOf({ requestsPerWindow });
    await permit();
    expect((await stored()).reservations.map((one) => one.calls)).toEqual([calls]);
  });

  it.each([
    [null, 2 * MINUTE + 10 * MINUTE],
    [1_000, 24 * 60 * MINUTE + 2 * MINUTE + 10 * MINUTE],
  ])("is kept as long as it may count, with %s calls a day", async (requestsPerDay, keptMs) => {
    const { permit, stored, time, limiters } = labOf({ requestsPerDay });
    (await permit()).answered();
    await time.run(limiters.flush());
    const first = (await stored()).reservations[0]?.id;
    const isKept = async () => {
      (await permit()).answered();
      await time.run(limiters.flush());
      return (await stored()).reservations.some(({ id }) => id === first);
    };
    await time.pass(keptMs);
    expect(await isKept()).toBe(true);
    await time.pass(1);
    expect(await isKept()).toBe(false);
  });

  it.each(["day", "month"] as const)("is what the ledger says of the %s, and not of shorter times", async (scope) => {
    const { permit, stored, time, limiters } = labOf();
    await time.pass(5_000);
    (await permit()).answered({ refused: { scope: "minute", retryAfterMs: 2_000 } });
    (await permit()).answered({ refused: { scope, retryAfterMs: 3_600_000 } });
    await time.run(limiters.flush());
    expect((await stored()).blocks).toEqual([{ scope, untilMs: time.nowMs() + 3_600_000 }]);
  });
});

describe("the window of all tenants", () => {
  it("is closed for every tenant when the ledger refuses one of them for it", async () => {
    const { permit, limiters, time } = labOf({ appRequestsPerWindow: 1_000 });
    const other = limiters.limiterFor("ledger_a", "other");
    await permit({}, other);
    (await permit()).answered({ refused: { scope: "app", retryAfterMs: 20_000 } });
    await permit({}, other);
    expect(time.monotonicMs()).toBe(20_000);
  });

  it("is open for the others when the refusal was about a tenant's own minute", async () => {
    const { permit, limiters, time } = labOf({ appRequestsPerWindow: 1_000 });
    (await permit()).answered({ refused: { scope: "minute", retryAfterMs: 20_000 } });
    await permit({}, limiters.limiterFor("ledger_a", "other"));
    expect(time.monotonicMs()).toBe(0);
  });

  it("is waited for where all machines together have used it up", async () => {
    const memory = createMemoryCounterStore();
    let isSpent = true;
    const commit: CounterStore["commit"] = async (key, change) => {
      if (key === "ledger_a" && isSpent) {
        isSpent = false;
        throw new AppCallsSpent(7_000);
      }
      await memory.commit(key, change);
    };
    const { limiter, time } = labOf({ appRequestsPerWindow: 1_000 }, { load: memory.load, commit });
    const waiter = waiterOf(limiter);
    await time.pass(6_999);
    expect([waiter.ended, waiter.told.map(({ reason }) => reason)]).toEqual([null, ["app"]]);
    await time.pass(1);
    expect(waiter.ended).toBe("granted");
  });
});

describe("a store that fails", () => {
  it("is asked again by the next call, and the failure says what to do", async () => {
    const memory = createMemoryCounterStore();
    const causes: unknown[] = [new Error("the disk is full"), "a plain text"];
    const load: CounterStore["load"] = async (key) => {
      if (causes.length > 0) throw causes.shift();
      return memory.load(key);
    };
    const { limiter, time, permit } = labOf({}, { load });
    for (const cause of ["the disk is full", "a plain text"])
      expect(await time.run(limiter.acquire({ lane: "write" }))).toEqual({
        kind: "failed",
        failure: {
          ...{
            code: "storage",
            message: `Tieout couldn't save its count of API requests, so nothing was sent. The computer reported: ${cause}.`,
          },
          next: "Check that the disk with the data folder has free space and that Tieout can write to it, then try again.",
        },
      });
    await permit();
  });

  it("lets nothing go after the end, even when what was stored comes only then", async () => {
    const memory = createMemoryCounterStore();
    const gate = Promise.withResolvers<void>();
    const load: CounterStore["load"] = async (key) => {
      await gate.promise;
      return memory.load(key);
    };
    const { limiter, time } = labOf({}, { load });
    const waiter = waiterOf(limiter);
    await time.pass(0);
    expect(limiter.isInUse).toBe(true);
    limiter.end(new CountersRefused({ code: "lease_lost", message: "Another computer has the lease." }));
    gate.resolve();
    await time.pass(0);
    const after = waiterOf(limiter);
    await time.pass(0);
    expect([waiter.ended, after.ended, limiter.state().waiting]).toEqual(["failed", "failed", 0]);
  });
});
