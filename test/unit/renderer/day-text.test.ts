import { describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { readTypedDay, shownDayExample, typedDayExample, writesDayFirst } from "../../../src/renderer/format/dates/typed-date.ts";

const context = { today: "2026-11-21" as CalendarDate, from: "2026-02-11" as CalendarDate, dayFirst: true };

describe("a typed day", () => {
  it.each([
    ["2026-10-31", "2026-10-31"],
    ["20261031", "2026-10-31"],
    ["21/11", "2026-11-21"],
    ["3/4", "2026-04-03"],
    ["21.11.25", "2025-11-21"],
    ["21-11-2024", "2024-11-21"],
    ["11/21", "2026-11-21"],
    ["21 nov", "2026-11-21"],
    ["21nov2025", "2025-11-21"],
    ["Nov 21, 2025", "2025-11-21"],
    ["21 November", "2026-11-21"],
    ["2025 march 3", "2025-03-03"],
    ["21", "2026-02-21"],
    ["t", "2026-11-21"],
    ["T", "2026-11-21"],
    ["m", "2026-02-01"],
    ["h", "2026-02-28"],
    ["y", "2026-01-01"],
    ["r", "2026-12-31"],
    ["w", "2026-02-09"],
    ["k", "2026-02-15"],
    ["+3", "2026-02-14"],
    ["-1", "2026-02-10"],
    ["+", "2026-02-12"],
    ["-11", "2026-01-31"],
  ])("%s", (typed, day) => expect(readTypedDay(typed, context)).toBe(day));

  it.each(["", "30", "30/2", "2026-13-01", "soon", "nov", "21 foo", "1/2/3/4", "x", "+-1", "99999"])("%j is none", (typed) => {
    expect(readTypedDay(typed, context)).toBeNull();
  });

  it("is read in the order that people of a place write, and in the other where that is no day", () => {
    const american = { ...context, dayFirst: false };
    expect(readTypedDay("3/4", american)).toBe("2026-03-04");
    expect(readTypedDay("21/11", american)).toBe("2026-11-21");
    expect(["en-US", "en-GB"].map((locale) => typedDayExample(locale, context.today))).toEqual(["11/30", "30/11"]);
    expect(shownDayExample(context.today)).toBe("30 Nov");
    expect(readTypedDay(shownDayExample(context.today), american)).toBe("2026-11-30");
    expect([writesDayFirst("en-US"), writesDayFirst("en-GB"), writesDayFirst("de")]).toEqual([false, true, true]);
  });
});
