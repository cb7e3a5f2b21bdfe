import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayMove, movesFrom, type PeriodStatus } from "#main/domain/close/period-transitions.ts";
import { changesPage } from "#main/store/changes/changes.ts";
import { movePeriod } from "#main/store/periods/period-states.ts";
import { listPeriods } from "#main/store/periods/periods.ts";
import { checkPosting } from "#main/store/periods/post-check.ts";
import { revertDecision } from "#main/store/work/undo-decision.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { periodCalled } from "#shared/model/books/period.ts";
import { createIngestLab, documentRecord, type IngestLab, lockRecord, NOW } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const STATUSES: readonly PeriodStatus[] = ["open", "in_close", "closed", "reopened"];
const act = { person: "ann@office", nowMs: NOW };
const digest = (text: string) => String(text.length);
const yearEnd = { month: 12, day: 31 };

function lab(): IngestLab {
  const made = createIngestLab(tempHome());
  const dated = (id: string, issueDate: string) => ({ id, yields: [documentRecord(id, { issueDate })] as never });
  made.readPass("backfill", [[dated("1", "2026-01-10"), dated("2", "2026-04-20")]]);
  return made;
}
const periods = ({ reader }: IngestLab) => listPeriods(reader, yearEnd, digest);
const move = (own: IngestLab, period: string, status: PeriodStatus) => movePeriod(own.reader, periods(own), { ...act, period, status });
const statusOf = (own: IngestLab, id: string) => periods(own).find((period) => period.id === id)?.status;
const post = (own: IngestLab, date: string) => checkPosting(own.reader, { date: calendarDate(date), module: "ap" });

describe("rule 7: the state of a period that the service owns", () => {
  it("moves as people close: never from closed back to open, and reopened only after closed", () => {
    expect(STATUSES.map((from) => [from, ...STATUSES.filter((to) => mayMove(from, to))])).toEqual([
      ["open", "in_close", "closed"],
      ["in_close", "open", "closed"],
      ["closed", "reopened"],
      ["reopened", "in_close", "closed"],
    ]);
  });

  it("a period that was closed once never looks as if it had not been, whatever is asked of it", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...STATUSES), { maxLength: 12 }), (asked) => {
        let status: PeriodStatus = "open";
        let wasClosed = false;
        for (const next of asked) {
          if (mayMove(status, next)) status = next;
          wasClosed ||= status === "closed";
          expect(movesFrom(status).length).toBeGreaterThan(0);
          if (status === "reopened") expect(wasClosed).toBe(true);
        }
      }),
    );
  });

  it("is named by its id, its label or its month, whatever a ledger calls it", () => {
    const named = (named: string, isAdjustment = false) => ({
      ...{ id: `accountingperiod:${named}`, label: named, isAdjustment },
      ...{ start: calendarDate("2026-12-01"), end: calendarDate("2026-12-31") },
    });
    const all = [named("Dec 2026"), { ...named("Adjust FY 2026", true), start: calendarDate("2026-12-31") }];
    for (const name of ["accountingperiod:Dec 2026", "Dec 2026", "2026-12"]) expect(periodCalled(all, name)).toBe(all[0]);
    expect(periodCalled(all, "Adjust FY 2026")).toBe(all[1]);
    expect(periodCalled([...all, named("Period 12")], "2026-12")).toBeUndefined();
  });

  it("is listed with who moved it and when, by id or by label, and undone to where it was", () => {
    const own = lab();
    expect(move(own, "month:2026-02", "in_close")).toMatchObject({ ok: true, value: { from: "open", status: "in_close" } });
    const closed = move(own, "2026-02", "closed");
    expect(periods(own).find(({ label }) => label === "2026-02")).toMatchObject({
      status: "closed",
      ownedBy: "us",
      // No two decisions of a person share a millisecond.
      decided: { person: "ann@office", at: "2026-11-21T09:00:00.001Z" },
    });
    expect(periods(own).filter(({ status }) => status !== "open")).toHaveLength(1);
    expect(closed.ok && revertDecision(own.db, { ...act, decisionNo: closed.value.decisionNo })).toBe(true);
    expect(statusOf(own, "month:2026-02")).toBe("in_close");
    own.db.close();
  });

  it("a move that is not allowed and a period that is not there are refused in words", () => {
    const own = lab();
    expect(move(own, "2026-02", "reopened")).toMatchObject({
      ok: false,
      failure: {
        code: "invalid_input",
        field: "status",
        message: "February 2026 is open, so it can't be set to reopened. It can be set to in close or closed.",
      },
    });
    expect(move(own, "2031-02", "closed")).toMatchObject({
      ok: false,
      failure: {
        ...{ code: "not_found", field: "period", message: "No period matches 2031-02." },
        next: "To see the periods, open Periods and locks or run: tieout period list --client ID",
      },
    });
    own.db.close();
  });

  it("a period of the ledger is the ledger's to close", () => {
    const own = lab();
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
    const adjustment = { ...value, id: "accountingperiod:2", label: "Adjust Feb", start: "2026-02-28", isAdjustment: true };
    own.take([value, adjustment].map((one) => ({ id: one.id, yields: [{ kind: "period", value: one }] as never })));
    expect(move(own, "accountingperiod:1", "closed")).toMatchObject({ ok: false, failure: { code: "not_supported", field: "period" } });
    // An adjustment period is listed, too, so naming it isn't refused as if there were none.
    for (const named of ["accountingperiod:2", "Adjust Feb"])
      expect(move(own, named, "closed")).toMatchObject({
        ok: false,
        failure: { message: "Adjust Feb is an adjustment period, so it isn't closed or reviewed separately.", field: "period" },
      });
    own.db.close();
  });
});

