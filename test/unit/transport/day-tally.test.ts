import { describe, expect, it } from "vitest";
import { DayTally } from "#main/transport/limiter/day-tally.ts";
import { MonthMeter, nextMonthMs } from "#main/transport/limiter/month-meter.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOON = Date.UTC(2026, 10, 21, 12);
/** The end of a call's minute, a day on, and the two minutes that it may have been on its way. */
const overAt = (minute: number) => NOON + (minute + 1) * MINUTE + DAY + 2 * MINUTE;

function tallyAt(limit: number | null, nowMs = NOON): DayTally {
  const tally = new DayTally(limit);
  tally.advance(nowMs);
  return tally;
}

describe("the calls of the last 24 hours", () => {
  it("are forgotten minute by minute, when the last call of the minute is surely a day old", () => {
    const tally = tallyAt(3);
    tally.hold(NOON);
    tally.hold(NOON + MINUTE - 1);
    tally.hold(NOON + MINUTE);
    expect([tally.used, tally.left]).toEqual([3, 0]);
    expect([tally.freeAt(1), tally.freeAt(2), tally.freeAt(3)]).toEqual([overAt(0), overAt(0), overAt(1)]);
    tally.advance(overAt(0) - 1);
    expect(tally.left).toBe(0);
    tally.advance(overAt(0));
    expect(tally.left).toBe(2);
    expect(tally.freeAt(2)).toBe(overAt(0));
    tally.advance(overAt(1));
    expect([tally.used, tally.left]).toEqual([0, 3]);
  });

  it("aren't limited where the ledger names no limit, and are counted all the same", () => {
    const tally = tallyAt(null);
    const mark = tally.hold(NOON);
    tally.tighten(0, mark, NOON);
    expect([tally.used, tally.left]).toEqual([1, null]);
    expect(tally.freeAt(500)).toBe(NOON);
  });

  it("stay counted when the wall clock is set back, new ones included", () => {
    const tally = tallyAt(2);
    tally.hold(NOON);
    tally.advance(NOON - 5 * DAY);
    tally.hold(NOON - 5 * DAY);
    tally.advance(NOON + MINUTE);
    expect(tally.left).toBe(0);
    expect(tally.freeAt(2)).toBe(overAt(0));
  });

  it("of earlier processes count from their last instant, and none of them is left below zero", () => {
    const tally = tallyAt(10);
    tally.restore(0, NOON);
    expect(tally.used).toBe(0);
    tally.restore(12, NOON - MINUTE);
    expect([tally.used, tally.left]).toEqual([12, 0]);
    expect(tally.freeAt(1)).toBe(overAt(-1));
    tally.advance(overAt(-1));
    expect(tally.left).toBe(10);
  });

  it("that only a header told of are believed for a minute, so that one call may ask again", () => {
    const tally = tallyAt(100);
    const mark = tally.hold(NOON);
    tally.tighten(0, mark, NOON);
    expect([tally.used, tally.left]).toEqual([100, 0]);
    expect(tally.freeAt(1)).toBe(NOON + MINUTE);
    tally.advance(NOON + MINUTE - 1);
    expect(tally.left).toBe(0);
    tally.advance(NOON + MINUTE);
    expect(tally.left).toBe(99);
  });

  it("that a header told of count once, and calls that overtook the answer explain it", () => {
    const tally = tallyAt(100);
    const first = tally.hold(NOON);
    tally.hold(NOON);
    tally.tighten(98, first, NOON);
    expect(tally.left).toBe(98);
    tally.tighten(60, first, NOON);
    tally.tighten(60, first, NOON);
    expect(tally.left).toBe(60);
  });

  it("that a header told of while the wall clock was back count from the latest instant known", () => {
    const tally = tallyAt(10);
    const mark = tally.hold(NOON);
    tally.tighten(0, mark, NOON - DAY);
    expect(tally.freeAt(1)).toBe(NOON + MINUTE);
  });
});

describe("the meter of a month", () => {
  const december = Date.UTC(2026, 11, 1);

  it("sums calls, reads and bytes, and begins again with the UTC month", () => {
    const meter = new MonthMeter();
    meter.count(true, december - 1);
    meter.count(false, december - 1);
    meter.received(70, december - 1);
    expect(meter.usage(december - 1)).toEqual({ month: "2026-11", calls: 2, reads: 1, bytes: 70 });
    expect(meter.resetsAtMs(december - 1)).toBe(december);
    expect(meter.usage(december)).toEqual({ month: "2026-12", calls: 0, reads: 0, bytes: 0 });
    expect(nextMonthMs(december)).toBe(Date.UTC(2027, 0, 1));
  });

  it("takes over what earlier processes used of the same month only", () => {
    const meter = new MonthMeter();
    meter.restore({ month: "2026-12", calls: 5, reads: 4, bytes: 3 }, december);
    meter.restore({ month: "2026-11", calls: 50, reads: 40, bytes: 30 }, december);
    expect(meter.usage(december)).toEqual({ month: "2026-12", calls: 5, reads: 4, bytes: 3 });
  });
});
