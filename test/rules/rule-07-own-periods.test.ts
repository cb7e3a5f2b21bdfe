import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownPeriods } from "#main/domain/periods/own-periods.ts";
import { listPeriods } from "#main/store/periods/periods.ts";
import { addDays, calendarDate, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { type PeriodLock, period } from "#shared/model/books/period.ts";
import { createIngestLab, documentRecord, lockRecord } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const lock = (id: string, lockedThrough: string) => lockRecord(id, lockedThrough).value as unknown as PeriodLock;
const day = fc.integer({ min: 10_000, max: 25_000 }).map(fromDayNumber);

// Stands for the hash of the threads; here it only has to be a text.
const digest = (text: string) => String(text.length);

describe("rule 7: the service owns the periods where the ledger has none", () => {
  it("as calendar months without gap or overlap, from the fiscal year of the first document to the month of the last", () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 31 }),
        (first, span, month, end) => {
          const last = addDays(first, span);
          const periods = ownPeriods(first, last, { month, day: end }, []);
          for (const [index, one] of periods.entries()) {
            expect(period.safeParse(one).success).toBe(true);
            expect([one.start.slice(8), one.ownedBy, one.status]).toEqual(["01", "us", "open"]);
            const following = periods[index + 1];
            if (following !== undefined) expect(addDays(one.end, 1)).toBe(following.start);
          }
          expect(periods.at(-1)?.id).toBe(`month:${last.slice(0, 7)}`);
          const start = periods[0]?.start ?? last;
          expect(start <= first && addDays(start, 366 + 31) > first).toBe(true);
        },
      ),
    );
  });

  it.each([
    ["2026-10-05", { month: 3, day: 31 }, "2026-04"],
    ["2026-03-31", { month: 3, day: 31 }, "2025-04"],
    ["2026-04-01", { month: 3, day: 31 }, "2026-04"],
    ["2026-10-05", { month: 12, day: 31 }, "2026-01"],
    ["2026-12-31", { month: 12, day: 31 }, "2026-01"],
    ["2026-03-01", { month: 2, day: 29 }, "2026-03"],
    ["2024-02-29", { month: 2, day: 28 }, "2023-03"],
  ])("a first document on %s with year end %o begins with %s", (first, yearEnd, begins) => {
    expect(ownPeriods(calendarDate(first), calendarDate(first), yearEnd, [])[0]?.label).toBe(begins);
  });

  it("a lock of the ledger is one input: it is listed where it reaches and closes nothing", () => {
    const periods = ownPeriods(calendarDate("2026-08-01"), calendarDate("2026-10-31"), { month: 7, day: 31 }, [
      lock("period", "2026-09-15"),
      lock("year_end", "2026-03-31"),
    ]);
    expect(periods.map((one) => [one.label, one.status, one.locks.map((each) => each.id)])).toEqual([
      ["2026-08", "open", ["period"]],
      ["2026-09", "open", ["period"]],
      ["2026-10", "open", []],
    ]);
  });

  it("a mirror hands out months of its own, or the ledger's periods where they exist", () => {
    const lab = createIngestLab(tempHome());
    expect(listPeriods(lab.reader, { month: 12, day: 31 }, digest)).toEqual([]);
    lab.take([{ id: "7", yields: [documentRecord("7", { issueDate: "2026-02-10" })] }]);
    expect(listPeriods(lab.reader, { month: 12, day: 31 }, digest).map((one) => one.id)).toEqual(["month:2026-01", "month:2026-02"]);
    const value = {
      id: "accountingperiod:1",
      label: "Feb 2026",
      start: "2026-02-01",
      end: "2026-02-28",
      status: "open",
      locks: [],
      ownedBy: "source",
      isAdjustment: false,
    };
    lab.take([{ id: "p", yields: [{ kind: "period", value }] }]);
    expect(listPeriods(lab.reader, { month: 12, day: 31 }, digest).map((one) => [one.id, one.ownedBy])).toEqual([
      ["accountingperiod:1", "source"],
    ]);
    lab.db.close();
  });
});