describe("rules 7 and 8: a closed period of the service is a lock of its own", () => {
  it("binds the days of its month alone, says whose it is, and lets pass once it is reopened", () => {
    const own = lab();
    move(own, "2026-02", "closed");
    expect([post(own, "2026-01-31"), post(own, "2026-03-01")].map(({ canPost }) => canPost)).toEqual([true, true]);
    expect(post(own, "2026-02-15")).toMatchObject({
      canPost: false,
      firstPostableDate: "2026-03-01",
      blockedBy: [
        {
          id: "closed:month:2026-02",
          ownedBy: "us",
          closedBy: "ann@office",
          lockedThrough: "2026-02-28",
          source: { entityType: "period" },
        },
      ],
    });
    move(own, "2026-02", "reopened");
    expect(post(own, "2026-02-15").canPost).toBe(true);
    move(own, "2026-02", "in_close");
    expect(post(own, "2026-02-15").canPost).toBe(true);
    own.db.close();
  });

  it("stands beside the ledger's lock date, which goes on binding every day before it", () => {
    const own = lab();
    own.take([{ id: "org", entity: "Organisation", yields: [lockRecord("period", "2026-01-31")] as never }]);
    move(own, "2026-02", "closed");
    expect(post(own, "2025-06-01").blockedBy.map(({ id, ownedBy }) => [id, ownedBy])).toEqual([["period", "source"]]);
    expect(post(own, "2026-01-31")).toMatchObject({ canPost: false, firstPostableDate: "2026-03-01" });
    // The ledger's lock closes no period: that is a decision of people.
    expect(statusOf(own, "month:2026-01")).toBe("open");
    own.db.close();
  });

  it("a change in it is marked as one in a closed period", () => {
    const own = lab();
    const changed = {
      id: "1",
      yields: [documentRecord("1", { issueDate: "2026-01-10", total: { amount: "101.00", currency: "NZD" } })] as never,
    };
    own.take([changed], NOW + 1);
    const inClosed = () =>
      changesPage(own.reader, { closedOnly: false, sinceMs: 0, after: 0, limit: 10, entities: [] }).rows.map(
        ({ inClosedPeriod }) => inClosedPeriod,
      );
    const before = inClosed();
    expect(before.length).toBeGreaterThan(0);
    expect(before.every((closed) => !closed)).toBe(true);
    move(own, "2026-01", "closed");
    expect(inClosed().every((closed) => closed)).toBe(true);
    own.db.close();
  });
});
