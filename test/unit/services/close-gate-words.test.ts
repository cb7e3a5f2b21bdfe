import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { checklistOf, startChecklist } from "#main/store/close/close-checklist.ts";
import { lastTieOuts, tieOutsHold } from "#main/store/close/gates/figures.ts";
import { reconciliationText } from "#main/store/close/gates/finish.ts";
import type { GateSetting } from "#main/store/close/gates/gate.ts";
import { signingRefusal } from "#main/store/close/gates/gate-overrides.ts";
import { locksText, streamsComplete } from "#main/store/close/gates/reading.ts";
import { refusalOf, unreadyBooks } from "#main/store/flux/flux-acts.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { calendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import type { CloseTemplate } from "#shared/model/close/close.ts";
import { plannedChecklistText, taskStateLabel } from "#shared/model/labels/checklist-label.ts";
import { entryStateLabel } from "#shared/model/labels/code-labels.ts";

const OLD = Date.parse("2026-10-20T08:00:00.000Z");
const NEW = Date.parse("2026-11-21T08:00:00.000Z");

function setting(streams: readonly (readonly [state: string, completedMs: number | null])[]): GateSetting {
  const db = new Database(":memory:");
  db.exec("CREATE TABLE stream (name TEXT, label TEXT, state TEXT, completed_ms INTEGER)");
  db.exec("CREATE TABLE tie_out (tie_out_no INTEGER, check_name TEXT, as_of_day INTEGER, outcome TEXT, body TEXT, ran_ms INTEGER)");
  const add = db.prepare("INSERT INTO stream VALUES (?, ?, ?, ?)");
  for (const [at, [state, ms]] of streams.entries()) add.run(`s${at}`, `Set ${at}`, state, ms);
  const period = { id: "2026-10", label: "2026-10", start: "2026-10-01", end: "2026-10-31" };
  return { reader: { db }, period } as unknown as GateSetting;
}

/** What a check that was run asks besides its own row. */
const BEHIND_CHECKS = `CREATE TABLE decision (decision_no INTEGER PRIMARY KEY, kind TEXT, subject TEXT, body TEXT, person TEXT, made_ms INTEGER, undone_ms INTEGER, undone_by TEXT);
    CREATE TABLE field_change (field TEXT, before TEXT, after TEXT, day INTEGER, detected_ms INTEGER);
    CREATE TABLE journal (rec_no INTEGER, day INTEGER);
    CREATE TABLE source_record (rec_no INTEGER, stream_no INTEGER, fetched_ms INTEGER);
    CREATE TABLE document (rec_no INTEGER);
    CREATE TABLE payment (rec_no INTEGER);
    ALTER TABLE stream ADD COLUMN stream_no INTEGER;
    ALTER TABLE stream ADD COLUMN first_completed_ms INTEGER`;

const words = (streams: Parameters<typeof setting>[0]) => streamsComplete(setting(streams)).summary;

it("data sets that were synced in time and are incomplete now aren't called synced before the period ended", () => {
  const whole = ["up_to_date", NEW] as const;
  expect(words([whole, ["incomplete", NEW], ["failed", NEW]])).toBe("2 of 3 data sets not fully synced.");
  expect(words([whole, ["up_to_date", OLD], ["never_read", null]])).toBe("2 of 3 data sets not synced since October 2026 ended.");
  expect(words([whole, ["up_to_date", OLD], ["incomplete", NEW]])).toBe(
    "1 of 3 data sets not synced since October 2026 ended, and 1 not fully synced.",
  );
  expect(streamsComplete(setting([["incomplete", NEW]])).items.map(({ text }) => text)).toEqual([
    "Set 0: last synced 2026-11-21T08:00:00.000Z, last sync incomplete",
  ]);
});

it("the ledger's lock dates are named, since one record of it may hold two", () => {
  const lock = (id: string, day: string, periodLabel: string | null = null) => ({ id, periodLabel, lockedThrough: calendarDate(day) });
  expect(locksText([lock("period", "2026-08-31"), lock("year_end", "2026-03-31")])).toBe(
    "Period lock 2026-08-31, year-end lock 2026-03-31",
  );
  expect(locksText([lock("book_close", "2026-03-31")])).toBe("Closing date 2026-03-31");
  // Of a period, payables and receivables may be locked on their own.
  const september = ["ap", "ar"].map((module) => lock(`9/${module}`, "2026-09-30", "Sep 2026"));
  expect(locksText([...september, lock("8/all", "2026-08-31", "Aug 2026")])).toBe("2 periods locked in the ledger");
});

