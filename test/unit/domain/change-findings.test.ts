import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChangedRecord, editsOf, judgeChanges } from "#main/domain/documents/change-findings.ts";
import type { FieldChange } from "#main/domain/documents/field-changes.ts";
import { type LockHistory, lockChanges, lockStepsBack } from "#main/domain/periods/lock-moves.ts";
import { addDays, type CalendarDate, calendarDate, monthEnd } from "#shared/kernel/calendar-date.ts";
import type { PeriodLock } from "#shared/model/books/period.ts";

const day = calendarDate;
const CREATED: FieldChange = { field: "record", before: null, after: "created" };
const REMOVED: FieldChange = { field: "record", before: "present", after: "removed" };
const RETURNED: FieldChange = { field: "record", before: "removed", after: "present" };
const record = (changes: readonly FieldChange[], more: Partial<ChangedRecord> = {}): ChangedRecord => ({
  name: "Bill B-1 from Elm (10.00 NZD, 2026-08-03)",
  date: day("2026-08-03"),
  status: "open",
  lockedThrough: day("2026-08-31"),
  seenOn: day("2026-11-21"),
  lookedOn: day("2026-11-20"),
  changes,
  ...more,
});
const field = (name: string, before: string | null, after: string | null): FieldChange => ({ field: name, before, after });
const codes = (one: ChangedRecord) => Object.entries(judgeChanges(one)).flatMap(([code, message]) => (message === null ? [] : [code]));

