import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { varianceNotices } from "#main/runtime/notices/notice-policy.ts";
import { watchChanges } from "#main/store/changes/change-watch.ts";
import { changesPage } from "#main/store/changes/changes.ts";
import { acknowledgeFinding } from "#main/store/exceptions/finding-acts.ts";
import { openExceptions } from "#main/store/exceptions/open-exceptions.ts";
import { saveTieOuts } from "#main/store/records/tie-out-store.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { type TieOut, tieOut } from "#shared/model/reports/tie-out.ts";
import { createIngestLab, documentRecord, type IngestLab, journalRecord, lockRecord, NOW, partyRecord } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const DAY_MS = 86_400_000;
let lab: IngestLab;
beforeEach(() => {
  lab = createIngestLab(tempHome());
});
afterEach(() => lab.db.close());

const changes = () => lab.rows("SELECT record_id, field, before, after FROM field_change ORDER BY change_no");
const findings = () => lab.rows("SELECT code, field, message FROM finding WHERE resolved_ms IS NULL ORDER BY finding_no");
const watch = (nowMs: number) => watchChanges(lab.reader, { nowMs, ledgerTells: false, entities: [] });
const bill = (id: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  id,
  yields: [documentRecord(id, { type: "purchase_bill", number: `B-${id}`, partyId: "Contact:1", partyName: "Elm", ...fields })],
});
const closed = { id: "org", entity: "Organisation", yields: [lockRecord("period", "2026-10-31")] };
const elm = { id: "c1", entity: "Contact", yields: [partyRecord("1")] };

describe("what comes and goes", () => {
  it("after the first complete read is told; what was there at first is not, nor a lock nor what a feed posts for a document", () => {
    lab.readPass("backfill", [[elm, closed, bill("1")]]);
    expect(changes()).toEqual([]);
    const posted = journalRecord("3", "9.00");
    const journal = { id: "3", yields: [{ ...posted, value: { ...posted.value, documentId: "Invoice:1" } }] };
    const alone = { id: "4", yields: [journalRecord("4", "9.00")] };
    const later = { id: "org2", entity: "Organisation", yields: [lockRecord("year_end", "2026-03-31")] };
    lab.readPass("delta", [[bill("2"), journal, alone, later, { id: "c2", entity: "Contact", yields: [partyRecord("2")] }]], NOW + 1);
    expect(changes()).toEqual([
      ["Invoice:2", "record", null, "created"],
      ["gl:4", "record", null, "created"],
      ["Contact:2", "record", null, "created"],
    ]);
    // Read again, it is no news.
    lab.readPass("delta", [[bill("2")]], NOW + 2);
    expect(changes().length).toBe(3);
  });

  it("behind a lock is listed as such, with a name, page by page", () => {
    lab.readPass("backfill", [[elm, closed]]);
    lab.readPass("delta", [[bill("1"), bill("2", { issueDate: "2026-11-05" }), bill("3")]], NOW + 1);
    const page = (after: number, closedOnly: boolean) =>
      changesPage(lab.reader, { sinceMs: 0, closedOnly, newestFirst: false, after, limit: 1, entities: [] });
    const first = page(0, true);
    expect(
      first.rows.map(({ recordId, recordName, inClosedPeriod, closedBy }) => [recordId, recordName, inClosedPeriod, closedBy]),
    ).toEqual([["Invoice:1", "Bill B-1 from Elm (100.00 NZD, 5 Oct 2026)", true, ["period"]]]);
    const second = page(first.next as number, true);
    expect([second.rows.map(({ recordId }) => recordId), page(second.next as number, true)]).toEqual([
      ["Invoice:3"],
      { rows: [], next: null },
    ]);
    expect(page(first.next as number, false).rows.map(({ recordId, inClosedPeriod }) => [recordId, inClosedPeriod])).toEqual([
      ["Invoice:2", false],
    ]);
  });
});

