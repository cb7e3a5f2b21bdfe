import { describe, expect, it } from "vitest";
import { isHeldBySync, isTaskNext, leftOpen, variancesOf } from "#main/features/close/close-board.ts";
import { addClient, type CloseSummary, listClients, noteNoClose, outdateClose, saveClose, saveRollup } from "#main/store/clients/firm.ts";
import { closeBoard } from "#main/store/close/close-board.ts";
import { openFirmFile } from "#main/store/database/firm-file.ts";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { instant } from "#shared/kernel/instant.ts";
import { tempHome } from "#test/support/temp-home.ts";

const READ = instant("2026-11-21T08:00:00.000Z");
const figures = { documents: 1, parties: 1, openReceivables: 0, openPayables: 0, findings: 0, removed: 0, lockedThrough: null };
const rollup = { ...figures, state: "up_to_date" as const, asOf: READ, problem: null, streamsDone: 1, streamsTotal: 1 };
const close = (openDue: string, change: Partial<CloseSummary> = {}): CloseSummary => ({
  ...{
    period: "2026-10",
    periodEnd: calendarDate("2026-10-31"),
    status: "in_close",
    due: calendarDate("2026-11-10"),
    openDue: calendarDate(openDue),
  },
  ...{ progress: { tasks: 28, done: 9, byHand: 1, late: 2 }, blocks: [], variances: null, preparer: null, reviewer: null, openChanges: 0 },
  updatedAt: instant("2026-11-21T08:30:00.000Z"),
  ...change,
});

