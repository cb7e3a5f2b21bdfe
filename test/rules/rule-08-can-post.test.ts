import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canPost, type LockModule, type PostingQuestion } from "#main/domain/periods/period-lock.ts";
import { changesPage } from "#main/store/changes/changes.ts";
import { checkPosting } from "#main/store/periods/post-check.ts";
import { addDays, type CalendarDate, calendarDate, fromDayNumber, monthEnd } from "#shared/kernel/calendar-date.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { Period, PeriodLock } from "#shared/model/books/period.ts";
import { createIngestLab, documentRecord, lockRecord, NOW } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const source = { system: "ledger_a", tenantId: "t", entityType: "Organisation", id: "1", fetchedAt: "2026-11-21T09:00:00.000Z" } as const;
const day = calendarDate;
const lock = (id: string, through: string, scope: PeriodLock["scope"] = {}): PeriodLock => ({
  id,
  scope,
  lockedThrough: day(through),
  source,
});
/** A month of the ledger's own with the locks that stand for it. */
const month = (start: string, modules: readonly (LockModule | "all")[], changes: Partial<Period> = {}): Period => {
  const end = changes.end ?? monthEnd(day(start));
  const id = `accountingperiod:${start}${changes.isAdjustment ? "-adjust" : ""}`;
  const locks = modules.map((module) => lock(`${id}/${module}`, end, { module }));
  return { id, label: start, start: day(start), end, status: "open", locks, ownedBy: "source", isAdjustment: false, ...changes };
};
const bill = (date: string, more: Partial<PostingQuestion> = {}): PostingQuestion => ({ date: day(date), module: "ap", ...more });
const ids = (answer: { readonly blockedBy: readonly PeriodLock[] }) => answer.blockedBy.map(({ id }) => id);

describe("rule 8: can this document be posted", () => {
  it("the locked-through date is locked, the day after is not", () => {
    const locks = [lock("book_close", "2026-09-30")];
    expect(canPost(bill("2026-09-30"), locks, [])).toEqual({ canPost: false, blockedBy: locks, firstPostableDate: "2026-10-01" });
    expect(canPost(bill("2026-10-01"), locks, [])).toEqual({ canPost: true, blockedBy: [], firstPostableDate: "2026-10-01" });
  });

  it("names every lock that forbids it, and the first date that none of them does", () => {
    const adviser = { ...lock("period", "2026-09-30", { module: "all" }), exempts: "advisers" as const };
    const yearEnd = lock("year_end", "2026-03-31", { module: "all" });
    const answer = canPost(bill("2026-03-31"), [adviser, yearEnd], []);
    expect([ids(answer), answer.firstPostableDate]).toEqual([["period", "year_end"], "2026-10-01"]);
    expect(ids(canPost(bill("2026-04-01"), [adviser, yearEnd], []))).toEqual(["period"]);
  });

  it("a lock of a module or an entity binds nothing else; what is not known to be elsewhere it binds", () => {
    const ap = lock("ap", "2026-09-30", { module: "ap" });
    const uk = lock("uk", "2026-08-31", { entityId: "subsidiary:2" });
    const answers = [
      bill("2026-08-15", { entityId: "subsidiary:2" }),
      bill("2026-08-15", { entityId: "subsidiary:3" }),
      bill("2026-08-15"),
      bill("2026-08-15", { module: "gl", entityId: "subsidiary:2" }),
      bill("2026-08-15", { module: "ar", entityId: "subsidiary:3" }),
    ].map((question) => ids(canPost(question, [ap, uk], [])));
    expect(answers).toEqual([["ap", "uk"], ["ap"], ["ap", "uk"], ["uk"], []]);
  });

  it("a lock of one period of the ledger leaves an earlier open period open", () => {
    const periods = [month("2026-07-01", ["all"]), month("2026-08-01", []), month("2026-09-01", ["ap"]), month("2026-10-01", ["ap"])];
    const locks = periods.flatMap((period) => period.locks);
    expect(canPost(bill("2026-08-10"), locks, periods).canPost).toBe(true);
    expect(canPost(bill("2026-07-10"), locks, periods).firstPostableDate).toBe("2026-08-01");
    expect(canPost(bill("2026-09-10"), locks, periods).firstPostableDate).toBe("2026-11-01");
    expect(canPost(bill("2026-09-10", { module: "ar" }), locks, periods).canPost).toBe(true);
    // The service's own months list a date lock without confining it.
    const own = periods.map((period) => ({ ...period, ownedBy: "us" as const }));
    expect(canPost(bill("2026-08-10"), locks, own).canPost).toBe(false);
  });

  it("an adjustment period is asked about only by what goes into one", () => {
    const periods = [
      month("2026-12-01", ["all"]),
      month("2026-12-31", [], { end: day("2026-12-31"), isAdjustment: true }),
      month("2026-06-30", ["all"], { end: day("2026-06-30"), isAdjustment: true }),
    ];
    const locks = periods.flatMap((period) => period.locks);
    expect(canPost(bill("2026-12-31"), locks, periods).canPost).toBe(false);
    expect(canPost(bill("2026-12-31", { isAdjustment: true }), locks, periods).canPost).toBe(true);
    expect(canPost(bill("2026-06-30"), locks, periods).canPost).toBe(true);
    expect(canPost(bill("2026-06-30", { isAdjustment: true }), locks, periods).canPost).toBe(false);
  });
});

