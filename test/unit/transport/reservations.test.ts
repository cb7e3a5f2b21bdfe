import { describe, expect, it } from "vitest";
import { AppWindow } from "#main/transport/limiter/app-window.ts";
import { type CounterChange, type CounterStore, createMemoryCounterStore } from "#main/transport/limiter/counter-store.ts";
import { type Charge, countedByMs, Reservations } from "#main/transport/limiter/reservations.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 21, 9);

/** A store that keeps what it was told, and may be broken. */
function storeLab() {
  const memory = createMemoryCounterStore();
  const changes: CounterChange[] = [];
  let broken: Error | null = null;
  const store: CounterStore = {
    load: memory.load,
    commit: async (key, change) => {
      if (broken !== null) throw broken;
      changes.push(change);
      await memory.commit(key, change);
    },
  };
  return { store, changes, breakWith: (error: Error | null) => (broken = error), stored: () => memory.load("key") };
}

function lab(calls = 10) {
  const time = createVirtualTime(START);
  const kept = storeLab();
  const make = () => new Reservations({ key: "key", store: kept.store, clock: time, random: () => 0.5, calls, keepMs: 1_000 });
  return { time, ...kept, make, reservations: make() };
}

describe("calls that are written down before they're sent", () => {
  it("are announced for ten seconds, and only then there are any", async () => {
    const { reservations, changes, time } = lab();
    expect([reservations.available(), reservations.isInUse]).toEqual([false, false]);
    await reservations.reserve();
    expect(changes).toMatchObject([
      { reserved: { calls: 10, fromMs: START, untilMs: START + 10_000 }, settled: [], blocks: [], pruneBeforeMs: START - 1_000 },
    ]);
    expect([reservations.available(), reservations.isInUse]).toEqual([true, true]);
    await time.pass(10_000);
    expect(reservations.available()).toBe(true);
    await time.pass(1);
    expect([reservations.available(), reservations.isInUse]).toEqual([false, false]);
  });

  /** A store that takes its time, and how long the newest announcement is valid. */
  function slowLab(isShared: { isShared?: true } = {}) {
    const { time, store, changes } = lab();
    const pace = { writingMs: 12_000 };
    const slow: CounterStore = {
      ...store,
      ...isShared,
      commit: async (key, change) => {
        await store.commit(key, change);
        await time.pass(pace.writingMs);
      },
    };
    const reservations = new Reservations({ key: "key", store: slow, clock: time, random: () => 0.5, calls: 10, keepMs: 1_000 });
    const validMs = () => (changes.at(-1)?.reserved?.untilMs ?? 0) - (changes.at(-1)?.reserved?.fromMs ?? 0);
    return { reservations, pace, validMs };
  }

  it("are valid for longer where writing them down takes longer than that, up to a minute", async () => {
    const { reservations, pace, validMs } = slowLab();
    await reservations.reserve();
    expect([reservations.available(), validMs()]).toEqual([false, 10_000]);
    await reservations.reserve();
    expect([reservations.available(), validMs()]).toEqual([true, 24_000]);
    pace.writingMs = 100_000;
    await reservations.reserve();
    await reservations.reserve();
    expect(validMs()).toBe(60_000);
    pace.writingMs = 0;
    await reservations.reserve();
    await reservations.reserve();
    expect([reservations.available(), validMs()]).toEqual([true, 10_000]);
  });

  it("are never valid for longer where several computers count", async () => {
    const { reservations, validMs } = slowLab({ isShared: true });
    await reservations.reserve();
    await reservations.reserve();
    expect([reservations.available(), validMs()]).toEqual([false, 10_000]);
  });

  it("last no longer when the wall clock is set back, and not at all before they were announced", async () => {
    const { reservations, time } = lab();
    await reservations.reserve();
    time.shiftWallClock(-1);
    expect(reservations.available()).toBe(false);
    time.shiftWallClock(1);
    await time.pass(10_000);
    time.shiftWallClock(-5_000);
    expect(reservations.available()).toBe(true);
    await time.pass(1);
    expect(reservations.available()).toBe(false);
  });

  it("are each paid once, and the next ten are announced while two are left", async () => {
    const { reservations, changes, time } = lab();
    await reservations.reserve();
    for (let call = 0; call < 7; call++) reservations.take(true);
    reservations.available();
    expect(changes).toHaveLength(1);
    reservations.take(true);
    expect(reservations.available()).toBe(true);
    await time.pass(1);
    expect(changes).toHaveLength(2);
    for (let call = 0; call < 12; call++) {
      expect(reservations.available()).toBe(true);
      reservations.take(true);
    }
  });

  it("are announced once at a time, and one by one where few are allowed", async () => {
    const { reservations, changes, time } = lab(4);
    await Promise.all([reservations.reserve(), reservations.reserve()]);
    expect(changes).toHaveLength(1);
    for (let call = 0; call < 3; call++) reservations.take(true);
    expect(reservations.available()).toBe(true);
    await time.pass(1);
    expect(changes).toHaveLength(1);
    reservations.take(true);
    expect(reservations.available()).toBe(false);
  });

  it("are settled with what was really sent, read and received, when the last is answered", async () => {
    const { reservations, changes, time } = lab();
    await reservations.reserve();
    const [read, write] = [reservations.take(true) as Charge, reservations.take(false) as Charge];
    await time.pass(100);
    reservations.finish(read, 50);
    await reservations.flush();
    expect(changes).toHaveLength(1);
    await time.pass(100);
    reservations.finish(write, 7);
    await reservations.flush();
    expect(changes[1]).toMatchObject({
      reserved: null,
      settled: [{ calls: 2, reads: 1, bytes: 57, month: "2026-11", answeredMs: START + 200 }],
    });
    await reservations.flush();
    expect(changes).toHaveLength(2);
  });

  it("still in use while one of them is on its way, however late", async () => {
    const { reservations, time } = lab();
    await reservations.reserve();
    const charge = reservations.take(true) as Charge;
    await time.pass(MINUTE);
    expect(reservations.isInUse).toBe(true);
    reservations.finish(charge, 0);
    expect(reservations.isInUse).toBe(false);
  });

  it("keep a ledger's long wait for the next writing, one for each scope", async () => {
    const { reservations, changes } = lab();
    reservations.block({ scope: "day", untilMs: 1 });
    reservations.block({ scope: "month", untilMs: 2 });
    reservations.block({ scope: "day", untilMs: 3 });
    await reservations.flush();
    expect(changes[0]?.blocks).toEqual([
      { scope: "month", untilMs: 2 },
      { scope: "day", untilMs: 3 },
    ]);
  });

  it("lose nothing when they couldn't be written: what was to be told is told the next time", async () => {
    const { reservations, changes, breakWith, time } = lab();
    await reservations.reserve();
    reservations.finish(reservations.take(true) as Charge, 5);
    reservations.block({ scope: "day", untilMs: 9 });
    await time.pass(20_000);
    breakWith(new Error("disk full"));
    await expect(reservations.reserve()).rejects.toThrow("disk full");
    expect(reservations.available()).toBe(false);
    breakWith(null);
    await reservations.reserve();
    expect(changes[1]).toMatchObject({ settled: [{ calls: 1, bytes: 5 }], blocks: [{ scope: "day", untilMs: 9 }] });
  });

  it("of a process that died count as sent until now, and are settled as that", async () => {
    const { reservations, make, changes, time } = lab();
    await reservations.reserve();
    await time.pass(5 * MINUTE);
    const next = make();
    const state = await next.open();
    expect(state.reservations).toMatchObject([{ calls: 10, answeredMs: null }]);
    await next.flush();
    expect(changes[1]?.settled).toMatchObject([{ calls: 10, reads: 10, bytes: 0, answeredMs: START + 5 * MINUTE + 1_000 }]);
    await make().open();
    expect(changes).toHaveLength(2);
  });
});

