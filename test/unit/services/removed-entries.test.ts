import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dueAdjustments, removeDefinition } from "#main/store/close/adjusting-entries.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { addJob } from "#main/store/records/write-store.ts";
import { removeItem, scheduleItems } from "#main/store/schedules/schedule-items.ts";
import { undoRefusal } from "#main/store/work/undo-decision.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { createIngestLab, type IngestLab, NOW } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const act = { person: "Ada", nowMs: NOW };
const item = {
  ...{ kind: "prepaid", title: "Insurance", accountId: "Account:1", otherAccountId: "Account:2" },
  ...{ amount: "90.00", months: 3, from: "2026-10-01" },
};
const lines = [
  { accountId: "Account:1", amount: "30.00" },
  { accountId: "Account:2", amount: "-30.00" },
];
const entry = { kind: "recurring", title: "Rent", lines, from: "2026-10-01", until: null };

let lab: IngestLab;
const setUp = (body = item, nowMs = NOW, subject = "one") =>
  makeDecision(lab.db, { kind: "schedule_item", subject, body, person: act.person, nowMs });
const update = (definitionId: string, state: string, body: object = { items: [], operations: [] }) =>
  addJob(lab.db, {
    ...{ jobId: definitionId, actionId: `adj-${definitionId}-2026-10-e`, state, content: definitionId },
    ...{ body: JSON.stringify(body), createdMs: NOW, updatedMs: NOW },
  });
const october = { id: "2026-10", label: "October 2026", start: calendarDate("2026-10-01"), end: calendarDate("2026-10-31") };
const due = () => dueAdjustments(lab.reader, { period: october, periods: [october], currency: "USD", definitionId: null });
/** Sets up the item "one", keeps an update of its October entry, and removes the item. */
const leave = (body: typeof item, state: string, items: readonly object[] = []) => {
  setUp(body);
  update("one", state, { items, operations: due().map(({ operation }) => operation) });
  expect(removeItem(lab.reader, { itemId: "one", ...act }).ok).toBe(true);
};
beforeEach(() => {
  lab = createIngestLab(tempHome());
});
afterEach(() => lab.db.close());

describe("a schedule item or an adjusting entry", () => {
  it.each([
    ["ready", "is waiting to be sent", "Cancel the update"],
    ["queued", "is waiting to be sent", "Cancel the update"],
    ["sent", "has no final result yet", "Wait for the result"],
    ["unknown", "has no final result yet", "Wait for the result"],
  ])("isn't removed while an update of it is %s: set up again, its month could be posted twice", (state, why, next) => {
    setUp();
    makeDecision(lab.db, { kind: "adjusting_entry", subject: "two", body: entry, ...act });
    update("one", state);
    update("two", state);
    const refused = (title: string) => ({
      ok: false,
      failure: {
        code: "conflict",
        message: `“${title}” can't be removed yet: the ledger update for October 2026 ${why}.`,
        next: expect.stringContaining(next),
      },
    });
    expect(removeItem(lab.reader, { itemId: "one", ...act })).toMatchObject(refused("Insurance"));
    expect(removeDefinition(lab.reader, { definitionId: "two", ...act })).toMatchObject(refused("Rent"));
    expect(scheduleItems(lab.reader)).toHaveLength(1);
  });

  it.each(["draft", "blocked", "accepted", "rejected", "cancelled"])("can be removed when its update is %s", (state) => {
    setUp();
    update("one", state);
    expect(removeItem(lab.reader, { itemId: "one", ...act }).ok).toBe(true);
    expect(scheduleItems(lab.reader)).toEqual([]);
  });

  it("isn't removed by undoing what set it up either, and goes back to what it was before", () => {
    const first = setUp();
    update("one", "queued");
    const refused = { code: "conflict", message: expect.stringContaining("“Insurance” can't be removed yet") };
    expect(undoRefusal(lab.reader, { decisionNo: first, outright: false })).toMatchObject(refused);
    const second = setUp({ ...item, amount: "120.00" }, NOW + 1);
    expect(undoRefusal(lab.reader, { decisionNo: second, outright: false })).toBeNull();
    expect(undoRefusal(lab.reader, { decisionNo: second, outright: true })).toMatchObject(refused);
  });

  it("doesn't adopt a draft left for another legal entity: its entry is due", () => {
    const ofEntity = (entityId: string) => ({ ...item, entityId });
    leave(ofEntity("subsidiary:1"), "draft");
    setUp(ofEntity("subsidiary:2"), NOW, "two");
    expect(due()).toMatchObject([{ definitionId: "two", state: "due", jobId: null }]);
    // The draft is there for an item of its own entity.
    setUp(ofEntity("subsidiary:1"), NOW, "three");
    expect(due()).toMatchObject([
      { definitionId: "two", state: "due", jobId: null },
      { definitionId: "three", state: "draft", jobId: "one" },
    ]);
  });

  it("set up again, isn't due for a month whose accepted update has a journal that the mirror doesn't have yet", () => {
    leave(item, "accepted", [{ recordId: "Journal:9" }]);
    setUp(item, NOW, "two");
    expect(due()).toMatchObject([{ definitionId: "two", state: "confirmed", jobId: "one", recordId: "Journal:9" }]);
  });
});