const anyDay = fc.integer({ min: 20_500, max: 20_900 }).map(fromDayNumber);
const anyModule = fc.constantFrom<LockModule>("ap", "ar", "gl");
const anyEntity = fc.constantFrom("subsidiary:1", "subsidiary:2", undefined);
const anyScope = fc
  .record({ module: fc.option(fc.constantFrom("ap", "ar", "gl", "all"), { nil: undefined }), entityId: anyEntity })
  .map(({ module, entityId }) => ({ ...(module === undefined ? {} : { module }), ...(entityId === undefined ? {} : { entityId }) }));
const dateLocks = fc
  .array(fc.record({ scope: anyScope, through: anyDay }), { maxLength: 6 })
  .map((given) => given.map(({ scope, through }, index) => lock(`date-${index}`, through, scope as PeriodLock["scope"])));
const ledgerPeriods = fc
  .array(fc.record({ from: anyDay, days: fc.integer({ min: 0, max: 60 }), module: fc.constantFrom("ap", "all"), adjusts: fc.boolean() }), {
    maxLength: 6,
  })
  .map((given) =>
    given.map(({ from, days, module, adjusts }, index) => ({
      ...month(from, [module as "ap" | "all"], { end: addDays(from, days), isAdjustment: adjusts }),
      locks: [lock(`accountingperiod:${index}/${module}`, addDays(from, days), { module: module as "ap" | "all" })],
    })),
  );
const anyQuestion = fc
  .record({ date: anyDay, module: anyModule, entityId: anyEntity, isAdjustment: fc.boolean() })
  .map(({ entityId, ...rest }) => ({ ...rest, ...(entityId === undefined ? {} : { entityId }) }));

describe("rule 8, for any locks", () => {
  it("date locks are monotone: what can be posted on a day can be posted on every later one", () => {
    fc.assert(
      fc.property(anyQuestion, dateLocks, fc.integer({ min: 0, max: 400 }), (question, locks, later) => {
        const now = canPost(question, locks, []);
        const then = canPost({ ...question, date: addDays(question.date, later) }, locks, []);
        expect(now.canPost && !then.canPost).toBe(false);
        expect(then.firstPostableDate >= now.firstPostableDate).toBe(true);
      }),
    );
  });

  it("more locks never make more postable", () => {
    fc.assert(
      fc.property(anyQuestion, dateLocks, dateLocks, ledgerPeriods, (question, some, extra, periods) => {
        const more = [...some, ...extra.map((one) => ({ ...one, id: `more-${one.id}` })), ...periods.flatMap(({ locks }) => locks)];
        const fewer = canPost(question, some, periods);
        const all = canPost(question, more, periods);
        expect(!fewer.canPost && all.canPost).toBe(false);
        expect(all.firstPostableDate >= fewer.firstPostableDate).toBe(true);
        expect(all.blockedBy).toEqual(expect.arrayContaining([...fewer.blockedBy]));
      }),
    );
  });

  it("a lock of another module or entity changes nothing", () => {
    fc.assert(
      fc.property(anyQuestion, dateLocks, anyDay, (question, locks, through) => {
        const known = { ...question, module: "ap" as const, entityId: "subsidiary:1" };
        const foreign = [lock("other-module", through, { module: "ar" }), lock("other-entity", through, { entityId: "subsidiary:2" })];
        expect(canPost(known, [...locks, ...foreign], [])).toEqual(canPost(known, locks, []));
      }),
    );
  });

  it("the first postable date is postable and no day from the asked one before it is", () => {
    fc.assert(
      fc.property(anyQuestion, dateLocks, ledgerPeriods, (question, dates, periods) => {
        const locks = [...dates, ...periods.flatMap((period) => period.locks)];
        const at = (date: CalendarDate) => canPost({ ...question, date }, locks, periods);
        const { firstPostableDate: first } = at(question.date);
        expect(at(first).canPost).toBe(true);
        expect(first >= question.date).toBe(true);
        for (let date = question.date; date < first; date = addDays(date, 1)) expect(at(date).canPost).toBe(false);
      }),
    );
  });
});