describe("what a record's changes are called", () => {
  it("settling is no edit, whatever the ledger calls it", () => {
    const settled = [
      field("status", "open", "paid"),
      field("sourceStatus", "AUTHORISED", "PAID"),
      field("outstanding", "10.00 NZD", "0.00 NZD"),
      field("allocations", null, "Payment:1 | Bill:1 | 10.00 NZD"),
    ];
    expect(editsOf(settled)).toEqual([]);
    expect(codes(record(settled))).toEqual([]);
    expect(codes(record([...settled, field("total", "10.00 NZD", "12.00 NZD")]))).toEqual(["edited_in_closed_period"]);
    expect(codes(record([field("status", "awaiting_approval", "open")]))).toEqual(["edited_in_closed_period"]);
    expect(codes(record([field("status", "paid", "voided")]))).toEqual(["edited_in_closed_period"]);
  });

  it("an edit counts behind a lock alone, and is over when all of it was put back", () => {
    const edit = field("total", "10.00 NZD", "12.00 NZD");
    expect(codes(record([edit], { lockedThrough: null }))).toEqual([]);
    expect(judgeChanges(record([edit])).edited_in_closed_period).toMatch(/locked through 2026-08-31: total from 10\.00 NZD to 12\.00 NZD/);
    expect(judgeChanges(record([edit, field("total", "12.00 NZD", "10.00 NZD")]))).toEqual({ edited_in_closed_period: null });
    const five = ["memo", "number", "reference", "dueDate", "entity"].map((name) => field(name, "a", "b"));
    expect(judgeChanges(record(five)).edited_in_closed_period).toMatch(/memo from a to b; .*due date from a to b; and 1 more\.$/);
  });

  it("of values with several parts those that differ are shown", () => {
    const line = field("line 1", "account | Paper | 6 | 10.00 NZD", "account | Paper | 6 | 12.00 NZD");
    expect(judgeChanges(record([line])).edited_in_closed_period).toMatch(/line 1 from 10\.00 NZD to 12\.00 NZD\.$/);
  });

  it("a deletion is told once, of whatever date, with what moved along with it; a draft's is none", () => {
    for (const gone of [
      [REMOVED],
      [field("status", "open", "deleted"), field("outstanding", "1.00 NZD", "0.00 NZD")],
      [field("status", "paid", "deleted"), REMOVED],
    ]) {
      expect(codes(record(gone))).toEqual(["deleted_document"]);
      expect(codes(record(gone, { lockedThrough: null }))).toEqual(["deleted_document"]);
      expect(codes(record([field("total", "1.00 NZD", "2.00 NZD"), ...gone]))).toEqual(["deleted_document"]);
    }
    expect(codes(record([REMOVED], { status: "draft" }))).toEqual([]);
    expect(codes(record([field("status", "draft", "deleted")], { status: "deleted" }))).toEqual([]);
    expect(judgeChanges(record([RETURNED])).deleted_document).toBeNull();
    expect(judgeChanges(record([REMOVED, RETURNED])).deleted_document).toBeNull();
    // Came and went between two looks: nobody saw it.
    expect(codes(record([CREATED, REMOVED]))).toEqual([]);
  });

  it("entered late is what the reading before did not show, a week or more behind it, and locked", () => {
    const locked = { lockedThrough: day("2026-11-30") };
    const at = (date: string, more: Partial<ChangedRecord> = {}) => codes(record([CREATED], { ...locked, date: day(date), ...more }));
    expect(at("2026-11-12")).toEqual(["back_dated_document"]);
    expect(at("2026-11-13")).toEqual([]);
    expect(at("2026-08-03", { lockedThrough: null })).toEqual([]);
    for (const status of ["draft", "awaiting_approval", "voided", "deleted"]) expect(at("2026-08-03", { status })).toEqual([]);
    // Nobody looked for a month: it may have been entered on its day.
    expect(at("2026-11-01", { lookedOn: day("2026-10-20") })).toEqual([]);
    expect(at("2026-10-01", { lookedOn: day("2026-10-20") })).toEqual(["back_dated_document"]);
    expect(at("2026-11-12", { lookedOn: null })).toEqual(["back_dated_document"]);
  });

  it("entered late counts from the earlier of the two readings, when the clock was set back between them", () => {
    const back = { lockedThrough: day("2026-11-30"), date: day("2026-11-12"), seenOn: day("2026-11-13"), lookedOn: day("2026-11-25") };
    expect(codes(record([CREATED], back))).toEqual([]);
    expect(judgeChanges(record([CREATED], { ...back, date: day("2026-11-01") })).back_dated_document).toBe(
      "Bill B-1 from Elm (10.00 NZD, 2026-08-03) was first synced on 2026-11-13, 12 days after its date. Its period is locked through 2026-11-30.",
    );
  });

  it("what came back from being deleted clears its finding, whatever happened to it since; other changes clear none", () => {
    const back = field("status", "deleted", "open");
    const gone = field("status", "open", "deleted");
    expect(judgeChanges(record([back]))).toEqual({ deleted_document: null, edited_in_closed_period: null });
    expect(judgeChanges(record([gone, back]))).toEqual({ deleted_document: null, edited_in_closed_period: null });
    expect(judgeChanges(record([RETURNED]))).toEqual({ deleted_document: null, edited_in_closed_period: null });
    expect(Object.keys(judgeChanges(record([back, field("memo", "a", "b")])))).toEqual(["deleted_document", "edited_in_closed_period"]);
    expect(codes(record([gone, back, gone]))).toEqual(["deleted_document"]);
    for (const other of [field("status", "open", "paid"), field("memo", "deleted", "a"), field("status", "draft", "open")])
      expect(Object.keys(judgeChanges(record([other])))).toEqual(["edited_in_closed_period"]);
  });

  it("a text that reads like a status is an edit", () => {
    expect(codes(record([field("memo", "open", "paid")]))).toEqual(["edited_in_closed_period"]);
    expect(codes(record([field("reference", "deleted", "paid")]))).toEqual(["edited_in_closed_period"]);
  });

  it("a deletion names the lock of its period where there is one", () => {
    const told = (closed: string) =>
      `Bill B-1 from Elm (10.00 NZD, 2026-08-03) was deleted in the ledger.${closed} Tieout keeps the last known version.`;
    expect(judgeChanges(record([REMOVED], { lockedThrough: null })).deleted_document).toBe(told(""));
    expect(judgeChanges(record([REMOVED])).deleted_document).toBe(told(" Its period is locked through 2026-08-31."));
  });

  it("never more than one finding, whatever happened", () => {
    const change = fc.oneof(
      fc.constantFrom(CREATED, REMOVED, RETURNED),
      fc.record({
        field: fc.constantFrom("status", "total", "memo", "outstanding"),
        before: fc.constantFrom(null, "open", "paid", "deleted"),
        after: fc.constantFrom(null, "open", "draft", "deleted"),
      }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), fc.option(fc.constant(day("2026-12-31"))), (changes, lockedThrough) => {
        expect(codes(record(changes, { lockedThrough })).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the words of an edit in a locked period", () => {
  const said = (...changes: readonly FieldChange[]) =>
    judgeChanges(record(changes)).edited_in_closed_period?.replace(/^.* that.s locked through 2026-08-31: /, "");

  it("name a total once when the base currency says the same, and both when it doesn't", () => {
    const total = field("total", "10.00 NZD", "12.00 NZD");
    expect(said(total, field("totalBase", "10.00 NZD", "12.00 NZD"))).toBe("total from 10.00 NZD to 12.00 NZD.");
    for (const [before, after] of [
      ["9.00 NZD", "12.00 NZD"],
      ["10.00 NZD", "13.00 NZD"],
    ] as const)
      expect(said(total, field("totalBase", before, after))).toBe(
        `total from 10.00 NZD to 12.00 NZD; total in base currency from ${before} to ${after}.`,
      );
    expect(said(field("totalBase", "10.00 NZD", "12.00 NZD"))).toBe("total in base currency from 10.00 NZD to 12.00 NZD.");
    // Another field that moved alike is no total.
    expect(said(field("tax amount", "1.00 NZD", "2.00 NZD"), field("totalBase", "1.00 NZD", "2.00 NZD"))).toBe(
      "tax amount from 1.00 NZD to 2.00 NZD; total in base currency from 1.00 NZD to 2.00 NZD.",
    );
  });

  it("leave amounts without quotation marks, negative ones too, and quote other texts of several words", () => {
    expect(said(field("total", "-10.5 NZD", "1200 NZD"))).toBe("total from (10.50) NZD to 1,200.00 NZD.");
    expect(said(field("memo", "Old words", "new"))).toBe("memo from “Old words” to new.");
    expect(said(field("memo", null, "about 12.00 NZD more"))).toBe("memo from nothing to “about 12.00 NZD more”.");
  });

  it("don't repeat the word tax before its amount, and keep it where it tells more", () => {
    expect(said(field("tax", "exclusive 1.5 NZD", "exclusive 2.00 NZD"))).toBe("tax from 1.50 NZD to 2.00 NZD.");
    expect(said(field("tax", "exclusive -1.50 NZD", "none"))).toBe("tax from (1.50) NZD to “no tax”.");
    expect(said(field("tax", "exclusive 1.50 NZD", "inclusive 1.50 NZD"))).toBe("tax from 1.50 NZD to “tax included 1.50 NZD”.");
    expect(said(field("memo", "tax 5", "x"))).toBe("memo from “tax 5” to x.");
  });
});

const lock = (id: string, through: CalendarDate, scope: PeriodLock["scope"] = { module: "all" }): PeriodLock => ({
  id,
  scope,
  lockedThrough: through,
  source: { system: "ledger_a", tenantId: "t", entityType: "Organisation", id: "o", fetchedAt: "2026-11-21T09:00:00.000Z" as never },
});

describe("locks that were moved back", () => {
  const months = Array.from({ length: 8 }, (_, at) => monthEnd(day("2026-01-31"), at));
  /** Twelve months of which those up to `peak` were locked once and those up to `now` still are. */
  const periods = (peak: number, now: number, modules: readonly string[] = ["all"]): LockHistory[] =>
    months.slice(0, peak).flatMap((end, at) =>
      modules.map((module) => ({
        lockId: `accountingperiod:${at}/${module}`,
        recNo: at,
        peak: end,
        standing: at < now ? lock(`accountingperiod:${at}/${module}`, end, { module: module as "all" }) : null,
        period: { label: `P${at + 1}`, start: addDays(monthEnd(end, -1), 1), isAdjustment: false },
      })),
    );

  it("the locks of periods are one lock, with both dates and every period, however many and of whatever module", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 0, max: 8 }),
        fc.constantFrom(["all"], ["ap"], ["ap", "ar"]),
        (peak, left, modules) => {
          const now = Math.min(left, peak);
          const steps = lockStepsBack(periods(peak, now, modules), false);
          expect(steps.length).toBe(now < peak ? 1 : 0);
          const [step] = steps;
          if (step === undefined) return;
          expect([step.from, step.to]).toEqual([months[peak - 1], now === 0 ? null : months[now - 1]]);
          for (let at = now; at < peak; at++) expect(step.message).toContain(`P${at + 1}`);
          expect(step.message).toMatch(
            /doesn't report who changed the lock date\. Tieout only reads the ledger's lock dates and can't move them\.$/,
          );
        },
      ),
    );
  });

  it("a period opened before others says that those stay locked", () => {
    const histories = periods(6, 6).map((history) => (history.recNo === 2 ? { ...history, standing: null } : history));
    const [step, ...others] = lockStepsBack(histories, true);
    expect(others).toEqual([]);
    expect([step?.from, step?.to]).toEqual([months[2], months[1]]);
    expect(step?.message).toMatch(
      /This period is open again in the ledger: P3\. At least one later period still has a lock\. .*system notes/,
    );
  });

  it("date locks are told one by one; one that vanished under a wider one is none", () => {
    const history = (lockId: string, peak: string, now: string | null): LockHistory => ({
      lockId,
      recNo: 1,
      peak: day(peak),
      standing: now === null ? null : lock(lockId, day(now)),
      period: null,
    });
    const both = lockStepsBack([history("period", "2026-09-30", "2026-06-30"), history("year_end", "2026-03-31", null)], false);
    expect(both.map(({ key, from, to }) => [key, from, to])).toEqual([["period", "2026-09-30", "2026-06-30"]]);
    const apart = lockStepsBack([history("period", "2026-09-30", "2026-02-28"), history("year_end", "2026-03-31", null)], false);
    expect(apart.map(({ key, to }) => [key, to])).toEqual([
      ["period", "2026-02-28"],
      ["year_end", null],
    ]);
    expect(lockStepsBack([history("period", "2026-09-30", "2026-09-30")], false)).toEqual([]);
  });

  it("the history tells of locks that appeared and vanished", () => {
    const was = [{ kind: "lock" as const, value: lock("period", day("2026-09-30")) }];
    expect(lockChanges(was, [])).toEqual([{ lockId: "period", changes: [field("lockedThrough", "2026-09-30", null)] }]);
    expect(lockChanges([], was)).toEqual([{ lockId: "period", changes: [field("lockedThrough", null, "2026-09-30")] }]);
    expect(lockChanges(was, was)).toEqual([]);
  });
});
