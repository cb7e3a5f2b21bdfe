import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outlookOf, type WorkLeft } from "#main/sync/outlook.ts";
import { type CallsAhead, finishMs, paceOf } from "#main/sync/time-to-finish.ts";
import type { PaceFacts } from "#main/transport/limiter/queue-state.ts";
import { Samples } from "#main/transport/limiter/samples.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOW = Date.parse("2026-11-21T12:00:00.000Z");

/** Ledger A as published: 60 a minute, 5,000 a day, 5 at once; the day's budget untouched. */
const facts: PaceFacts = {
  ...{ perWindow: 60, windowMs: MINUTE, burstRoom: 0, app: null, concurrency: 5, writesAhead: 0 },
  latency: { count: 50, medianMs: 400, p90Ms: 1_200 },
  ...{ dayLimit: 5_000, dayLeft: 5_000, dayFreeAtMs: () => NOW, monthReadsLeft: null, monthResetsAtMs: NOW + 9 * DAY },
};
const job = (calls: number, change: Partial<CallsAhead> = {}): CallsAhead => ({
  ...{ calls, callsAtOnce: 4, ownMs: 0, goesFirst: false, notBeforeMs: null, nowMs: NOW },
  ...change,
});
const minutesOf = (calls: number, change: Partial<PaceFacts> = {}, more: Partial<CallsAhead> = {}) =>
  (finishMs(job(calls, more), { ...facts, ...change }, 400) - NOW) / MINUTE;

describe("the time to finish", () => {
  it("is bound by the minute's limit, or by answers where they are slower", () => {
    expect(minutesOf(600)).toBeCloseTo(10);
    expect(minutesOf(50)).toBeCloseTo(50 / 60);
    expect(minutesOf(50, { burstRoom: 57 })).toBeCloseTo((50 * 400) / 4 / MINUTE);
    expect(minutesOf(600, { perWindow: null })).toBeCloseTo((600 * 400) / 4 / MINUTE);
    expect(minutesOf(600, { perWindow: null, concurrency: 1 }, { ownMs: 100 })).toBeCloseTo(5);
  });

  it("takes a day for each further budget of the day, and goes on where the day has room again", () => {
    expect(minutesOf(5_000)).toBeCloseTo(83.3, 1);
    expect(minutesOf(10_000)).toBeCloseTo(1_440 + 83.3, 1);
    expect(minutesOf(300, { dayLeft: 0, dayFreeAtMs: () => NOW + 7 * 60 * MINUTE })).toBeCloseTo(420);
  });

  it("lets writes go before it, waits as long as the ledger asked, and shares what all tenants share", () => {
    expect(minutesOf(60, { writesAhead: 30 })).toBeCloseTo(1.5);
    expect(minutesOf(60, {}, { notBeforeMs: NOW + 5 * MINUTE })).toBeCloseTo(6);
    const app = { limit: 100, windowMs: MINUTE, waiting: 10 };
    expect(minutesOf(60, { app })).toBeCloseTo(6);
    expect(minutesOf(60, { app }, { goesFirst: true })).toBeCloseTo(1);
  });

  it("waits for the month that has reads again", () => {
    expect(minutesOf(60, { monthReadsLeft: 10 })).toBeCloseTo(9 * 1_440 + 1);
    expect(minutesOf(60, { monthReadsLeft: 60 })).toBeCloseTo(1);
  });

  it("never gets shorter by more calls, slower answers or more writes ahead", () => {
    const whole = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(whole, whole, fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 0, max: 50 }), (calls, more, callMs, writes) => {
        const ends = (count: number, ms: number, writesAhead = 0) => finishMs(job(count), { ...facts, dayLimit: null, writesAhead }, ms);
        expect(ends(calls + more, callMs)).toBeGreaterThanOrEqual(ends(calls, callMs));
        expect(ends(calls, callMs + more)).toBeGreaterThanOrEqual(ends(calls, callMs));
        expect(ends(calls, callMs, writes)).toBeGreaterThanOrEqual(ends(calls, callMs));
        expect(paceOf(facts, job(calls), callMs)).toBeGreaterThan(0);
      }),
    );
  });
});

describe("the outlook of a run", () => {
  const left: WorkLeft = { calls: 600, unsized: 2, callsAtOnce: 4, goesFirst: false, notBeforeMs: null, nowMs: NOW };

  it("is a range from the middle of the answers to the slowest tenth, with what it rests on", () => {
    const own = new Samples();
    own.add(50);
    const slow = { ...facts, perWindow: null };
    expect(outlookOf(left, slow, own)).toMatchObject({
      ...{ callsLeft: 600, unsized: 2, goesOnAt: null },
      finishesAt: "2026-11-21T12:01:07.500Z",
      finishesLateAt: "2026-11-21T12:03:07.500Z",
      inputs: {
        callsPerMinute: null,
        callsAtOnce: 4,
        samples: 50,
        medianMs: 400,
        p90Ms: 1_200,
        ownMs: 50,
        dayLeft: 5_000,
        dayFreeAt: null,
      },
    });
  });

  it("names no end before twenty requests were timed, and still says when it goes on", () => {
    const few = { ...facts, latency: { count: 19, medianMs: 400, p90Ms: 1_200 } };
    expect(outlookOf({ ...left, notBeforeMs: NOW + MINUTE }, few, new Samples())).toMatchObject({
      ...{ goesOnAt: "2026-11-21T12:01:00.000Z", finishesAt: null, finishesLateAt: null },
      inputs: { samples: 19, samplesNeeded: 20 },
    });
  });

  it("says when the day has room for what is left", () => {
    const spent = { ...facts, dayLeft: 0, dayFreeAtMs: (calls: number) => NOW + calls * 1_000 };
    expect(outlookOf(left, spent, new Samples()).inputs.dayFreeAt).toBe("2026-11-21T12:10:00.000Z");
  });
});
