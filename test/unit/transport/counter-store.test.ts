import { describe, expect, test } from "vitest";
import { AppCallsSpent, applyChange, type CounterChange, type CounterState } from "#main/transport/limiter/counter-store.ts";

const NOTHING: CounterState = { reservations: [], months: [], blocks: [] };
const change = (given: Partial<CounterChange>): CounterChange => ({ reserved: null, settled: [], blocks: [], pruneBeforeMs: 0, ...given });
const block = (scope: "day" | "month", untilMs: number) => ({ scope, untilMs });
const reservation = (id: string) => ({ id, calls: 3, fromMs: 0, untilMs: 60 });
const month = (calls: number, reads: number, bytes: number) => ({ month: "2026-11", calls, reads, bytes });

describe("a change of a limiter's counters", () => {
  test("replaces the block of the same scope and keeps those of others", () => {
    const before = { ...NOTHING, blocks: [block("month", 10), block("day", 20)] };
    expect(applyChange(before, change({ blocks: [block("month", 30)] })).blocks).toEqual([block("day", 20), block("month", 30)]);
  });

  test("forgets an answered reservation only when it was answered before the limit looks back", () => {
    const at = (id: string, answeredMs: number | null) => ({ ...reservation(id), answeredMs });
    const before = { ...NOTHING, reservations: [at("open", null), at("old", 99), at("edge", 100), at("new", 101)] };
    expect(applyChange(before, change({ pruneBeforeMs: 100 })).reservations.map(({ id }) => id)).toEqual(["open", "edge", "new"]);
  });

  test("forgets a reservation at once that ended without a call", () => {
    const at = (id: string, calls: number, answeredMs: number | null) => ({ ...reservation(id), calls, answeredMs });
    const before = { ...NOTHING, reservations: [at("unused", 3, null), at("used", 3, null), at("earlier", 0, 40)] };
    const settled = [
      { id: "unused", calls: 0, answeredMs: 50, month: "2026-11", reads: 0, bytes: 0 },
      { id: "used", calls: 1, answeredMs: 50, month: "2026-11", reads: 1, bytes: 40 },
    ];
    expect(applyChange(before, change({ settled })).reservations).toEqual([at("used", 1, 50)]);
  });

  test("adds what was settled to its month, and leaves a reservation that it doesn't know out", () => {
    const before = { ...NOTHING, reservations: [{ ...reservation("r"), answeredMs: null }], months: [month(5, 4, 300)] };
    const settled = [
      { id: "r", calls: 2, answeredMs: 50, month: "2026-11", reads: 1, bytes: 40 },
      { id: "unknown", calls: 9, answeredMs: 50, month: "2026-11", reads: 9, bytes: 9 },
    ];
    const after = applyChange(before, change({ settled }));
    expect(after.months).toEqual([month(7, 5, 340)]);
    expect(after.reservations).toMatchObject([{ id: "r", calls: 2, answeredMs: 50 }]);
  });

  test("that the app has no calls for says for how long", () => {
    expect(new AppCallsSpent(1_500)).toMatchObject({ waitMs: 1_500, message: "the app's calls are used up for 1500 ms" });
  });
});
