import { describe, expect, it } from "vitest";
import { type LockHistory, lockChanges, lockStepsBack } from "#main/domain/periods/lock-moves.ts";
import { type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import type { PeriodLock } from "#shared/model/books/period.ts";

// Rules 8 and 25: what a lock that was moved back or removed is told as.

type Module = NonNullable<PeriodLock["scope"]["module"]>;
interface Told {
  readonly module?: Module;
  readonly entityId?: string;
  readonly exempts?: "advisers";
  readonly recNo?: number;
}

const source = { system: "ledger_a", tenantId: "t", entityType: "Organisation", id: "1", fetchedAt: "2026-11-21T00:00:00.000Z" } as never;

function standing(id: string, through: string, { module, entityId, exempts }: Told): PeriodLock {
  const scope = { ...(module === undefined ? {} : { module }), ...(entityId === undefined ? {} : { entityId }) };
  return { id, scope, lockedThrough: calendarDate(through), ...(exempts === undefined ? {} : { exempts }), source };
}

/** A lock that binds every day through its date. */
function dateLock(lockId: string, peak: string, now: string | null, told: Told = {}): LockHistory {
  return {
    ...{ lockId, recNo: told.recNo ?? 1, peak: calendarDate(peak), period: null },
    standing: now === null ? null : standing(lockId, now, told),
  };
}

/** The lock of one month of 2026, which is its own record. */
function periodLock(month: number, isLocked: boolean, told: Told = {}): LockHistory {
  const two = String(month).padStart(2, "0");
  const end = new Date(Date.UTC(2026, month, 0)).toISOString().slice(0, 10) as CalendarDate;
  const lockId = `period:${two}${told.module === undefined ? "" : `/${told.module}`}`;
  return {
    ...{ lockId, recNo: told.recNo ?? month, peak: end },
    standing: isLocked ? standing(lockId, end, told) : null,
    period: { label: `2026-${two}`, start: calendarDate(`2026-${two}-01`), isAdjustment: false },
  };
}

const keys = (...histories: LockHistory[]) => lockStepsBack(histories, false).map(({ key }) => key);
const gone = dateLock("year_end", "2026-03-31", null);

describe("a removed lock counts while nothing else covers it", () => {
  it.each<[string, LockHistory, readonly string[]]>([
    ["another one through the same day covers it", dateLock("period", "2026-03-31", "2026-03-31"), []],
    ["another one through a later day covers it", dateLock("period", "2026-06-30", "2026-06-30"), []],
    ["another one through an earlier day doesn't", dateLock("period", "2026-02-28", "2026-02-28"), ["year_end"]],
    ["one that lets advisers pass doesn't", dateLock("period", "2026-06-30", "2026-06-30", { exempts: "advisers" }), ["year_end"]],
    ["one of a single module doesn't", dateLock("period", "2026-06-30", "2026-06-30", { module: "ap" }), ["year_end"]],
    ["one of a single entity doesn't", dateLock("period", "2026-06-30", "2026-06-30", { entityId: "s1" }), ["year_end"]],
    ["one that is gone, too, doesn't", dateLock("period", "2026-06-30", null), ["year_end", "period"]],
    ["one of a period on another record doesn't", periodLock(6, true), ["year_end"]],
    ["one of a period on the same record does", periodLock(6, true, { recNo: 1 }), []],
  ])("%s", (_what, other, told) => expect(keys(gone, other)).toEqual(told));

  it("of one module, while one of the same module or of all covers it", () => {
    const payables = dateLock("books/ap", "2026-03-31", null);
    expect(keys(payables, dateLock("period", "2026-06-30", "2026-06-30", { module: "ap" }))).toEqual([]);
    expect(keys(payables, dateLock("period", "2026-06-30", "2026-06-30", { module: "all" }))).toEqual([]);
    expect(keys(payables, dateLock("period", "2026-06-30", "2026-06-30"))).toEqual([]);
    expect(keys(payables, dateLock("period", "2026-06-30", "2026-06-30", { module: "ar" }))).toEqual(["books/ap"]);
  });
});

describe("a lock moved back together with a wider one", () => {
  const all = (peak = "2026-06-30", recNo = 1) => dateLock("books/all", peak, "2026-01-31", { module: "all", recNo });
  const payables = dateLock("books/ap", "2026-06-30", "2026-01-31", { module: "ap" });
  it("of the same record and day is told once", () => {
    expect(keys(all(), payables)).toEqual(["books/all"]);
    expect(keys(payables, all("2026-07-31"))).toEqual(["books/all"]);
  });

  it("of another record or an earlier day is told on its own", () => {
    expect(keys(all("2026-06-30", 2), payables)).toEqual(["books/all", "books/ap"]);
    expect(keys(all("2026-05-31"), payables)).toEqual(["books/all", "books/ap"]);
  });

  it("of all modules is told beside another of all", () => {
    expect(keys(all(), dateLock("period", "2026-06-30", "2026-01-31", { module: "all" }))).toEqual(["books/all", "period"]);
  });
});

describe("how a step back is said", () => {
  const said = (ledgerTells: boolean, ...histories: LockHistory[]) => lockStepsBack(histories, ledgerTells).map(({ message }) => message);
  const UNKNOWN = "The ledger doesn't report who changed the lock date. Tieout only reads the ledger's lock dates and can't move them.";

  it("of a date", () => {
    expect(said(false, gone, dateLock("period", "2026-06-30", "2026-02-28"))).toEqual([
      `The year-end lock date was removed (its latest date was 2026-03-31). ${UNKNOWN}`,
      `The period lock date was moved back from 2026-06-30 to 2026-02-28. ${UNKNOWN}`,
    ]);
    expect(said(true, gone)).toEqual([
      "The year-end lock date was removed (its latest date was 2026-03-31). Check the ledger's system notes to see who changed the lock date. Tieout only reads the ledger's lock dates and can't move them.",
    ]);
  });

  it("in a few words, with both dates, and the message begins with what they say", () => {
    const titles = (...histories: LockHistory[]) =>
      lockStepsBack(histories, false).map(({ title, inTitle, message }) => [title, message.slice(inTitle.length)]);
    expect(titles(gone, dateLock("book_close", "2026-09-30", "2026-08-31", { exempts: "advisers" }))).toEqual([
      ["Year-end lock date of 31 Mar 2026 removed", UNKNOWN],
      ["Closing date moved back from 30 Sep 2026 to 31 Aug 2026", UNKNOWN],
    ]);
    expect(titles(periodLock(2, true), periodLock(3, false))).toEqual([
      ["Lock date moved back from 31 Mar 2026 to 28 Feb 2026", `This period is open again in the ledger: March 2026. ${UNKNOWN}`],
    ]);
    expect(titles(periodLock(3, false))[0]?.[0]).toBe("Lock date of 31 Mar 2026 removed");
    // The lock of a later period still reaches these days, so that no date moved.
    expect(titles(periodLock(3, false), periodLock(6, true))).toEqual([
      ["Period open again in the ledger: March 2026", `At least one later period still has a lock. ${UNKNOWN}`],
    ]);
  });

  it("of modules that were locked longer than the books as a whole, whose date is named as theirs alone", () => {
    const payables = periodLock(4, false, { module: "ap" });
    const all = periodLock(3, false, { module: "all" });
    const step = (...histories: LockHistory[]) =>
      lockStepsBack([periodLock(2, true), ...histories], false).map(({ title, message }) => [title, message.split(". ")[0]]);
    expect(step(all, payables)).toEqual([
      ["Lock date moved back from 30 Apr 2026 (payables) to 28 Feb 2026", "The lock date was moved back from 2026-04-30 to 2026-02-28"],
    ]);
    expect(step(all, payables, periodLock(4, false, { module: "ar" }))[0]?.[0]).toContain("30 Apr 2026 (payables and receivables) to");
    // Where no other lock moved, the period names the module already.
    expect(step(payables)[0]?.[0]).toContain("from 30 Apr 2026 to");
    expect(step(all, periodLock(4, false))[0]?.[0]).toContain("from 30 Apr 2026 to");
  });

  it("of periods in order, with what is locked before and after them", () => {
    const step = lockStepsBack([periodLock(1, true), periodLock(4, false), periodLock(3, false), periodLock(6, true)], false);
    expect(step).toEqual([
      {
        ...{ key: "periods", recNo: 4, from: "2026-04-30", to: "2026-02-28" },
        message: `These periods are open again in the ledger: March 2026, April 2026. At least one later period still has a lock. ${UNKNOWN}`,
        ...{ title: "2 periods open again in the ledger", inTitle: "" },
      },
    ]);
  });

  it("of periods with nothing locked before them, of one module, or of one entity", () => {
    expect(said(false, periodLock(3, false))).toEqual([
      `The lock date of 2026-03-31 was removed. This period is open again in the ledger: March 2026. ${UNKNOWN}`,
    ]);
    expect(said(false, periodLock(1, true), periodLock(3, false, { module: "ap" }))).toEqual([
      `The lock date was moved back from 2026-03-31 to 2026-02-28. This period is open again in the ledger: March 2026 (payables). ${UNKNOWN}`,
    ]);
    // Another module's lock still reaches March: the last locked day is where it was.
    const ofTheOthers = (["ar", "gl"] as const).map((module) => periodLock(3, true, { module }));
    expect(said(false, periodLock(2, true), ...ofTheOthers, periodLock(3, false, { module: "ap" }))).toEqual([
      `This period is open again in the ledger: March 2026 (payables). ${UNKNOWN}`,
    ]);
    // The record's own standing lock says which entity it is of; one of another entity is another lock.
    const back = { ...periodLock(3, true, { entityId: "s1" }), peak: calendarDate("2026-04-30") };
    expect(lockStepsBack([back, periodLock(1, true)], false).map(({ key, to }) => [key, to])).toEqual([["periods/s1", null]]);
    expect(lockStepsBack([back, periodLock(1, true, { entityId: "s1" })], false).map(({ to }) => to)).toEqual(["2026-02-28"]);
  });

  it("excepts the modules that have a lock of their own of the same period", () => {
    const kept = (module: Module) => periodLock(3, true, { module });
    const all = periodLock(3, false, { module: "all" });
    expect(said(false, periodLock(2, true), kept("ar"), kept("ap"), all)).toEqual([
      `This period is open again in the ledger: March 2026 (except payables and receivables). ${UNKNOWN}`,
    ]);
    expect(said(false, all, kept("ap"), periodLock(4, false))[0]).toContain(
      "These periods are open again in the ledger: March 2026 (except payables), April 2026.",
    );
    // One of another period excepts nothing.
    expect(said(false, all, periodLock(4, true, { module: "ap" }))[0]).toContain("in the ledger: March 2026. At least one later");
  });

  it("names a period that is open in two modules with each", () => {
    expect(said(false, periodLock(3, false, { module: "ap" }), periodLock(3, false, { module: "ar" }))[0]).toContain(
      "These periods are open again in the ledger: March 2026 (payables), March 2026 (receivables).",
    );
  });
});

describe("between two readings of a record", () => {
  const kept = (id: string) => ({ kind: "lock" as const, value: standing(id, "2026-03-31", {}) });
  it("tells which locks came and went, and nothing of other records", () => {
    const moved = (lockId: string, before: string | null, after: string | null) => ({
      lockId,
      changes: [{ field: "lockedThrough", before, after }],
    });
    expect(lockChanges([kept("a"), kept("b")], [kept("b"), kept("c")])).toEqual([
      moved("a", "2026-03-31", null),
      moved("c", null, "2026-03-31"),
    ]);
    expect(lockChanges([{ kind: "party", value: {} } as never], [])).toEqual([]);
  });
});
