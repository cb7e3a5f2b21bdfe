import { describe, expect, it } from "vitest";
import type { BudgetView, StreamStatus } from "#shared/contract/sync/sync.ts";
import { bytesForecast, dayForecast, mayReach, monthForecast, type Planned } from "../../../src/renderer/features/sync/forecast.ts";
import {
  hasPlaceAhead,
  isComing,
  isOvertaken,
  isUnread,
  streamLines,
  streamTotals,
} from "../../../src/renderer/features/sync/stream-rows.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const planned = (change: Partial<NonNullable<Planned["row"]>> = {}, callsLeft = 0): Planned => ({
  row: { callsPerDay: 107, callsPerRun: 4, everyMinutes: 60, ...change },
  callsLeft,
});
const budget: BudgetView = {
  ...{ minuteUsed: 0, minuteLimit: 60, dayUsed: 300, dayLimit: 5_000 },
  ...{ monthReads: 1_000, monthReadsLimit: null, monthBytes: 2_000_000, monthBytesLimit: null },
};

describe("what a budget comes to", () => {
  it("is, for the next day, what the schedule plans and what the reading under way still needs", () => {
    expect(dayForecast(planned()).count).toBe(107);
    expect(dayForecast(planned({}, 40)).count).toBe(147);
  });

  it("is, for the month, what was used and the same plan for the days that are left, never a line through the past", () => {
    expect(monthForecast(1_000, planned(), NOW).count).toBe(1_000 + Math.ceil(107 * 9.5));
    expect(monthForecast(0, planned(), Date.parse("2026-11-01T00:00:00.000Z")).count).toBe(107 * 30);
    expect(monthForecast(1_000, planned({ callsPerDay: 0, everyMinutes: null }), NOW)).toMatchObject({
      count: 1_000,
      basis: expect.arrayContaining(["No automatic sync scheduled."]),
    });
  });

  it("is, during the first sync, what that one still needs at least", () => {
    const first: Planned = { row: null, callsLeft: 79 };
    expect([dayForecast(first).count, monthForecast(95, first, NOW).count]).toEqual([79, 174]);
    expect(bytesForecast(budget, first, NOW)?.count).toBe(2_000_000 + 2_000 * 79);
    expect(dayForecast(first).basis[0]).toContain("known once the first one is complete");
    expect(monthForecast(95, first, NOW).basis.join(" ")).not.toContain("left this month");
  });

  it("says what it rests on, in the figures of the schedule", () => {
    const { basis } = monthForecast(1_000, planned({}, 40), NOW);
    expect(basis).toContain("1,000 read requests so far this month.");
    expect(basis).toContain("Syncs automatically every hour, with about 4 requests each time and at most 107 a day.");
    expect(basis).toContain("The current sync needs at least 40 more requests.");
    expect(basis).toContain("10 days left this month (UTC).");
    expect(dayForecast(planned({ everyMinutes: 135 })).basis[0]).toContain("every 2 h 15 min");
  });

  it("counts data by the size of this month's requests, and guesses none before the first", () => {
    expect(bytesForecast(budget, planned(), NOW)?.count).toBe(2_000_000 + Math.ceil(2_000 * 107 * 9.5));
    expect(bytesForecast({ ...budget, monthReads: 0 }, planned(), NOW)).toBeNull();
  });

  it("warns where a day's budget may be used up before its oldest requests count no more", () => {
    expect(mayReach(4_900, dayForecast(planned()), 5_000)).toBe(true);
    expect(mayReach(300, dayForecast(planned()), 5_000)).toBe(false);
    expect(mayReach(4_900, dayForecast(planned()), null)).toBe(false);
  });
});

describe("the table of streams", () => {
  const stream = (name: string, change: Partial<StreamStatus> = {}) =>
    ({ stream: name, state: "up_to_date", pages: 0, seen: 0, changed: 0, removed: 0, ...change }) as StreamStatus;

  it("shows what the mirror holds beside what the last reading brought", () => {
    const lines = streamLines(
      [stream("bills"), stream("invoices", { pages: 2, seen: 12, changed: 3, removed: 1, state: "reading" })],
      [
        { stream: "bills", records: 1_792, removed: 2 },
        { stream: "invoices", records: 40, removed: 0 },
      ],
    );
    expect(lines).toMatchObject([
      { records: 1_792, removed: 2, asked: false, moves: false },
      { records: 40, removed: 0, asked: true, moves: true },
    ]);
    expect(streamTotals(lines)).toEqual({ records: 1_832, pages: 2, seen: 12, changed: 3, removed: 1 });
  });

  it("knows no sum while one of its parts is being counted", () => {
    const lines = streamLines([stream("bills"), stream("invoices")], [{ stream: "bills", records: 5, removed: 0 }]);
    expect(lines[1]?.records).toBeNull();
    const [first] = streamLines([stream("bills", { pass: "backfill", seen: 300 })], [{ stream: "bills", records: 5, removed: 0 }]);
    expect(first?.records).toBe(300);
    expect(streamTotals(lines).records).toBeNull();
  });

  it("doesn't call what was just read empty while the sync goes on", () => {
    const held = [{ stream: "vendors", records: 0, removed: 0 }];
    const read = stream("vendors", { pages: 1, seen: 15 });
    expect(streamLines([read, stream("bills", { state: "reading" })], held)[0]?.records).toBeNull();
    expect(streamLines([read, stream("bills")], held)[0]?.records).toBe(0);
    expect(streamLines([stream("vendors", { pages: 1 }), stream("bills", { state: "queued" })], held)[0]?.records).toBe(0);
  });

  it("has a position only while there is more to read: the last change of a data set that is up to date may be years old", () => {
    const placed = (state: StreamStatus["state"], cursor: string | null, pages = 1) =>
      hasPlaceAhead(stream("contacts", { state, cursor, pages }));
    expect(placed("up_to_date", "2024-09-02T00:23:00.000Z")).toBe(false);
    expect(placed("up_to_date", "118")).toBe(false);
    expect(placed("reading", JSON.stringify({ since: null, page: 1 }))).toBe(false);
    expect(placed("reading", JSON.stringify({ since: null, page: 3 }))).toBe(true);
    expect(placed("incomplete", "2024-09-02T00:23:00.000Z")).toBe(true);
    expect(placed("incomplete", "2024-09-02T00:23:00.000Z", 0)).toBe(false);
    expect(placed("failed", null)).toBe(false);
  });

  it("tells what the latest sync didn't get to from what was never read", () => {
    const asOf = "2026-11-21T09:00:00.000Z" as StreamStatus["asOf"];
    expect(isOvertaken(stream("taxes", { state: "incomplete", asOf }))).toBe(true);
    expect(isOvertaken(stream("taxes", { state: "incomplete", asOf, pages: 1 }))).toBe(false);
    expect(isOvertaken(stream("taxes", { state: "incomplete", asOf: null }))).toBe(false);
    expect(isUnread(stream("taxes", { state: "queued", asOf: null }))).toBe(true);
    expect(isUnread(stream("taxes", { asOf }))).toBe(false);
    expect(isUnread(stream("taxes", { state: "reading", asOf: null, pages: 1 }))).toBe(false);
    const coming = [{ state: "reading" as const }, { state: "reading" as const, pages: 1 }, { state: "queued" as const }];
    expect(coming.map((change) => isComing(stream("taxes", change)))).toEqual([true, false, false]);
  });
});
