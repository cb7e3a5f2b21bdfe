import { describe, expect, it } from "vitest";
import type { MappedSource } from "#main/ledgers/adapter.ts";
import { listEntities } from "#main/store/documents/records.ts";
import { periodLock } from "#shared/model/books/period.ts";
import { createIngestLab } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";
import { mapA } from "#test/unit/ledgers/a/support.ts";
import { mapB } from "#test/unit/ledgers/b/support.ts";
import { context, parseBytes, stream } from "#test/unit/ledgers/c/support.ts";

const october = {
  id: "142",
  periodname: "Oct 2026",
  startdate: "2026-10-01",
  enddate: "2026-10-31",
  isyear: "F",
  isquarter: "F",
  isadjust: "F",
};
const organisation = (dates: Readonly<Record<string, string>>) =>
  mapA("organisation", {
    OrganisationID: "og1",
    Name: "Birch",
    BaseCurrency: "NZD",
    FinancialYearEndDay: 31,
    FinancialYearEndMonth: 3,
    ...dates,
  });
const company = (date?: string) => mapB("company", { Id: "1", AccountingInfoPrefs: date === undefined ? {} : { BookCloseDate: date } });
const periodOfC = (flags: Readonly<Record<string, string>>) => {
  const reading = stream("accounting-periods");
  const bytes = new TextEncoder().encode(JSON.stringify({ ...october, ...flags }));
  return reading.map(context(), parseBytes(bytes));
};

/** Scope, date and exemption of each lock that a record yields. */
const locksOf = (source: MappedSource) =>
  source.records.flatMap(({ kind, value }) => {
    if (kind !== "lock") return [];
    expect(periodLock.strict().safeParse(value).success).toBe(true);
    return [[value.id, value.scope, value.lockedThrough, value.exempts ?? null]];
  });

describe("rule 8: a lock is a scoped rule, not a date", () => {
  it("Ledger A has two: the period's lets advisers pass, the year end's nobody", () => {
    const both = organisation({ PeriodLockDate: "/Date(1790726400000+0000)/", EndOfYearLockDate: "/Date(1774915200000+0000)/" });
    expect(locksOf(both)).toEqual([
      ["period", { module: "all" }, "2026-09-30", "advisers"],
      ["year_end", { module: "all" }, "2026-03-31", null],
    ]);
    expect(locksOf(organisation({}))).toEqual([]);
  });

  it("Ledger B has one book close date that binds everything, or none", () => {
    expect(locksOf(company("2026-08-31"))).toEqual([["book_close", { module: "all" }, "2026-08-31", null]]);
    expect(locksOf(company())).toEqual([]);
  });

  it.each([
    [{}, []],
    [{ aplocked: "T" }, [["ap"]]],
    [{ aplocked: "T", arlocked: "T" }, [["ap"], ["ar"]]],
    [{ aplocked: "T", alllocked: "T" }, [["all"]]],
    [{ closed: "T" }, [["all"]]],
  ])("Ledger C locks a period by module: %o", (flags, modules) => {
    const expected = modules.map(([module]) => [`accountingperiod:142/${module}`, { module }, "2026-10-31", null]);
    expect(locksOf(periodOfC(flags))).toEqual(expected);
  });

  it("locks are mirrored one by one, each with its own source and as-of", () => {
    const lab = createIngestLab(tempHome());
    const { records } = organisation({ PeriodLockDate: "/Date(1790726400000+0000)/", EndOfYearLockDate: "/Date(1774915200000+0000)/" });
    lab.readPass("backfill", [[{ id: "og1", entity: "Organisation", yields: records }]]);
    const locks = listEntities(lab.reader, "lock", { limit: 10 });
    expect(locks.map((lock) => [lock.id, lock.lockedThrough, lock.removedDetectedAt, lock.asOf])).toEqual([
      ["period", "2026-09-30", null, "2026-11-21T09:00:00.000Z"],
      ["year_end", "2026-03-31", null, "2026-11-21T09:00:00.000Z"],
    ]);
    expect(locks.every((lock) => (lock.source as { entityType: string }).entityType === "Organisation")).toBe(true);
    lab.db.close();
  });
});
