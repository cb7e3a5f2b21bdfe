import { describe, expect, it } from "vitest";
import type { CounterStore } from "#main/transport/limiter/counter-store.ts";
import { CountersRefused, createMemoryCounterStore } from "#main/transport/limiter/counter-store.ts";
import type { Limiter, Permit, Refusal } from "#main/transport/limiter/limiter.ts";
import type { WaitState } from "#main/transport/limiter/queue-state.ts";
import { createLab, type Lab, limitsOf, upTo400 } from "#test/support/limiter-lab.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function labOf(
  override: object = {},
  system: "ledger_a" | "ledger_b" | "ledger_c" = "ledger_a",
  store?: CounterStore,
): Lab & { limiter: Limiter } {
  const lab = createLab({ limits: limitsOf(system, override), network: upTo400, seed: 9, ...(store === undefined ? {} : { store }) });
  return { ...lab, limiter: lab.limiters.limiterFor("ledger_a", "tenant") };
}

async function permitOf(lab: Lab & { limiter: Limiter }, lane: "write" | "person" | "background" = "person"): Promise<Permit> {
  const acquired = await lab.time.run(lab.limiter.acquire({ lane }));
  if (acquired.kind !== "granted") throw new Error(acquired.kind);
  return acquired.permit;
}

/** How long the next call waits after the ledger refused one. */
async function waitAfter(lab: Lab & { limiter: Limiter }, refused: Refusal): Promise<number> {
  (await permitOf(lab)).answered({ refused });
  const asked = lab.time.monotonicMs();
  (await permitOf(lab)).answered();
  return lab.time.monotonicMs() - asked;
}

