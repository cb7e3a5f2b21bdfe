import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAppWindow, createGate } from "#simulator/gate.ts";
import { createReferee } from "#simulator/referee.ts";
import type { SimLimits } from "#simulator/types.ts";

const NONE: SimLimits = {
  perWindow: null,
  windowMs: 60_000,
  windowKind: "sliding",
  concurrency: null,
  perDay: null,
  appPerWindow: null,
  batchPerWindow: null,
};
const half = () => 0.5;

describe("the gate", () => {
  test("a sliding window opens again when the oldest request is a window old", () => {
    const gate = createGate({ ...NONE, perWindow: 2 }, half);
    expect([gate.arrive(0, false).ok, gate.arrive(1000, false).ok]).toEqual([true, true]);
    expect(gate.arrive(2000, false)).toMatchObject({ ok: false, breach: "minute", retryAfterSeconds: 58, quota: { minuteRemaining: 0 } });
    expect(gate.arrive(60_000, false).ok).toBe(true);
    expect(gate.arrive(60_500, false).ok).toBe(false);
  });

  test("a fixed window lets a burst through on both sides of its edge; the referee does not", () => {
    const limits: SimLimits = { ...NONE, perWindow: 3, windowKind: "fixed" };
    const gate = createGate(limits, half);
    const referee = createReferee(limits);
    // The phase is half a window: edges at 30 s, 90 s and so on.
    for (const atMs of [29_000, 29_100, 29_200, 30_000, 30_100, 30_200]) {
      referee.arrived(atMs, false);
      referee.left();
      expect(gate.arrive(atMs, false).ok, String(atMs)).toBe(true);
    }
    expect(gate.arrive(30_300, false)).toMatchObject({ ok: false, breach: "minute" });
    expect(referee.breaches.map(({ what, atMs }) => `${what}@${atMs}`)).toEqual(["minute@30000", "minute@30100", "minute@30200"]);
    expect(() => referee.assertClean()).toThrow(/3 limit breaches: minute 4 at 30000/);
  });

  test("concurrency, day, batch and the window shared by an app", () => {
    const concurrent = createGate({ ...NONE, concurrency: 1 }, half);
    concurrent.arrive(0, false);
    expect(concurrent.arrive(1, false)).toMatchObject({ breach: "concurrent" });
    concurrent.leave();
    expect(concurrent.arrive(2, false).ok).toBe(true);

    const daily = createGate({ ...NONE, perDay: 10 }, half);
    daily.spendDay(9, 0);
    expect(daily.arrive(0, false)).toMatchObject({ ok: true, quota: { dayRemaining: 0 } });
    expect(daily.arrive(3_600_000, false)).toMatchObject({ breach: "day", retryAfterSeconds: 82_800 });
    expect(daily.arrive(86_400_000, false).ok).toBe(true);

    const batch = createGate({ ...NONE, batchPerWindow: 1 }, half);
    expect([batch.arrive(0, true).ok, batch.arrive(1, false).ok, batch.arrive(2, true).ok]).toEqual([true, true, false]);

    const app = createAppWindow();
    const one = createGate({ ...NONE, appPerWindow: 2 }, half, app);
    const other = createGate({ ...NONE, appPerWindow: 2 }, half, app);
    expect([one.arrive(0, false).ok, other.arrive(1, false).ok]).toEqual([true, true]);
    expect(one.arrive(2, false)).toMatchObject({ breach: "appminute" });
  });
});

describe("the referee", () => {
  test("agrees with a naive count over every window", () => {
    const arrivals = fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 1, max: 8 }), (gaps, perWindow) => {
        const referee = createReferee({ ...NONE, perWindow, windowMs: 10_000 });
        let atMs = 0;
        const times = gaps.map((gap) => {
          atMs += gap;
          return atMs;
        });
        for (const time of times) {
          referee.arrived(time, false);
          referee.left();
        }
        const counts = times.map((end, index) => times.filter((time, at) => at <= index && time > end - 10_000).length);
        expect(referee.totals.maxPerWindow).toBe(Math.max(...counts));
        expect(referee.breaches.length).toBe(counts.filter((count) => count > perWindow).length);
      }),
    );
  });

  test("sees concurrency, days and what the gate turned away", () => {
    const referee = createReferee({ ...NONE, concurrency: 1, perDay: 2 });
    referee.arrived(0, false);
    referee.arrived(1, false);
    referee.left();
    referee.left();
    referee.arrived(2, false);
    referee.rejected("day", 2);
    expect(referee.breaches.map(({ what, found }) => `${what} ${found}`)).toEqual(["concurrent counted", "day counted", "day rejected"]);
    expect(referee.totals).toMatchObject({ arrivals: 3, rejected: 1, maxConcurrent: 2, maxPerDay: 3 });
    const clean = createReferee(NONE);
    clean.arrived(0, true);
    expect(() => clean.assertClean()).not.toThrow();
  });
});