it("a change names periods, legal entities and transactions, not the ledger's ids", () => {
  const period = (id: string, label: string) => {
    const value = { id: `accountingperiod:${id}`, label, start: "2026-10-01", end: "2026-10-31", isAdjustment: false, locks: [] };
    const source = { system: "a", entityType: "accountingperiod", id };
    return { id, entity: "accountingperiod", yields: [{ kind: "period", value: { ...value, source } }] };
  };
  const entities = [{ id: "subsidiary:1", name: "Elm Holdings" }];
  const posted = (entityId: string, documentId: string) => {
    const { kind, value } = journalRecord("3", "9.00");
    const postings = value.postings.map((one) => ({ ...one, entityId }));
    return { id: "3", yields: [{ kind, value: { ...value, documentId, postings } }] };
  };
  const periods = [period("143", "Sep 2026"), period("144", "Oct 2026")];
  lab.readPass("backfill", [
    [elm, ...periods, bill("1", { periodId: "accountingperiod:143" }), bill("2"), posted("subsidiary:9", "Invoice:1")],
  ]);
  lab.readPass("delta", [[bill("1", { periodId: "accountingperiod:144" }), posted("subsidiary:1", "Invoice:2")]], NOW + 1);
  const { rows } = changesPage(lab.reader, { sinceMs: 0, closedOnly: false, after: 0, limit: 9, entities });
  const shown = new Map(rows.map(({ shown: { field, before, after } }) => [field, [before, after]]));
  expect(shown.get("accounting period")).toEqual(["Sep 2026", "Oct 2026"]);
  expect(shown.get("document")).toEqual(["Bill B-1 from Elm", "Bill B-2 from Elm"]);
  expect(shown.get("postings")?.[1]).toContain("| Elm Holdings;");
});

describe("the watch over changes", () => {
  it("judges each change once, by the locks as they stand when the run ends", () => {
    lab.readPass("backfill", [[elm, closed, bill("1"), bill("2", { issueDate: "2026-11-05" })]]);
    watch(NOW);
    lab.readPass("delta", [[bill("1", { memo: "a" }), bill("2", { issueDate: "2026-11-05", memo: "b" })]], NOW + 1);
    watch(NOW + 1);
    const told = [
      [
        "edited_in_closed_period",
        "",
        "Bill B-1 from Elm (100.00 NZD, 5 Oct 2026) was changed, which affects a period that's locked through 2026-10-31: memo from nothing to a.",
      ],
    ];
    expect(findings()).toEqual(told);
    // A lock that moves on later makes no edit of what was open then.
    lab.readPass("delta", [[{ ...closed, yields: [lockRecord("period", "2026-11-30")] }]], NOW + DAY_MS);
    watch(NOW + DAY_MS);
    watch(NOW + 2 * DAY_MS);
    expect(findings()).toEqual(told);
    // A second edit is part of the same finding; put back, it is over.
    lab.readPass("delta", [[bill("1", { memo: "a", reference: "r" })]], NOW + 3 * DAY_MS);
    watch(NOW + 3 * DAY_MS);
    expect(findings().map((row) => row[2])).toEqual([expect.stringMatching(/memo from nothing to a; reference from nothing to r\.$/)]);
    lab.readPass("delta", [[bill("1")]], NOW + 4 * DAY_MS);
    watch(NOW + 4 * DAY_MS);
    expect(findings()).toEqual([]);
  });

  it("edited again after somebody acknowledged it, is a new finding that tells of both edits and ends when they are reversed", () => {
    const numbers = () => lab.rows("SELECT finding_no FROM finding WHERE resolved_ms IS NULL").flat();
    lab.readPass("backfill", [[elm, closed, bill("1")]]);
    watch(NOW);
    lab.readPass("delta", [[bill("1", { memo: "a" })]], NOW + 1);
    watch(NOW + 1);
    acknowledgeFinding(lab.reader, { findingNo: 1, note: null, person: "Ada", nowMs: NOW + 2 });
    lab.readPass("delta", [[bill("1", { memo: "a", reference: "r" })]], NOW + DAY_MS);
    watch(NOW + DAY_MS);
    expect(numbers()).toEqual([2]);
    expect(findings()[0]?.[2]).toMatch(/memo from nothing to a; reference from nothing to r\.$/);
    lab.readPass("delta", [[bill("1")]], NOW + 2 * DAY_MS);
    watch(NOW + 2 * DAY_MS);
    expect(numbers()).toEqual([]);
  });

  it("of a party that moved says names, and a bill moved out of a closed period is an edit in it", () => {
    lab.readPass("backfill", [[elm, { id: "c2", entity: "Contact", yields: [partyRecord("2", { name: "Oak" })] }, closed, bill("1")]]);
    watch(NOW);
    lab.readPass("delta", [[bill("1", { partyId: "Contact:2", partyName: "Oak", issueDate: "2026-11-05" })]], NOW + 1);
    watch(NOW + 1);
    expect(findings().map((row) => row[2])).toEqual([
      "Bill B-1 from Oak (100.00 NZD, 5 Nov 2026) was changed, which affects a period that's locked through 2026-10-31: contact from Elm to Oak; date from 2026-10-05 to 2026-11-05.",
    ]);
  });

  it("is not undone by reading the record again, and a deletion ends when the record is back", () => {
    lab.readPass("backfill", [[elm, closed, bill("1")]]);
    watch(NOW);
    lab.take([{ id: "1", deleted: true }], NOW + 1);
    watch(NOW + 1);
    expect(findings().map((row) => row[0])).toEqual(["deleted_document"]);
    lab.take([bill("1")], NOW + 2);
    expect(findings().map((row) => row[0])).toEqual(["deleted_document"]);
    watch(NOW + 2);
    expect(findings()).toEqual([]);
  });
});