describe("rule 8 on a mirror", () => {
  it("answers with scope, date, source and when the lock was last read; a lifted lock binds nothing", () => {
    const lab = createIngestLab(tempHome());
    const give = (...locks: object[]) => [[{ id: "org", entity: "Organisation", yields: locks }]];
    lab.readPass("backfill", give(lockRecord("period", "2026-09-30"), lockRecord("year_end", "2026-03-31", { module: "ap" })));
    lab.readPass("full", give(lockRecord("period", "2026-09-30"), lockRecord("year_end", "2026-03-31", { module: "ap" })), NOW + 60_000);
    const answer = checkPosting(lab.reader, bill("2026-02-10"));
    expect([answer.canPost, answer.firstPostableDate]).toEqual([false, "2026-10-01"]);
    const readAt = instantFromMs(NOW + 60_000);
    expect(answer.asOf).toBe(readAt);
    expect(answer.blockedBy).toMatchObject([
      { id: "period", scope: { module: "all" }, lockedThrough: "2026-09-30", readAt, source: { entityType: "Organisation", id: "org" } },
      { id: "year_end", scope: { module: "ap" }, lockedThrough: "2026-03-31", readAt },
    ]);
    lab.readPass("full", give(lockRecord("year_end", "2026-03-31", { module: "ap" })), NOW + 120_000);
    expect(checkPosting(lab.reader, bill("2026-02-10")).firstPostableDate).toBe("2026-04-01");
    lab.db.close();
  });

  it("a mirror that was never read whole says so", () => {
    const lab = createIngestLab(tempHome());
    expect(checkPosting(lab.reader, bill("2026-02-10"))).toEqual({
      canPost: true,
      blockedBy: [],
      firstPostableDate: "2026-02-10",
      asOf: null,
    });
    lab.db.close();
  });

  it("a change of a document behind a lock, or moved out from behind it, is marked", () => {
    const lab = createIngestLab(tempHome());
    const read = (kind: "backfill" | "full", dates: readonly [string, string, string], memo: string, nowMs: number) =>
      lab.readPass(
        kind,
        [
          [
            { id: "org", entity: "Organisation", yields: [lockRecord("period", "2026-09-30", { module: "ar" })] },
            ...dates.map((issueDate, index) => ({ id: `i${index}`, yields: [documentRecord(`i${index}`, { issueDate, memo })] })),
          ] as never,
        ],
        nowMs,
      );
    read("backfill", ["2026-09-30", "2026-10-01", "2026-09-15"], "first", NOW);
    read("full", ["2026-09-30", "2026-10-01", "2026-10-15"], "second", NOW + 60_000);
    const changes = changesPage(lab.reader, { closedOnly: false, sinceMs: 0, after: 0, limit: 100, entities: [] }).rows;
    expect(changes.map((row) => [row.recordId, row.field, row.before, row.after, row.inClosedPeriod, row.closedBy])).toEqual([
      ["Invoice:i0", "memo", "first", "second", true, ["period"]],
      ["Invoice:i1", "memo", "first", "second", false, []],
      ["Invoice:i2", "issueDate", "2026-09-15", "2026-10-15", true, ["period"]],
      ["Invoice:i2", "memo", "first", "second", true, ["period"]],
    ]);
    expect(changes.every((row) => row.detectedAt === instantFromMs(NOW + 60_000))).toBe(true);
    expect(changesPage(lab.reader, { closedOnly: false, sinceMs: NOW + 60_001, after: 0, limit: 100, entities: [] }).rows).toEqual([]);
    const [first] = changes;
    expect(changesPage(lab.reader, { closedOnly: false, sinceMs: 0, after: first?.changeNo ?? 0, limit: 2, entities: [] }).rows).toEqual(
      changes.slice(1, 3),
    );
    lab.db.close();
  });
});