describe("the board of closes", () => {
  it("comes from the firm's file alone, the most late first, for 200 clients as for one", () => {
    const db = openFirmFile(tempHome());
    for (let at = 0; at < 200; at++) {
      const clientId = `client-${at}`;
      addClient(db, { clientId, name: `Client ${String(at).padStart(3, "0")}`, demo: false, nowMs: 0 });
      saveRollup(db, clientId, rollup, 0);
      if (at % 2 === 0) saveClose(db, clientId, close(at === 100 ? "2026-11-03" : "2026-11-19"), 0);
    }
    saveClose(db, "client-0", close("2026-11-03", { status: "closed", openDue: null }), 0);
    const board = () => closeBoard(listClients(db), calendarDate("2026-11-21"), ["2026-11-20"]);
    const rows = board();
    expect(rows.length).toBe(200);
    // Business days: 4 to 6, 9 to 13, 16 to 19 November; the 20th is a holiday here.
    expect([rows[0]?.clientId, rows[0]?.daysLate, rows[0]?.progress?.done]).toEqual(["client-100", 12, 9]);
    // The close itself was due on the 10th; its oldest task was due a week before.
    expect(rows[0]?.closeDaysLate).toBe(7);
    expect(rows.findIndex(({ status }) => status === "closed")).toBe(99);
    expect(rows.slice(100).every(({ status, daysLate }) => status === null && daysLate === 0)).toBe(true);
    // One that was read and never looked at is to be looked at once.
    expect(rows.every(({ outdated, status }) => outdated === (status === null))).toBe(true);
    saveClose(db, "client-0", close("2026-11-03", { status: "closed" }), 0);
    expect(board().find(({ clientId }) => clientId === "client-0")).toMatchObject({ daysLate: 0, closeDaysLate: 0 });
    outdateClose(db, "client-2", 1);
    expect(board().flatMap(({ clientId, status, outdated }) => (outdated && status !== null ? [clientId] : []))).toEqual(["client-2"]);
    // What a later reading stores leaves the close alone, and an earlier period does not push a later one off.
    saveRollup(
      db,
      "client-4",
      { ...rollup, ...(listClients(db).find(({ clientId }) => clientId === "client-4")?.rollup ?? {}), documents: 2 },
      1,
    );
    saveClose(db, "client-4", close("2026-10-05", { period: "2026-09", periodEnd: calendarDate("2026-09-30") }), 0);
    expect(board().find(({ clientId }) => clientId === "client-4")).toMatchObject({ period: "2026-10", periodEnd: "2026-10-31" });
    db.close();
  });

  it("says whether anybody has begun a close: its period may be open again after that", () => {
    const db = openFirmFile(tempHome());
    const begun = [true, false, undefined] as const;
    for (const [at, started] of begun.entries()) {
      addClient(db, { clientId: `client-${at}`, name: `Client ${at}`, demo: false, nowMs: 0 });
      saveRollup(db, `client-${at}`, rollup, 0);
      saveClose(db, `client-${at}`, close("2026-11-03", { status: "open", ...(started === undefined ? {} : { started }) }), 0);
    }
    const rows = closeBoard(listClients(db), calendarDate("2026-11-21"), []);
    // One that an earlier release stored doesn't say.
    expect(begun.map((_, at) => rows.find(({ clientId }) => clientId === `client-${at}`)?.started)).toEqual([true, false, true]);
    db.close();
  });

  it("looks again at a close that was acted on after it was asked for", () => {
    const db = openFirmFile(tempHome());
    addClient(db, { clientId: "one", name: "One", demo: false, nowMs: 0 });
    saveRollup(db, "one", rollup, 0);
    const outdated = () => closeBoard(listClients(db), calendarDate("2026-11-21"), [])[0]?.outdated;
    saveClose(db, "one", close("2026-11-03"), 10);
    expect(outdated()).toBe(false);
    outdateClose(db, "one", 20);
    saveClose(db, "one", close("2026-11-03"), 19);
    expect(outdated()).toBe(true);
    saveRollup(db, "one", { documents: 2 }, 21);
    saveClose(db, "one", close("2026-11-03"), 20);
    expect(outdated()).toBe(false);
    db.close();
  });

  it("looks again on another day, because more tasks may be late by then", () => {
    const db = openFirmFile(tempHome());
    addClient(db, { clientId: "one", name: "One", demo: false, nowMs: 0 });
    saveRollup(db, "one", rollup, 0);
    saveClose(db, "one", close("2026-11-03"), 10);
    const outdated = (today: string) => closeBoard(listClients(db), calendarDate(today), [])[0]?.outdated;
    expect([outdated("2026-11-21"), outdated("2026-11-22")]).toEqual([false, true]);
    db.close();
  });

  it("knows that it looked in vain, until the client is read again or another day begins", () => {
    const db = openFirmFile(tempHome());
    addClient(db, { clientId: "one", name: "One", demo: false, nowMs: 0 });
    saveRollup(db, "one", rollup, 0);
    const outdated = (today = "2026-11-21") => closeBoard(listClients(db), calendarDate(today), [])[0]?.outdated;
    expect(outdated()).toBe(true);
    noteNoClose(db, "one", instant("2026-11-21T08:30:00.000Z"));
    expect([outdated(), outdated("2026-11-22")]).toEqual([false, true]);
    saveRollup(db, "one", { asOf: instant("2026-11-21T09:00:00.000Z") }, 1);
    expect(outdated()).toBe(true);
    db.close();
  });

  it("keeps the reason for which a period was closed", () => {
    const db = openFirmFile(tempHome());
    addClient(db, { clientId: "one", name: "One", demo: false, nowMs: 0 });
    saveRollup(db, "one", rollup, 0);
    const why = () => closeBoard(listClients(db), calendarDate("2026-11-21"), [])[0]?.closedWhy;
    saveClose(db, "one", close("2026-11-03", { status: "closed" }), 10);
    expect(why()).toBeNull();
    saveClose(db, "one", close("2026-11-03", { status: "closed", closedWhy: "Agreed with the client" }), 11);
    expect(why()).toBe("Agreed with the client");
    db.close();
  });

  it("keeps the tasks that a period was closed over, by name and without the ledger's lock, which has a date of its own", () => {
    const task = (title: string, evidence: object | null) => ({ title, evidence }) as unknown as CloseStatus["tasks"][number];
    const names = leftOpen([
      task("Payroll", null),
      task("Lock the ledger", { kind: "ledger_locked" }),
      task("Tie out", { kind: "tie_outs", failed: "1 tie-out out of balance" }),
    ]);
    expect(names).toEqual(["Payroll", "1 tie-out out of balance"]);
    const db = openFirmFile(tempHome());
    addClient(db, { clientId: "one", name: "One", demo: false, nowMs: 0 });
    saveRollup(db, "one", rollup, 0);
    const left = () => closeBoard(listClients(db), calendarDate("2026-11-21"), [])[0]?.leftOpen;
    saveClose(db, "one", close("2026-11-03", { status: "closed" }), 10);
    expect(left()).toEqual([]);
    saveClose(db, "one", close("2026-11-03", { status: "closed", leftOpen: names }), 11);
    expect(left()).toEqual(names);
    db.close();
  });

  it("knows whether the sync comes first among what blocks; open review notes come before it", () => {
    const task = (id: string, kind: string) => ({ id, evidence: { kind } });
    const held = (blocks: string[], blocking = 0) => {
      const tasks = [task("streams", "streams_complete"), task("tie", "tie_outs")];
      return isHeldBySync({ tasks, blocks, gates: { sign: [{ gate: "review_notes", blocking }] } } as unknown as CloseStatus);
    };
    expect([held(["streams", "tie"]), held(["tie"]), held([]), held(["streams"], 2)]).toEqual([true, false, false, false]);
  });

  it("names a task as what to do next, unless a check found something or a review note is open", () => {
    const tasks = [{ id: "ask" }, { id: "tie", evidence: { kind: "tie_outs", failed: "Aged receivables out of balance" } }];
    const isNext = (blocks: readonly string[], blocking = 0): boolean =>
      isTaskNext({ tasks, blocks, gates: { sign: [{ gate: "review_notes", blocking }] } } as unknown as CloseStatus);
    expect([isNext(["ask", "tie"]), isNext(["tie", "ask"]), isNext([]), isNext(["ask"], 2)]).toEqual([true, false, false, false]);
  });

  it("looks again at a closed period as soon as the one after it has ended", () => {
    const db = openFirmFile(tempHome());
    addClient(db, { clientId: "one", name: "One", demo: false, nowMs: 0 });
    saveRollup(db, "one", rollup, 0);
    const outdated = (status: "closed" | "in_close", nextEnd: string | null) => {
      saveClose(db, "one", close("2026-11-03", { status, nextEnd: nextEnd === null ? null : calendarDate(nextEnd) }), 10);
      return closeBoard(listClients(db), calendarDate("2026-11-21"), [])[0]?.outdated;
    };
    expect([outdated("closed", "2026-11-20"), outdated("closed", "2026-11-21"), outdated("closed", null)]).toEqual([true, false, false]);
    expect(outdated("in_close", "2026-11-20")).toBe(false);
    db.close();
  });

  it("has late tasks once a close is started or overdue itself", () => {
    const db = openFirmFile(tempHome());
    addClient(db, { clientId: "one", name: "One", demo: false, nowMs: 0 });
    saveRollup(db, "one", rollup, 0);
    const late = (started: boolean, due: string) => {
      saveClose(db, "one", close("2026-11-03", { status: "open", started, due: calendarDate(due) }), 10);
      const row = closeBoard(listClients(db), calendarDate("2026-11-21"), [])[0];
      return [row?.daysLate, row?.closeDaysLate];
    };
    expect([late(false, "2026-11-10"), late(false, "2026-11-30")]).toEqual([
      [13, 8],
      [0, 0],
    ]);
    expect([late(true, "2026-11-10"), late(true, "2026-11-30")]).toEqual([
      [13, 8],
      [13, 0],
    ]);
    db.close();
  });

  it("goes back to an earlier period that is under way again, unless somebody has started the later one", () => {
    const db = openFirmFile(tempHome());
    addClient(db, { clientId: "one", name: "One", demo: false, nowMs: 0 });
    saveRollup(db, "one", rollup, 0);
    const september = (status: "closed" | "in_close" | "reopened") =>
      saveClose(db, "one", close("2026-10-05", { period: "2026-09", periodEnd: calendarDate("2026-09-30"), status }), 10);
    saveClose(db, "one", close("2026-11-03", { status: "open", started: false }), 10);
    expect([september("closed"), september("reopened"), september("in_close")]).toEqual([false, true, true]);
    saveClose(db, "one", close("2026-11-03", { status: "open", started: true }), 10);
    expect(september("reopened")).toBe(false);
    db.close();
  });

  it("tells whether a look showed anything new, whenever it was", () => {
    const db = openFirmFile(tempHome());
    addClient(db, { clientId: "one", name: "One", demo: false, nowMs: 0 });
    saveRollup(db, "one", rollup, 0);
    expect(saveClose(db, "one", close("2026-11-03"), 10)).toBe(true);
    expect(saveClose(db, "one", close("2026-11-03", { updatedAt: instant("2026-11-21T09:00:00.000Z") }), 11)).toBe(false);
    expect(saveClose(db, "one", close("2026-11-04"), 12)).toBe(true);
    const before = { period: "2026-09", periodEnd: calendarDate("2026-09-30") };
    expect(saveClose(db, "one", close("2026-10-05", before), 13)).toBe(false);
    db.close();
  });
});

describe("the flux lines on the board", () => {
  const found = (summaries: readonly string[], ...open: readonly string[]) =>
    variancesOf({
      tasks: summaries.map((summary) => ({ evidence: { kind: "variances", summary } })),
      gates: { sign: [{ gate: "flux", open: open.map((key) => ({ subject: "flux", key, id: "prior_month" })) }] },
    } as unknown as CloseStatus);

  it("are the open ones of the gate, and no number where there are no figures to compare with", () => {
    const explained = ["2 of 2 explained.", "1 of 2 signed off. 1 left."];
    expect(found(explained, "prior_month Account:1")).toEqual({ left: 1, summary: explained.join("\n") });
    expect(found(["2 of 2 signed off."])?.left).toBe(0);
    expect(found(["No budget.", "No budget."], "prior_month")).toEqual({ left: null, summary: "No budget." });
    expect(found(explained, "prior_month", "budget Account:1")?.left).toBe(1);
    expect(found([], "prior_month Account:1")).toBeNull();
  });
});