it("tie-outs that were never run aren't called out of balance", () => {
  const gate = tieOutsHold(setting([]), { kind: "tie_outs", checks: ["counts"] } as never);
  expect([gate.passed, gate.summary]).toEqual([false, "This tie-out as of 2026-10-31 hasn't been run yet."]);
});

it("a tie-out that its run left out gives the reason of that run, as the tie-outs do", () => {
  const own = setting([]);
  const reason = "Tieout hasn't asked the ledger for its record counts yet.";
  const days = { from: "2026-10-31", to: "2026-10-31" };
  const figures = { ours: null, ledgers: null, difference: null, currency: null, asOf: { ours: null, ledgers: null } };
  const facts = { outcome: "not_run", reason, source: "mirror", against: "none", compared: 0, lines: [], documents: [] };
  const body = JSON.stringify({ check: "document_counts", ...days, ...figures, ...facts });
  const day = dayNumber(own.period.end);
  own.reader.db.prepare("INSERT INTO tie_out VALUES (1, 'document_counts', ?, 'not_run', ?, ?)").run(day, body, NEW);
  const words = (...checks: string[]) => tieOutsHold(own, { kind: "tie_outs", checks } as never).summary;
  expect(words("document_counts")).toBe(reason);
  expect(words("document_counts", "bank_balances")).toBe("These tie-outs as of 2026-10-31 haven't been run yet.");
});

it("a difference that somebody accepted isn't called tied out", () => {
  const own = setting([]);
  const { db } = own.reader;
  db.exec(BEHIND_CHECKS);
  const check = {
    ...{
      check: "bank_balances",
      from: "2026-10-01",
      to: "2026-10-31",
      ours: "12.00",
      ledgers: "10.00",
      difference: "2.00",
      currency: "EUR",
    },
    ...{ outcome: "variance", reason: null, source: "mirror", against: "report", asOf: { ours: null, ledgers: null } },
    ...{ compared: 1, lines: [], documents: [] },
  };
  const run = db.prepare("INSERT INTO tie_out VALUES (?, ?, ?, ?, ?, ?)");
  const day = dayNumber(own.period.end);
  run.run(1, "bank_balances", day, "variance", JSON.stringify(check), NEW);
  run.run(
    2,
    "document_counts",
    day,
    "ties",
    JSON.stringify({ ...check, check: "document_counts", outcome: "ties", difference: "0.00" }),
    NEW,
  );
  run.run(3, "receivable_control", day, "variance", JSON.stringify({ ...check, check: "receivable_control" }), NEW);
  const words = (...checks: string[]) => tieOutsHold(own, { kind: "tie_outs", checks } as never).summary;
  expect(words("bank_balances")).toBe("Not tied out to the ledger as of 2026-10-31.");
  expect(words("bank_balances", "document_counts")).toBe("1 of 2 checks tied out to the ledger as of 2026-10-31.");
  const failed = (...checks: string[]) => tieOutsHold(own, { kind: "tie_outs", checks } as never).failed;
  expect([failed("document_counts", "bank_balances"), failed("document_counts")]).toEqual(["Bank balances out of balance", undefined]);
  expect(failed("receivable_control")).toBe("Receivables out of balance");
  const body = JSON.stringify({ why: "Rounding", outcome: "variance", difference: "2.00" });
  db.prepare("INSERT INTO decision VALUES (1, 'tie_out_accepted', '2026-10|bank_balances', ?, 'Ann', ?, NULL, NULL)").run(body, NEW);
  // A bank account that agrees with the ledger's report may still have a whole statement to reconcile.
  const apart = "Bank statements are reconciled separately.";
  expect(words("bank_balances")).toBe(`Accepted, but not tied out to the ledger as of 2026-10-31. ${apart}`);
  expect(failed("bank_balances")).toBeUndefined();
  expect(words("bank_balances", "document_counts")).toBe(`2 of 2 checks tied out to the ledger or accepted as of 2026-10-31. ${apart}`);
  const isAccepted = (check: string) => tieOutsHold(own, { kind: "tie_outs", checks: [check] } as never).accepted;
  expect([isAccepted("bank_balances"), isAccepted("document_counts")]).toEqual([true, undefined]);
  expect(words("document_counts")).toBe("Tied out to the ledger as of 2026-10-31.");
  run.run(3, "bank_balances", day, "ties", JSON.stringify({ ...check, outcome: "ties", difference: "0.00" }), NEW);
  expect(words("bank_balances")).toBe(`Tied out to the ledger as of 2026-10-31. ${apart}`);
  // The total of an aging can agree while its contacts don't.
  const aging = (no: number, report: string) => {
    const body = { ...check, check: "aging_receivable", outcome: "ties", difference: "0.00", report };
    run.run(no, "aging_receivable", day, "ties", JSON.stringify(body), NEW);
    return tieOutsHold(own, { kind: "tie_outs", checks: ["aging_receivable", "document_counts"] } as never);
  };
  const byTotal = aging(4, "trial_balance");
  expect(byTotal.summary).toBe(
    "2 of 2 checks tied out to the ledger as of 2026-10-31. Contact balances weren't compared, only their total.",
  );
  expect(byTotal.items[0]?.text).toBe("Aged receivables: tied out, total only, checked 2026-11-21T08:00:00.000Z");
  expect(byTotal.totalOnly).toBe(true);
  expect(taskStateLabel({ state: "done", evidence: byTotal })).toBe("Done, total only");
  expect(taskStateLabel({ state: "done", evidence: { partly: true } })).toBe("Done, partly checked");
  expect(aging(5, "aged_receivable").summary).toBe("2 of 2 checks tied out to the ledger as of 2026-10-31.");
});