describe("the queue", () => {
  it("lets keys of one lane take turns", async () => {
    const lab = labOf({ requestsPerWindow: null, concurrency: 1 });
    const order: string[] = [];
    const ask = async (fairKey: string) => {
      if (await lab.call({ lane: "background", fairKey })) order.push(fairKey);
    };
    const big = Array.from({ length: 40 }, () => ask("big"));
    const small = Array.from({ length: 5 }, () => ask("small"));
    await lab.time.run(Promise.all([...big, ...small]));
    expect(order.slice(0, 12).filter((key) => key === "small")).toHaveLength(5);
  });

  it("serves writes before people before jobs, and starves nobody", async () => {
    const lab = labOf({ requestsPerWindow: null, concurrency: 1 });
    const order: string[] = [];
    const ask = async (lane: "write" | "person" | "background") => {
      if (await lab.call({ lane })) order.push(lane);
    };
    const first = ask("background");
    const rest = [ask("background"), ask("person"), ask("write"), ...Array.from({ length: 30 }, () => ask("write"))];
    await lab.time.run(Promise.all([first, ...rest]));
    expect(order[1]).toBe("write");
    expect(order.indexOf("person")).toBeLessThan(12);
    expect(order.lastIndexOf("background")).toBeLessThan(order.lastIndexOf("write"));
  });

  it("lets a client go first that a person asked for, from that moment on and within its lane", async () => {
    const lab = labOf({ requestsPerWindow: null, concurrency: 1 });
    const order: string[] = [];
    let first = false;
    const ask = async (lane: "write" | "background", fairKey: string) => {
      const goesFirst = () => first && fairKey.startsWith("oak/");
      if (await lab.call({ lane, fairKey, goesFirst })) order.push(fairKey);
    };
    const before = [ask("background", "elm/bills")];
    for (const stream of ["bills", "invoices", "parties"])
      before.push(ask("background", `elm/${stream}`), ask("background", `ash/${stream}`));
    const late = ["bills", "invoices"].map((stream) => ask("background", `oak/${stream}`));
    await lab.time.pass(1);
    expect(lab.limiter.waits().findIndex(({ fairKey }) => fairKey === "oak/bills")).toBeGreaterThan(4);
    first = true;
    expect(lab.limiter.waits()[0]).toMatchObject({ fairKey: "oak/bills", position: 1, reason: "concurrency" });
    const write = ask("write", "elm/writes");
    await lab.time.run(Promise.all([...before, ...late, write]));
    expect(order.slice(1, 4)).toEqual(["elm/writes", "oak/bills", "oak/invoices"]);
  });

  it("gives the window that all tenants share to the one that goes first", async () => {
    const lab = labOf({ requestsPerWindow: null, appRequestsPerWindow: 3, concurrency: 5 });
    const order: string[] = [];
    let first = false;
    const ask = async (tenant: string) => {
      if (await lab.call({ lane: "background", goesFirst: () => first && tenant === "tenant-9" }, tenant)) order.push(tenant);
    };
    const calls = Array.from({ length: 10 }, (_, index) => ask(`tenant-${index}`));
    await lab.time.pass(5_000);
    expect(order).toHaveLength(3);
    first = true;
    await lab.time.run(Promise.all(calls));
    expect(order.indexOf("tenant-9")).toBeLessThan(6);
  });

  it("measures each part of a pace", async () => {
    const lab = labOf({ requestsPerWindow: null, requestsPerDay: 100, concurrency: 1 });
    expect(lab.limiter.pace()).toMatchObject({ latency: { count: 0, medianMs: null }, dayLeft: 100, writesAhead: 0 });
    for (const workMs of [100, 100, 100, 900]) {
      const permit = await permitOf(lab, "background");
      await lab.time.pass(workMs);
      permit.answered();
    }
    const held = await permitOf(lab);
    held.answered({ refused: { scope: "concurrency" } });
    expect(lab.limiter.pace()).toMatchObject({
      perWindow: null,
      concurrency: 1,
      latency: { count: 4, medianMs: 100, p90Ms: 900 },
      dayLeft: 95,
    });
  });

  it("forgets a cancelled waiter", async () => {
    const lab = labOf({ concurrency: 1 });
    const held = await permitOf(lab);
    const abort = new AbortController();
    const waiting = lab.limiter.acquire({ lane: "person", signal: abort.signal });
    await lab.time.pass(100);
    expect(lab.limiter.state()).toMatchObject({ waiting: 1, inFlight: 1, reason: "concurrency" });
    abort.abort();
    expect(await waiting).toEqual({ kind: "cancelled" });
    expect(lab.limiter.state()).toMatchObject({ waiting: 0, reason: null, resumeAtMs: null });
    expect(await lab.limiter.acquire({ lane: "person", signal: abort.signal })).toEqual({ kind: "cancelled" });
    held.answered();
    await permitOf(lab);
    expect(lab.limiter.state().budget.dayUsed).toBe(2);
  });

  it("tells why a call waits and when it goes on", async () => {
    const lab = labOf({ requestsPerWindow: 3 });
    for (let call = 0; call < 3; call++) (await permitOf(lab)).answered();
    const told: WaitState[] = [];
    const asked = lab.time.nowMs();
    const waiting = lab.limiter.acquire({ lane: "person", onQueued: (state) => told.push(state) });
    await lab.time.run(waiting);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ reason: "minute", position: 1 });
    expect(told[0]?.resumeAtMs).toBe(lab.time.nowMs());
    expect(lab.time.nowMs() - asked).toBeGreaterThanOrEqual(MINUTE);
    expect(lab.time.nowMs() - asked).toBeLessThan(MINUTE + 10);
  });

  it("sends nothing when the counters can't be written", async () => {
    const inner = createMemoryCounterStore();
    let isFull = true;
    const commit: CounterStore["commit"] = async (key, change) => {
      if (isFull) throw new Error("disk full");
      await inner.commit(key, change);
    };
    const lab = labOf({}, "ledger_a", { load: inner.load, commit });
    const acquired = await lab.time.run(lab.limiter.acquire({ lane: "write" }));
    expect(acquired).toMatchObject({ kind: "failed", failure: { code: "storage" } });
    isFull = false;
    expect((await lab.time.run(lab.limiter.acquire({ lane: "write" }))).kind).toBe("granted");
  });
});

