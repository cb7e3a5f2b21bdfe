import { expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { requestWords } from "../../../src/renderer/features/sync/request-words.ts";
import { hasCourse, requestsByDay } from "../../../src/renderer/features/sync/requests-by-day.ts";

const TODAY = calendarDate("2026-11-23");
const NONE = { sent: 0, retried: 0, throttled: 0, bytes: 0 };
const budget = {
  ...{ minuteUsed: 0, minuteLimit: 60, dayUsed: 12, dayLimit: 400, monthReads: 0, monthReadsLimit: null },
  ...{ monthBytes: 0, monthBytesLimit: null },
};

test("each of 14 days has its requests, days without a sync none, and the limit is the ledger's", () => {
  const reads = [
    { day: calendarDate("2026-11-01"), calls: 900 },
    { day: calendarDate("2026-11-10"), calls: 40 },
    { day: TODAY, calls: 12 },
  ];
  const chart = requestsByDay(reads, { state: "up_to_date", requests: { ...NONE, sent: 12 }, budget }, TODAY);
  expect(chart.groups.map(({ key }) => key).at(0)).toBe("2026-11-10");
  expect(chart.groups).toHaveLength(14);
  expect(chart.groups.at(-1)).toMatchObject({ long: "23 Nov 2026 so far", partial: true });
  expect(chart.series[0]?.amounts).toEqual(["40", ...Array.from({ length: 12 }, () => "0"), "12"]);
  expect(chart.limit?.amount).toBe("400");
});

test("one day of requests is no course of them, so that nothing is charted before the second", () => {
  const charted = (...days: string[]) => {
    const reads = days.map((day) => ({ day: calendarDate(day), calls: 12 }));
    return hasCourse(requestsByDay(reads, { state: "up_to_date", requests: NONE, budget }, TODAY));
  };
  expect(charted("2026-11-23")).toBe(false);
  expect(charted("2026-11-01", "2026-11-23")).toBe(false);
  expect(charted("2026-11-22", "2026-11-23")).toBe(true);
});

test("a limit so far above that it would flatten the columns is left out", () => {
  const chart = requestsByDay([{ day: TODAY, calls: 39 }], { state: "up_to_date", requests: NONE, budget }, TODAY);
  expect(chart.limit).toBeUndefined();
});

test("a run in progress counts today, and a ledger without a limit per day shows none", () => {
  const sync = { state: "syncing" as const, requests: { ...NONE, sent: 7 }, budget: { ...budget, dayLimit: null } };
  const chart = requestsByDay([{ day: TODAY, calls: 12 }], sync, TODAY);
  expect(chart.series[0]?.amounts.at(-1)).toBe("19");
  expect(chart.limit).toBeUndefined();
});

test("the requests of a sync under way are those so far, and not a whole sync's", () => {
  const words = (state: "syncing" | "queued" | "up_to_date", sent = 9) => requestWords({ state, requests: { ...NONE, sent } });
  expect(words("syncing")).toMatch(/^\. This sync so far: 9 requests, 0 retried, /);
  expect(words("queued", 1)).toContain("This sync so far: 1 request, ");
  expect(words("up_to_date")).toMatch(/^\. Latest sync: 9 requests, /);
  expect(words("up_to_date", 0)).toBeNull();
});