it("what is out of balance at the end of a month in work waits for somebody, though today's run ties out", () => {
  const run = (day: string, outcome: TieOut["outcome"], difference: string) => {
    const asOfDate = calendarDate(day);
    const amounts = { ours: "12.00", ledgers: "10.00", difference, currency: "NZD" };
    const rest = { reason: null, source: "mirror", against: "report", asOf: { ours: null, ledgers: null }, compared: 1 };
    const body = { check: "trial_balance", from: day, to: day, ...amounts, outcome, ...rest, lines: [], documents: [] };
    saveTieOuts(lab.db, { ranAt: instantFromMs(NOW), asOfDate, checks: [tieOut.parse(body)] });
  };
  const told = () =>
    varianceNotices("birch", openExceptions(lab.reader)).map(({ key, title, detail, quiet }) => [key, title, detail, quiet]);
  run("2026-09-30", "variance", "1.00");
  run("2026-10-31", "variance", "2.00");
  run("2026-11-21", "ties", "0.00");
  expect(told()).toEqual([
    ["variance/birch/end/2026-10-31/trial_balance", "Trial balance out of balance as of 31 Oct 2026", "Difference: 2.00 NZD.", true],
  ]);
  run("2026-11-21", "variance", "2.00");
  expect(told().map(([key]) => key)).toEqual(["variance/birch/end/2026-10-31/trial_balance", "variance/birch/open/trial_balance"]);
  run("2026-10-31", "ties", "0.00");
  run("2026-11-21", "ties", "0.00");
  expect(told()).toEqual([]);
});

