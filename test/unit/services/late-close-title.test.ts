import { expect, it } from "vitest";
import { lateTitle, othersWait, toDoFirst } from "#main/features/inbox/inbox-items.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { instantString } from "#shared/model/books/money.ts";

const progress = { tasks: 12, done: 9, byHand: 2, late: 0 };
const looked = instantString.parse("2026-11-09T17:00:00.000Z");
const titleOn = (day: string, late: number, daysLate: number) =>
  lateTitle({ period: "2026-10", progress: { ...progress, late }, daysLate, updatedAt: looked }, calendarDate(day));

it("counts the late tasks of a close only on the day on which they were counted", () => {
  expect(titleOn("2026-11-09", 3, 2)).toBe("October 2026 close: 3 of 12 tasks late, the oldest by 2 business days");
  expect(titleOn("2026-11-09", 1, 2)).toBe("October 2026 close: 1 of 12 tasks late, by 2 business days");
  // Nothing was late when it was looked at, and something is now.
  expect(titleOn("2026-11-10", 0, 1)).toBe("October 2026 close: tasks late by 1 business day");
  expect(titleOn("2026-11-10", 3, 18)).toBe("October 2026 close: tasks late by up to 18 business days");
});

it("says of a close that nobody has started that it is late as a whole, whenever it was looked at", () => {
  const close = { period: "2026-10", progress, updatedAt: looked, daysLate: 8, started: false };
  for (const day of ["2026-11-09", "2026-11-20"])
    expect(lateTitle(close, calendarDate(day))).toBe("October 2026 close: not started, 8 business days late");
});

it("says what to do first in the row, and in its tip that late tasks besides those wait for them", () => {
  expect(toDoFirst([])).toBeNull();
  expect(toDoFirst(["Sync", "Review"])).toBe("To do first: Sync, and\u00a01\u00a0more");
  expect([othersWait([], 3), othersWait(["Sync", "Review"], 2)]).toEqual([{}, {}]);
  expect(othersWait(["Sync", "Review"], 5)).toEqual({ tip: "Everything else that's late depends on them." });
  expect(othersWait(["Sync"], 5)).toEqual({ tip: "Everything else that's late depends on it." });
});