describe("what the ledger says", () => {
  it("only ever tightens the budget", async () => {
    const lab = labOf();
    const first = await permitOf(lab);
    first.answered({ remaining: { minute: 5_000, day: 9_999_999, app: 1_000_000 } });
    expect(lab.limiter.state().budget).toMatchObject({ minuteLeft: 59, dayUsed: 1 });
    (await permitOf(lab)).answered({ remaining: { minute: 10, day: 40 } });
    expect(lab.limiter.state().budget).toMatchObject({ minuteLeft: 10, dayUsed: 4_960 });
    (await permitOf(lab)).answered({ remaining: { minute: 30, day: 3_000 } });
    expect(lab.limiter.state().budget).toMatchObject({ minuteLeft: 9, dayUsed: 4_961 });
  });

  it("is not misread when calls overtake each other", async () => {
    const lab = labOf();
    const permits = [await permitOf(lab), await permitOf(lab), await permitOf(lab)];
    // The ledger counted the third first: the first one's answer says 57 already.
    permits[0]?.answered({ remaining: { minute: 57 } });
    permits[1]?.answered({ remaining: { minute: 58 } });
    permits[2]?.answered({ remaining: { minute: 59 } });
    expect(lab.limiter.state().budget.minuteLeft).toBe(57);
  });

  it("is waited for as told", async () => {
    expect(await waitAfter(labOf(), { scope: "minute", retryAfterMs: 17_000 })).toBe(17_000);
    expect(await waitAfter(labOf(), { scope: "day", retryAfterMs: 66_975_000 })).toBe(66_975_000);
    expect(await waitAfter(labOf({}, "ledger_b"), { scope: "minute" })).toBe(60_000);
  });

  it("is bounded when it makes no sense", async () => {
    for (const retryAfterMs of [0, -1_000, Number.NaN, Number.POSITIVE_INFINITY]) {
      const wait = await waitAfter(labOf(), { scope: "minute", retryAfterMs });
      expect(wait).toBeGreaterThanOrEqual(250);
      expect(wait).toBeLessThanOrEqual(HOUR);
    }
    expect(await waitAfter(labOf(), { scope: "minute", retryAfterMs: 1e12 })).toBe(HOUR);
    expect(await waitAfter(labOf(), { scope: "day", retryAfterMs: 1e12 })).toBe(25 * HOUR);
  });

  it("slows a storm down: a ledger that refuses everything gets ever fewer calls", async () => {
    const lab = labOf();
    for (let calls = 0; calls < 12; calls++) (await permitOf(lab)).answered({ refused: { scope: "minute", retryAfterMs: 0 } });
    expect(lab.time.monotonicMs()).toBeGreaterThan(2 * MINUTE);
  });

  it("is remembered by the next process when it is about the day", async () => {
    const store = createMemoryCounterStore();
    const time = createVirtualTime();
    const labAt = () => createLab({ limits: limitsOf("ledger_a"), network: upTo400, seed: 1, store, time });
    const before = labAt();
    const limiter = before.limiters.limiterFor("ledger_a", "tenant");
    const acquired = await time.run(limiter.acquire({ lane: "person" }));
    if (acquired.kind === "granted") acquired.permit.answered({ refused: { scope: "day", retryAfterMs: 5 * HOUR } });
    await time.run(before.limiters.flush());
    const asked = time.monotonicMs();
    const told: WaitState[] = [];
    await time.run(
      labAt()
        .limiters.limiterFor("ledger_a", "tenant")
        .acquire({ lane: "person", onQueued: (state) => told.push(state) }),
    );
    expect(time.monotonicMs() - asked).toBe(5 * HOUR);
    expect(told[0]).toMatchObject({ reason: "day" });
  });

  it("halves the calls at once when others use the account too, and wins them back", async () => {
    const lab = labOf({ concurrency: 8 }, "ledger_c");
    let atOnce = 0;
    let most = 0;
    let others = 5;
    const worker = async () => {
      while (lab.time.monotonicMs() < 10 * MINUTE) {
        const acquired = await lab.limiter.acquire({ lane: "background" });
        if (acquired.kind !== "granted") throw new Error(acquired.kind);
        atOnce++;
        most = Math.max(most, atOnce);
        const isRefused = atOnce + others > 8;
        await lab.time.sleep(400);
        atOnce--;
        acquired.permit.answered(isRefused ? { refused: { scope: "concurrency" } } : {});
      }
    };
    const watch = async () => {
      await lab.time.sleep(3 * MINUTE);
      most = 0;
      await lab.time.sleep(MINUTE);
      expect(most).toBeLessThanOrEqual(4);
      others = 0;
      await lab.time.sleep(2 * MINUTE);
      most = 0;
      await lab.time.sleep(MINUTE);
      expect(most).toBe(8);
    };
    await lab.time.run(Promise.all([watch(), ...Array.from({ length: 10 }, worker)]));
  });

  it("is heard at the monthly read quota, and writes go on", async () => {
    const limits = { ...limitsOf("ledger_b"), readsPerMonth: 3 };
    const lab = createLab({ limits, network: upTo400, seed: 2 });
    const limiter = lab.limiters.limiterFor("ledger_a", "tenant");
    for (let call = 0; call < 3; call++) await lab.time.run(lab.call({ lane: "person" }));
    const told: WaitState[] = [];
    const reading = limiter.acquire({ lane: "person", onQueued: (state) => told.push(state) });
    await lab.time.run(lab.call({ lane: "write" }));
    expect(told[0]).toMatchObject({ reason: "month", resumeAtMs: Date.UTC(2026, 11, 1) });
    await lab.time.run(reading);
    expect(lab.time.nowMs()).toBe(Date.UTC(2026, 11, 1));
  });
});