describe("a lock", () => {
  const organisation = (...locks: readonly unknown[]) => ({ id: "org", entity: "Organisation", yields: locks });
  /** Reads the organisation and looks over what moved, as the end of a run does. */
  const read = (record: Parameters<typeof lab.take>[0][number], nowMs = NOW, ledgerTells = false) => {
    lab.take([record], nowMs);
    watchChanges(lab.reader, { nowMs, ledgerTells, entities: [] });
  };
  const both = (period: string) => organisation(lockRecord("period", period), lockRecord("year_end", "2026-03-31"));

  it("that moved back is a finding with both dates and without an actor", () => {
    read(both("2026-09-30"));
    expect(findings()).toEqual([]);
    read(both("2026-08-31"), NOW + 1);
    const [finding] = findings();
    expect(finding?.slice(0, 2)).toEqual(["lock_moved_back", "period"]);
    expect(finding?.[2]).toMatch(/2026-09-30.*2026-08-31.*doesn't report who changed the lock date/);
    expect(changes()).toEqual([["period", "lockedThrough", "2026-09-30", "2026-08-31"]]);
    expect(lab.rows("SELECT source_id FROM finding JOIN source_record USING (rec_no)")).toEqual([["org"]]);
    // The notice has the dates in its title, and in the rest doesn't say them again.
    const [told] = openExceptions(lab.reader).locksMovedBack;
    expect(told?.title).toBe("Period lock date moved back from 30 Sep 2026 to 31 Aug 2026");
    expect(told?.message).toMatch(/^The ledger doesn't report who changed the lock date\./);
  });

  it("that moved back again after somebody acknowledged it is a new finding, and the one they know isn't told again", () => {
    const told = () => openExceptions(lab.reader).locksMovedBack.map(({ findingNo }) => findingNo);
    read(both("2026-09-30"));
    read(both("2026-08-31"), NOW + 1);
    expect(told()).toEqual([1]);
    acknowledgeFinding(lab.reader, { findingNo: 1, note: null, person: "Ada", nowMs: NOW + 2 });
    read(both("2026-08-31"), NOW + 3);
    expect(told()).toEqual([]);
    read(both("2026-07-31"), NOW + 4);
    expect(told()).toEqual([2]);
    expect(findings().map(([, , message]) => message)).toEqual([expect.stringContaining("2026-07-31")]);
    read(both("2026-09-30"), NOW + 5);
    expect(findings()).toEqual([]);
  });

  it("that moved forward is none, and settles the one before only at the old date", () => {
    for (const [step, through] of ["2026-09-30", "2026-08-31", "2026-07-31", "2026-08-31"].entries()) read(both(through), NOW + step);
    expect(findings()).toHaveLength(1);
    read(both("2026-09-30"), NOW + 9);
    expect(findings()).toEqual([]);
    read(both("2026-10-31"), NOW + 10);
    expect(findings()).toEqual([]);
  });

  it("that vanished is a finding, and is settled when it stands again", () => {
    read(both("2026-09-30"));
    read(organisation(lockRecord("year_end", "2026-03-31")), NOW + 1);
    expect(findings()[0]?.[2]).toMatch(/period lock date was removed \(its latest date was 2026-09-30\)/);
    expect(changes()).toEqual([["period", "lockedThrough", "2026-09-30", null]]);
    read(both("2026-09-30"), NOW + 2);
    expect(findings()).toEqual([]);
    expect(changes().at(-1)).toEqual(["period", "lockedThrough", null, "2026-09-30"]);
  });

  it("of one module that the whole period's lock replaced is no step back; the other way round is", () => {
    const period = (...modules: string[]) =>
      organisation(...modules.map((module) => lockRecord(`accountingperiod:1/${module}`, "2026-09-30", { module })));
    read(period("ap", "ar"));
    read(period("all"), NOW + 1);
    expect(findings()).toEqual([]);
    read(period("ap"), NOW + 2);
    expect(findings().map((row) => row[1])).toEqual(["accountingperiod:1/all"]);
  });

  it("whose record could not be read is not taken for lifted", () => {
    read(both("2026-09-30"));
    read({ id: "org", entity: "Organisation", malformed: "PeriodLockDate" }, NOW + 1);
    expect(findings().map((row) => row[0])).toEqual(["malformed_record"]);
    expect(lab.rows("SELECT COUNT(*) FROM entity WHERE kind = 'lock'")).toEqual([[2]]);
  });

  it("of a ledger with system notes points to them", () => {
    read(both("2026-09-30"), NOW, true);
    read(both("2026-08-31"), NOW + 1, true);
    expect(findings()[0]?.[2]).toMatch(/system notes/);
  });
});