it("tie-outs that a sync has overtaken keep their last result for screens while it runs, and no gate passes on it", () => {
  const own = setting([]);
  const { db } = own.reader;
  db.exec(BEHIND_CHECKS);
  const day = dayNumber(own.period.end);
  const ran = (no: number, check: string, outcome: string, difference: string) => {
    const figures = { ours: "12.00", ledgers: "10.00", difference, currency: "EUR", compared: 1, lines: [], documents: [] };
    const span = { from: "2026-10-01", to: "2026-10-31", source: "mirror", against: "report", asOf: { ours: null, ledgers: null } };
    const body = JSON.stringify({ check, outcome, reason: null, ...figures, ...span });
    db.prepare("INSERT INTO tie_out VALUES (?, ?, ?, ?, ?, ?)").run(no, check, day, outcome, body, NEW);
  };
  ran(1, "trial_balance", "ties", "0.00");
  ran(2, "balance_sheet", "ties", "0.00");
  ran(3, "receivable_control", "variance", "2.00");
  const gate = (...checks: string[]) => ({ kind: "tie_outs", checks }) as never;
  const both = gate("trial_balance", "balance_sheet");
  expect(lastTieOuts(own, both)).toBeNull();
  db.prepare("INSERT INTO field_change VALUES ('total', '1', '2', ?, ?)").run(day, NEW + 1);
  expect(tieOutsHold(own, both).passed).toBe(false);
  const last = lastTieOuts(own, both);
  expect([last?.passed, last?.rechecking]).toEqual([true, true]);
  expect(last?.summary).toBe("2 of 2 checks tied out to the ledger as of 2026-10-31. This sync will run these checks again.");
  expect(last?.items[0]?.text).toMatch(/: tied out, checked 2026-11-21T08:00:00\.000Z$/);
  expect(taskStateLabel({ state: "done", evidence: last })).toBe("Done, rechecking");
  // What was out of balance stays so, and what was never run has no last result.
  const varying = lastTieOuts(own, gate("receivable_control"));
  expect([varying?.passed, varying?.failed, varying?.rechecking]).toEqual([false, "Receivables out of balance", true]);
  expect(lastTieOuts(own, gate("document_counts"))).toBeNull();
});

it("a checklist says that its close hasn't started only while it can still start", () => {
  const words = (status: Parameters<typeof plannedChecklistText>[0]["status"]) =>
    plannedChecklistText({ status, template: { title: "Month-end close" } });
  expect(words("open")).toBe("The close hasn't started. This is the checklist it will start with.");
  expect(words("reopened")).toBe(words("open"));
  expect(words("closed")).toBe(
    "The checklist was skipped when this period was closed, so these tasks come directly from the template “Month-end close.”",
  );
});

it("an entry whose journal was deleted isn't called voided", () => {
  expect(["due", "confirmed", "voided"].map(entryStateLabel)).toEqual(["Due", "Posted", "Voided or deleted"]);
});

it("an unreconciled difference has its currency, so that the window writes it as every amount", () => {
  const row = { label: "Cash", state: "difference", difference: "-1234.5", currency: "USD", signed: "open" };
  expect(reconciliationText(row as never)).toBe("Cash: unreconciled difference (1,234.50) USD");
});