describe("calls that end without an answer", () => {
  it("give their slot back only when no byte left", async () => {
    const lab = labOf({ requestsPerWindow: 2 });
    (await permitOf(lab)).lost(false);
    expect(lab.limiter.state().budget).toMatchObject({ minuteLeft: 2, dayUsed: 1 });
    (await permitOf(lab)).lost(true);
    expect(lab.limiter.state().budget.minuteLeft).toBe(1);
  });

  it("still count as work of the ledger for a while", async () => {
    const lab = labOf({ concurrency: 1 });
    (await permitOf(lab)).lost(true);
    const asked = lab.time.monotonicMs();
    await permitOf(lab);
    expect(lab.time.monotonicMs() - asked).toBe(10_000);
  });

  it("keep the next process from sending as many again while the ledger may be at work on those of a killed one", async () => {
    const killed = labOf({ concurrency: 2 });
    for (let call = 0; call < 2; call++) await permitOf(killed);
    await killed.time.run(killed.time.sleep(3_000));
    const next = createLab({
      limits: limitsOf("ledger_a", { concurrency: 2 }),
      network: upTo400,
      seed: 9,
      time: killed.time,
      store: killed.store,
    });
    const asked = killed.time.monotonicMs();
    await permitOf({ ...next, limiter: next.limiters.limiterFor("ledger_a", "tenant") });
    expect(killed.time.monotonicMs() - asked).toBe(10_000);
  });

  it("count for the limiter that takes over, and let its calls go when they end", async () => {
    const lab = labOf({ concurrency: 2 }, "ledger_c");
    const [first, second] = [await permitOf(lab), await permitOf(lab)];
    lab.limiters.forget("ledger_a/tenant", new CountersRefused({ code: "lease_lost", message: "Another computer has it." }));
    let granted = 0;
    for (let call = 0; call < 2; call++)
      void lab.limiters
        .limiterFor("ledger_a", "tenant")
        .acquire({ lane: "background" })
        .then(() => granted++);
    const after = [0];
    for (const permit of [null, first, second]) {
      permit?.answered();
      await lab.time.run(lab.time.sleep(1_000));
      after.push(granted);
    }
    expect(after).toEqual([0, 0, 1, 2]);
  });

  it("end once", async () => {
    const lab = labOf();
    const permit = await permitOf(lab);
    permit.answered();
    permit.answered();
    permit.lost(true);
    expect(lab.limiter.state()).toMatchObject({ inFlight: 0, budget: { minuteLeft: 59 } });
  });
});

it("a store that refuses the last word leaves the calls counted as announced, and stops nobody from ending", async () => {
  const memory = createMemoryCounterStore();
  let refuses = false;
  const store: CounterStore = {
    load: memory.load,
    commit: async (key, change) => {
      if (refuses) throw new CountersRefused({ code: "lease_lost", message: "Another machine counts by now." });
      await memory.commit(key, change);
    },
  };
  const lab = createLab({ limits: limitsOf("ledger_a"), network: upTo400, seed: 5, store });
  expect(await lab.time.run(lab.call({ lane: "person" }))).toBe(true);
  refuses = true;
  await lab.limiters.settle("ledger_a/tenant");
  await lab.limiters.flush();
  const [reservation] = (await memory.load("ledger_a/tenant")).reservations;
  expect(reservation?.answeredMs).toBeNull();
});
