import { describe, expect, it } from "vitest";
import {
  formatAge,
  formatDay,
  formatInstant,
  formatMinute,
  formatPeriod,
  formatTime,
  formatWait,
  withDays,
} from "../../../src/renderer/format/dates/date.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");

describe("calendar dates", () => {
  it("are shown without any zone", () => {
    expect(formatDay("2026-11-20")).toBe("20 Nov 2026");
    expect(formatDay("2024-02-29")).toBe("29 Feb 2024");
    expect(formatPeriod("2026-01")).toBe("Jan 2026");
  });

  it("and moments are told inside of text as people read them", () => {
    expect(withDays("due 2026-11-20, locked through 2026-10-31.")).toBe("due 20 Nov 2026, locked through 31 Oct 2026.");
    expect(withDays("read at 2026-11-21T09:39:14.000Z or later")).toMatch(/^read at 21 Nov 2026, \d/);
  });

  it("leave other text alone", () => {
    expect(formatDay("2026-13-01")).toBe("2026-13-01");
    expect(formatDay("soon")).toBe("soon");
    expect(formatPeriod("FY26")).toBe("FY26");
  });
});

describe("instants", () => {
  it("are shown in local time with the zone", () => {
    expect(formatInstant("2026-11-20T23:30:05.000Z", "Pacific/Auckland")).toMatch(/^21 Nov 2026, .*30:05/);
    expect(formatInstant("2026-11-20T23:30:05.000Z", "UTC")).toMatch(/^20 Nov 2026, .*30:05.*UTC$/);
  });

  it("have no zero before an hour with AM or PM", () => {
    expect(formatMinute("2026-11-20T17:05:00.000Z", "UTC")).toMatch(/^20 Nov 2026, (?:17:05|5:05.[Pp]\.?[Mm]\.?)$/);
    expect(formatMinute("2026-11-20T09:05:00.000Z", "UTC")).toMatch(/^20 Nov 2026, (?:09:05|9:05.[Aa]\.?[Mm]\.?)$/);
  });

  it("name the day only when it is another one", () => {
    expect(formatTime("2026-11-21T16:40:00.000Z", NOW, "UTC")).not.toContain("Nov");
    expect(formatTime("2026-11-22T00:00:00.000Z", NOW, "UTC")).toMatch(/^22 Nov, /);
  });

  it.each([
    [0, "just now"],
    [59, "just now"],
    [60, "1 min"],
    [3599, "59 min"],
    [3600, "1 h"],
    [86_399, "23 h"],
    [86_400, "1 day"],
    [3 * 86_400, "3 days"],
    [-30, "just now"],
  ])("%i seconds ago is %s", (seconds, words) => {
    expect(formatAge(new Date(NOW - seconds * 1000).toISOString(), NOW)).toBe(words);
  });

  it.each([
    [0, null],
    [-5, null],
    [42, "42 s"],
    [60, "1 min"],
    [61, "2 min"],
    [7200, "2 h"],
    [12_000, "3 h 20 min"],
  ])("%i seconds ahead is %s", (seconds, words) => {
    expect(formatWait(new Date(NOW + seconds * 1000).toISOString(), NOW)).toBe(words);
  });
});