it("a bank account without a statement has no statement, and any other without support no support", () => {
  const said = (bank: string | null, type: string) => {
    const row = { label: "Cash", state: "no_support", difference: null, currency: "USD", signed: "open", bank, policy: { type } };
    return reconciliationText(row as never);
  };
  expect([said("no_statement", "bank"), said(null, "bank"), said("statement_ends_early", "bank"), said(null, "support")]).toEqual([
    ...["Cash: no statement", "Cash: no statement", "Cash: statement ends early"],
    "Cash: no support",
  ]);
});

it("refuses a sign-off of lines over unread books in the words of the close", () => {
  const gap = { code: "not_read", message: "Not fully synced yet: Bills. Figures may be incomplete.", recordIds: [], count: 0 };
  const books = (gaps: readonly object[]) => unreadyBooks({ review: { gaps }, figures: { unavailable: null } } as never);
  expect(books([gap])).toEqual({ code: "conflict", message: gap.message, next: "Sync the client, then sign off." });
  expect(books([])).toBeNull();
});

it("a sign-off that lacks only the firm's server's answer to an override says so, and names no open work", () => {
  const item = (key: string, overridden: boolean) => ({ key, text: `Task ${key}`, subject: "task", id: key, overridden });
  const tasks = { gate: "tasks", required: 2, done: 0, open: [item("a", true), item("b", false)], blocking: 1, rule: "reviewer" };
  const refused = (override: object) => signingRefusal({ sign: [tasks], overrides: [override] } as never, "2026-10")?.message;
  const waiting = { gate: "tasks", covers: ["b"], waiting: true };
  expect(refused(waiting)).toBe("The firm's server hasn't accepted the override of open work in October 2026 yet, so it doesn't count.");
  const open = "October 2026 can't be signed off by the reviewer yet. 1 open task: “Task b.”";
  expect([{ covers: ["a"] }, { gate: "flux" }, { waiting: false }].map((of) => refused({ ...waiting, ...of }))).toEqual([open, open, open]);
});

it("a reviewer is next only while no reviewer's sign-off of the same figures waits for the firm's server", () => {
  const next = (stale: boolean, waiting: boolean) => {
    const row = { label: "Rent", status: "ready_for_review", stamps: [{ role: "reviewer", stale, waiting }] };
    return refusalOf("already", row as never, "preparer").next;
  };
  expect(next(false, true)).toContain("The firm's server hasn't accepted the reviewer's sign-off yet.");
  expect([next(true, true), next(false, false)]).toEqual(Array(2).fill("A reviewer must sign off next."));
});

it("a checklist that was started earlier has its tasks in the words of today's template, but for those that a person renamed", () => {
  const db = new Database(":memory:");
  db.exec(`CREATE TABLE decision (decision_no INTEGER PRIMARY KEY, kind TEXT, subject TEXT, body TEXT, person TEXT, made_ms INTEGER,
    undone_ms INTEGER, undone_by TEXT)`);
  const reader = { db } as unknown as GateSetting["reader"];
  const template = (id: string, ...titles: string[]) =>
    ({
      ...{ id, version: 1, title: "Month-end close", phases: ["Prepare"], holidays: [] },
      tasks: titles.map((title, at) => {
        return { id: `task-${at}`, phase: "Prepare", title, role: "preparer", assignee: null, dueDays: 1, dependsOn: [], gate: null };
      }),
    }) as CloseTemplate;
  const begun = template("standard", "Tie the bank", "Tie the aging", "Sync it all");
  startChecklist(reader, "2026-10", begun, { person: "Ann", nowMs: NEW });
  const edit = (taskId: string, change: object) => {
    const body = { task: { ...begun.tasks.find(({ id }) => id === taskId), ...change } };
    makeDecision(db, { kind: "close_task", subject: `2026-10|${taskId}`, body, person: "Ann", nowMs: NEW });
  };
  edit("task-1", { assignee: "Ben" });
  edit("task-2", { title: "Sync on Friday" });
  const titles = (id: string) =>
    checklistOf(reader, "2026-10", template(id, "Tie bank balances", "Tie receivables", "Sync")).tasks.map(({ title }) => title);
  expect(titles("standard")).toEqual(["Tie bank balances", "Tie receivables", "Sync on Friday"]);
  expect(titles("other")).toEqual(["Tie the bank", "Tie the aging", "Sync on Friday"]);
});
