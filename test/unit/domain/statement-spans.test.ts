import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FiscalCalendar, fiscalYearStart, fiscalYearStartsWithin } from "#main/domain/periods/fiscal-year.ts";
import { comparativeSpan, monthSpans } from "#main/domain/statements/statement-spans.ts";
import { addDays, type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";

const date = calendarDate;
const months = (month: number, day: number): FiscalCalendar => ({ yearEnd: { month, day }, periodStarts: [] });
const CALENDAR = months(12, 31);

/** Three years of periods of 4, 4 and 5 weeks from a Monday; the last period of the second year has a sixth week. */
function weeks(): { start: CalendarDate; end: CalendarDate }[] {
  const periods: { start: CalendarDate; end: CalendarDate }[] = [];
  let start = date("2024-12-30");
  for (let at = 0; at < 36; at++) {
    const length = 7 * ((at % 3 === 2 ? 5 : 4) + (at === 23 ? 1 : 0));
    periods.push({ start, end: addDays(start, length - 1) });
    start = addDays(start, length);
  }
  return periods;
}

describe("the start of a fiscal year", () => {
  test.each([
    ["2026-11-21", CALENDAR, "2026-01-01"],
    ["2026-01-01", CALENDAR, "2026-01-01"],
    ["2025-12-31", CALENDAR, "2025-01-01"],
    ["2026-11-21", months(3, 31), "2026-04-01"],
    ["2026-03-31", months(3, 31), "2025-04-01"],
    ["2026-04-05", months(4, 5), "2025-04-06"],
    ["2026-04-06", months(4, 5), "2026-04-06"],
    // February follows the leap years, whichever of its last days was named.
    ["2024-02-29", months(2, 28), "2023-03-01"],
    ["2024-03-01", months(2, 29), "2024-03-01"],
    ["2025-03-01", months(2, 29), "2025-03-01"],
    // In other months the 28th is a day like any other, and so are February's earlier ones.
    ["2026-04-29", months(4, 28), "2026-04-29"],
    ["2026-04-28", months(4, 28), "2025-04-29"],
    ["2026-02-16", months(2, 15), "2026-02-16"],
    // A month that lacks the named day ends with its last.
    ["2026-07-01", months(6, 31), "2026-07-01"],
  ] as const)("of %s by %o is %s", (day, calendar, start) => {
    expect(fiscalYearStart(date(day), calendar)).toBe(start);
  });

  test("holds the day and lies at most a year back, on any calendar", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_000 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 31 }),
        (days, month, day) => {
          const asked = addDays(date("2010-01-01"), days);
          const start = fiscalYearStart(asked, months(month, day));
          expect(start <= asked && asked < addDays(start, 367)).toBe(true);
          expect(fiscalYearStart(start, months(month, day))).toBe(start);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("of a calendar of weeks is the period that begins nearest to the named date", () => {
    const periods = weeks();
    const calendar = { yearEnd: { month: 1, day: 3 }, periodStarts: periods.map(({ start }) => start) };
    for (const [at, { start, end }] of periods.entries()) {
      const first = periods[at - (at % 12)]?.start;
      expect([fiscalYearStart(start, calendar), fiscalYearStart(end, calendar)]).toEqual([first, first]);
    }
    expect(fiscalYearStartsWithin(date("2024-12-30"), date("2027-05-01"), calendar)).toEqual([periods[12]?.start, periods[24]?.start]);
  });

  test("of a calendar of weeks may be in the year before last, and is a period within two weeks of the named date", () => {
    const calendar = { yearEnd: { month: 12, day: 31 }, periodStarts: weeks().map(({ start }) => start) };
    expect(fiscalYearStart(date("2027-01-02"), calendar)).toBe("2025-12-29");
    const from = (start: string) => fiscalYearStart(date("2026-06-30"), { yearEnd: { month: 12, day: 31 }, periodStarts: [date(start)] });
    expect([from("2026-01-14"), from("2026-01-15"), from("2025-12-19"), from("2025-12-18")]).toEqual([
      ...["2026-01-14", "2026-01-01", "2025-12-19", "2026-01-01"],
    ]);
  });

  test("lists the years that begin behind a day and not behind another", () => {
    expect(fiscalYearStartsWithin(date("2024-01-01"), date("2026-01-01"), CALENDAR)).toEqual(["2025-01-01", "2026-01-01"]);
    expect(fiscalYearStartsWithin(date("2024-01-01"), date("2024-12-31"), CALENDAR)).toEqual([]);
  });
});

describe("a comparison", () => {
  test.each([
    ["prior_month", "2026-10-01", "2026-10-31", "2026-09-01", "2026-09-30"],
    ["prior_month", "2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"],
    // The last day of a month stays the last day of a month.
    ["prior_month", "2026-02-01", "2026-02-28", "2026-01-01", "2026-01-31"],
    ["prior_month", "2026-03-30", "2026-03-30", "2026-02-28", "2026-02-28"],
    ["prior_month", "2026-01-01", "2026-01-15", "2025-12-01", "2025-12-15"],
    ["prior_year", "2024-02-01", "2024-02-29", "2023-02-01", "2023-02-28"],
    ["prior_year", "2025-02-01", "2025-02-28", "2024-02-01", "2024-02-29"],
    ["prior_year", "2026-07-01", "2026-09-30", "2025-07-01", "2025-09-30"],
    ["year_to_date", "2026-10-01", "2026-10-31", "2026-01-01", "2026-10-31"],
    ["current", "2026-10-01", "2026-10-31", "2026-10-01", "2026-10-31"],
    ["budget", "2026-10-01", "2026-10-31", "2026-10-01", "2026-10-31"],
  ] as const)("%s of %s to %s is %s to %s", (name, from, to, start, end) => {
    const span = { from: date(from), to: date(to) };
    expect(comparativeSpan(name, span, CALENDAR, [])).toEqual({ name, from: start, to: end });
  });

  test("of weeks is compared with the weeks before", () => {
    const periods = weeks();
    const of = (at: number) => ({ from: periods[at]?.start as CalendarDate, to: periods[at]?.end as CalendarDate });
    expect(comparativeSpan("prior_month", of(25), CALENDAR, periods)).toEqual({ name: "prior_month", ...of(24) });
    expect(comparativeSpan("prior_year", of(25), CALENDAR, periods)).toEqual({ name: "prior_year", ...of(13) });
    const quarter = { from: of(24).from, to: of(26).to };
    expect(comparativeSpan("prior_year", quarter, CALENDAR, periods)).toEqual({ name: "prior_year", from: of(12).from, to: of(14).to });
    // Beyond the periods that are known, and for dates that are no period's, the calendar decides.
    expect(comparativeSpan("prior_year", of(3), CALENDAR, periods).from < of(0).from).toBe(true);
    expect(comparativeSpan("prior_month", { from: date("2026-10-01"), to: date("2026-10-31") }, CALENDAR, periods).from).toBe("2026-09-01");
  });
});

describe("months side by side", () => {
  const words = (spans: readonly { readonly from: string; readonly to: string }[]) => spans.map(({ from, to }) => `${from}/${to}`);

  test("are calendar months up to the day asked for, the oldest first", () => {
    expect(words(monthSpans(date("2026-03-15"), 3, []))).toEqual([
      "2026-01-01/2026-01-31",
      "2026-02-01/2026-02-28",
      "2026-03-01/2026-03-15",
    ]);
    expect(monthSpans(date("2026-03-31"), 12, []).map(({ name }) => name)).toEqual(new Array(12).fill("month"));
  });

  test("are the periods that the ledger keeps, where it keeps them as far back", () => {
    const periods = weeks();
    const [, , , fourth, fifth] = periods;
    const to = fifth?.end ?? date("2025-01-01");
    expect(words(monthSpans(to, 2, periods))).toEqual([`${fourth?.start}/${fourth?.end}`, `${fifth?.start}/${fifth?.end}`]);
    expect(monthSpans(to, 5, periods)[0]?.from).toBe(periods[0]?.start);
    expect(monthSpans(to, 6, periods)[5]?.from).toBe("2025-05-01");
    // A part of a period beside whole ones would look like a bad month.
    expect(monthSpans(addDays(to, -1), 2, periods)[0]?.from).toBe("2025-04-01");
  });

  test("follow each other without a hole and end at the day", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 1, max: 12 }), fc.boolean(), (days, count, own) => {
        const to = addDays(date("2025-02-01"), days);
        const spans = monthSpans(to, count, own ? weeks() : []);
        expect(spans).toHaveLength(count);
        expect(spans.at(-1)?.to).toBe(to);
        for (const [at, span] of spans.entries()) if (at > 0) expect(span.from).toBe(addDays(spans[at - 1]?.to ?? to, 1));
      }),
    );
  });
});
