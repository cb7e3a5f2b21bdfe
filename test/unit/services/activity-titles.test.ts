import { expect, it } from "vitest";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { FindingStore } from "#main/store/records/finding-store.ts";
import { activityPage } from "#main/store/work/activity.ts";
import { addTask, changeTask } from "#main/store/work/tasks.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { createIngestLab, documentRecord, NOW } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

it("activity says what a flux line was compared with as the screen does", () => {
  const lab = createIngestLab(tempHome());
  const comparisons = ["prior_month", "trailing_average:6", "year_to_date", "last_signed_pack", "of_another_release"];
  for (const [at, comparison] of comparisons.entries())
    makeDecision(lab.db, {
      kind: "flux_explanation",
      subject: `month:2026-10|${comparison}|Account:1`,
      body: { text: "Rent" },
      person: "Ada",
      nowMs: NOW + at,
    });
  const titles = activityPage(lab.reader, { limit: 50, entities: [] }).rows.map(({ title }) => title);
  expect(titles.toReversed()).toEqual([
    "Flux line explained: October 2026, compared with the prior month",
    "Flux line explained: October 2026, compared with the trailing average",
    "Flux line explained: October 2026, compared with the prior year to date",
    "Flux line explained: October 2026, compared with the last reviewed figures",
    "Flux line explained: October 2026",
  ]);
  lab.db.close();
});

it("activity says that a task was created and that its due date changed", () => {
  const lab = createIngestLab(tempHome());
  const subject = { kind: "document" as const, id: "Bill:7", label: "Bill 7", seen: null };
  const task = { taskId: "t1", subject, title: "Ask for the receipt", assignee: null, due: null, people: [], person: "Ada", nowMs: NOW };
  addTask(lab.db, task);
  changeTask(lab.db, { taskId: "t1", change: { due: calendarDate("2026-11-12") }, person: "Ada", nowMs: NOW + 1 });
  const titles = activityPage(lab.reader, { limit: 50, entities: [] }).rows.map(({ title }) => title);
  expect(titles).toEqual(["Task due date changed: Bill 7", "Task created: Bill 7"]);
  lab.db.close();
});

it("activity tells a draft from its match, and names the exception that was acknowledged", () => {
  const lab = createIngestLab(tempHome());
  lab.take([{ id: "1", yields: [documentRecord("1")] as never }]);
  const recNo = lab.rows("SELECT rec_no FROM document")[0]?.[0];
  new FindingStore(lab.db).raiseWatched({ recNo: Number(recNo), code: "deleted_document", field: "", message: "Deleted." }, NOW);
  const findingNo = lab.rows("SELECT finding_no FROM finding WHERE code = 'deleted_document'")[0]?.[0];
  const person = "Ada";
  for (const [at, matched] of [false, true].entries())
    makeDecision(lab.db, { kind: "bank_draft", subject: "Account:1|l1", body: { jobId: "j1", matched }, person, nowMs: NOW + at });
  for (const subject of [String(findingNo), "999"])
    makeDecision(lab.db, { kind: "finding_acknowledged", subject, body: { note: null }, person, nowMs: NOW + 5 });
  const titles = activityPage(lab.reader, { limit: 50, entities: [] }).rows.map(({ title }) => title);
  expect(titles.some((title) => title.startsWith("Transaction drafted from a bank line"))).toBe(true);
  expect(titles.some((title) => title.startsWith("Drafted transaction matched with its bank line"))).toBe(true);
  const acknowledged = titles.filter((title) => title.startsWith("Exception acknowledged")).toSorted();
  expect(acknowledged[0]).toBe("Exception acknowledged");
  expect(acknowledged[1]).toMatch(/^Exception acknowledged: Deleted transaction, \w+/);
  lab.db.close();
});