describe("the instant by which the ledger has counted stored calls", () => {
  const now = START;
  const left = (untilMs: number, answeredMs: number | null = null) => ({
    id: "r",
    calls: 1,
    fromMs: untilMs - 10_000,
    untilMs,
    answeredMs,
  });

  it("is that of the last answer, unless the wall clock was set back", () => {
    expect(countedByMs(left(now, now - 500), now)).toBe(now - 500);
    expect(countedByMs(left(now, now + MINUTE), now)).toBe(now + 1_000);
  });

  it("is a second after the latest sending that is possible, where nobody settled them", () => {
    // The process died a moment ago, or another computer may still send until the reservation ends.
    expect(countedByMs(left(now - 5_000), now)).toBe(now + 1_000);
    expect(countedByMs(left(now + 4_000), now)).toBe(now + 5_000);
    expect(countedByMs(left(now + 2 * MINUTE), now)).toBe(now + MINUTE + 1_000);
    // No call is on its way for longer than a quarter of an hour.
    expect(countedByMs(left(now - 60 * MINUTE), now)).toBe(now - 45 * MINUTE + 1_000);
  });
});

describe("the window that all tenants share", () => {
  function windowLab(limit = 2) {
    const time = createVirtualTime(START);
    const { store, breakWith } = storeLab();
    const window = new AppWindow({ key: "ledger_a", limit, windowMs: MINUTE, clock: time, random: () => 0.5, store });
    const woken: string[] = [];
    const member = (name: string, first = false) => ({
      wake: () => {
        woken.push(name);
      },
      goesFirst: () => first,
    });
    return { time, window, woken, member, breakWith };
  }
  const at = (instant: number) => ({ likely: instant, certain: instant });

  it("lets calls go up to its limit, and wakes who waits in the order of asking, as slots come back", async () => {
    const { time, window, woken, member } = windowLab();
    const [ash, elm, oak] = [member("ash"), member("elm"), member("oak")];
    for (let call = 0; call < 2; call++) {
      expect(window.mayTake(ash, false)).toBe(true);
      window.hold(ash);
    }
    expect([window.mayTake(elm, false), window.mayTake(oak, false)]).toEqual([false, false]);
    expect(window.use).toEqual({ limit: 2, windowMs: MINUTE, waiting: 2 });
    window.counted({ likely: 0, certain: 500 });
    expect(window.nextFreeAt()).toBe(MINUTE + 501);
    await time.pass(MINUTE + 500);
    expect(woken).toEqual([]);
    await time.pass(1);
    expect(woken).toEqual(["elm"]);
    window.counted(at(time.monotonicMs()));
    await time.pass(MINUTE + 1);
    expect(woken).toEqual(["elm", "oak"]);
  });

  it("gives a slot that comes back to who goes first, and keeps places for who asked before", () => {
    const { window, woken, member } = windowLab(1);
    const holder = member("holder");
    window.hold(holder);
    window.mayTake(member("elm"), false);
    window.mayTake(member("first", true), false);
    window.refund();
    expect(woken).toEqual(["first"]);
    expect(window.mayTake(member("late"), false)).toBe(false);
    expect(window.mayTake(member("person"), true)).toBe(true);
  });

  it("is closed for everybody until the instant that the ledger named, and never opens earlier for a shorter wait", async () => {
    const { time, window, woken, member } = windowLab();
    window.hold(member("holder"));
    window.blockUntil(30_000);
    window.blockUntil(10_000);
    expect(window.mayTake(member("person"), true)).toBe(false);
    expect(window.nextFreeAt()).toBe(30_000);
    window.refund();
    await time.pass(29_999);
    expect(woken).toEqual([]);
    await time.pass(1);
    expect(woken).toEqual(["person"]);
  });

  it("believes the ledger when it counts more", () => {
    const { window, member } = windowLab(5);
    const ash = member("ash");
    window.tighten(0, window.hold(ash));
    expect(window.mayTake(ash, true)).toBe(false);
  });

  it("takes over what an earlier process counted, unless a window has passed since, and reads it once", async () => {
    for (const [passed, free] of [
      [MINUTE, false],
      [MINUTE + 12_001, true],
    ] as const) {
      const { time, member } = windowLab(1);
      const store = {
        load: async () => ({
          reservations: [{ id: "r", calls: 1, fromMs: START, untilMs: START, answeredMs: START + 12_000 }],
          months: [],
          blocks: [],
        }),
      };
      const next = new AppWindow({
        key: "k",
        limit: 1,
        windowMs: MINUTE,
        clock: time,
        random: () => 0,
        store: { ...store, commit: async () => undefined },
      });
      await time.pass(passed);
      await Promise.all([next.open(), next.open()]);
      expect(next.mayTake(member("x"), true)).toBe(free);
    }
  });

  it("is read again after a failure", async () => {
    let loads = 0;
    const load = async () => {
      loads++;
      if (loads === 1) throw new Error("busy");
      return { reservations: [], months: [], blocks: [] };
    };
    const store: CounterStore = { load, commit: async () => undefined };
    const window = new AppWindow({ key: "k", limit: 1, windowMs: MINUTE, clock: createVirtualTime(), random: () => 0, store });
    await expect(window.open()).rejects.toThrow("busy");
    await window.open();
    await window.open();
    expect(loads).toBe(2);
  });

  it.each([
    [10_000, undefined, 166],
    [10_000, true, 10],
    [100_000, undefined, 200],
    [5, undefined, 1],
  ] as const)("of %d calls announces few at a time, fewer where other machines count too (%s): %d", async (limit, isShared, calls) => {
    const changes: CounterChange[] = [];
    const store: CounterStore = {
      load: async () => ({ reservations: [], months: [], blocks: [] }),
      commit: async (_key, change) => {
        changes.push(change);
      },
      ...(isShared === undefined ? {} : { isShared }),
    };
    const window = new AppWindow({ key: "k", limit, windowMs: MINUTE, clock: createVirtualTime(START), random: () => 0, store });
    await window.reservations.reserve();
    expect(changes).toMatchObject([{ reserved: { calls }, limit: { calls: limit, windowMs: MINUTE }, pruneBeforeMs: START - 2 * MINUTE }]);
  });
});
