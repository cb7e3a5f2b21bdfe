import { expect, it } from "vitest";
import { inboxView, lateTitle, nextOf, worstFirst } from "#main/features/inbox/inbox-items.ts";
import { addClient, type CloseSummary, saveClose, saveConnection, saveRollup, setPaused } from "#main/store/clients/firm.ts";
import { openFirmFile } from "#main/store/database/firm-file.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { instantString } from "#shared/model/books/money.ts";
import { tempHome } from "#test/support/temp-home.ts";

const progress = { tasks: 12, done: 9, byHand: 2, late: 0 };
const looked = instantString.parse("2026-11-09T17:00:00.000Z");
const titleOn = (day: string, late: number, closeDaysLate: number) =>
  lateTitle({ period: "2026-10", progress: { ...progress, late }, closeDaysLate, updatedAt: looked }, calendarDate(day));

it("counts the late tasks of a close that isn't due yet only on the day on which they were counted", () => {
  expect(titleOn("2026-11-09", 3, 0)).toBe("October 2026 close: 1 of 12 tasks open, 3 tasks late");
  expect(titleOn("2026-11-09", 1, 0)).toBe("October 2026 close: 1 of 12 tasks open, 1 task late");
  // Nothing was late when it was looked at, and something is now.
  expect([titleOn("2026-11-09", 0, 0), titleOn("2026-11-10", 3, 0)]).toEqual(
    Array(2).fill("October 2026 close: 1 of 12 tasks open, some tasks late"),
  );
});

it("says of an overdue close what is open and how late it is as a whole, whenever it was looked at and whether or not it's started", () => {
  const close = { period: "2026-10", progress, updatedAt: looked, closeDaysLate: 8 };
  for (const day of ["2026-11-09", "2026-11-20"]) {
    expect(lateTitle(close, calendarDate(day))).toBe("October 2026 close: 1 of 12 tasks open, 8 business days late");
    expect(lateTitle({ ...close, started: false }, calendarDate(day))).toBe(
      "October 2026 close: 1 of 12 tasks open, 8 business days late, not started",
    );
  }
});

it("says which task is next, or what a check found that holds it up; how many tasks are open is in the title", () => {
  expect([nextOf([], true), nextOf([], false)]).toEqual([null, null]);
  expect(nextOf(["Send client questions", "Review"], true)).toBe("Next task: Send client questions");
  expect(nextOf(["Aged receivables out of balance", "Sync"], false)).toBe("Held up by: Aged receivables out of balance");
});

it("says of a close that waits for a sync how that sync is, and of no other", () => {
  const db = openFirmFile(tempHome());
  addClient(db, { clientId: "one", name: "One", demo: false, nowMs: 0 });
  const figures = { documents: 1, parties: 1, openReceivables: 0, openPayables: 0, findings: 0, removed: 0, lockedThrough: null };
  const failed = { state: "offline", problem: "Ledger B isn't answering.", problemCode: "ledger_unreachable" } as const;
  saveRollup(db, "one", { ...figures, ...failed, asOf: looked, streamsDone: 0, streamsTotal: 1 }, 0);
  const days = { periodEnd: calendarDate("2026-10-31"), due: calendarDate("2026-11-10"), openDue: calendarDate("2026-11-03") };
  const nobody = { preparer: null, reviewer: null, variances: null, openChanges: 0 };
  const held = (heldBySync: boolean) => {
    const close: CloseSummary = { ...days, ...nobody, period: "2026-10", status: "open", progress, blocks: ["Sync"], updatedAt: looked };
    saveClose(db, "one", { ...close, heldBySync }, 10);
    const reading = { nowMs: Date.UTC(2026, 10, 21, 12), reader: "Pat", notices: [], holidays: [] };
    return inboxView(db, reading, { mine: false }).items.map(({ close: facts }) => facts?.sync);
  };
  expect([held(true), held(false)]).toEqual([[{ state: "offline", problemCode: "ledger_unreachable" }], [undefined]]);
  setPaused(db, "one", true);
  expect(held(true)).toEqual([{ state: "paused", problemCode: "ledger_unreachable" }]);
  db.close();
});

it("names the ledgers that don't answer once, with the clients whose last sync they stopped", () => {
  const db = openFirmFile(tempHome());
  const figures = { documents: 1, parties: 1, openReceivables: 0, openPayables: 0, findings: 0, removed: 0, lockedThrough: null };
  const add = (clientId: string, system: "ledger_a" | "ledger_b", problemCode: "ledger_unreachable" | null) => {
    addClient(db, { clientId, name: clientId.toUpperCase(), demo: false, nowMs: 0 });
    saveConnection(db, { connectionId: clientId, clientId, system, tenantId: clientId, body: "{}", nowMs: 1 });
    const state = problemCode === null ? ("up_to_date" as const) : ("offline" as const);
    saveRollup(db, clientId, { ...figures, state, problem: null, problemCode, asOf: looked, streamsDone: 0, streamsTotal: 1 }, 0);
  };
  const told = () =>
    inboxView(db, { nowMs: Date.UTC(2026, 10, 21, 12), reader: "Pat", notices: [], holidays: [] }, { mine: false }).outages.map(
      ({ ledger, clients }) => [ledger, ...clients.map(({ clientId, name }) => `${clientId} ${name}`)],
    );
  add("a", "ledger_b", "ledger_unreachable");
  add("b", "ledger_b", null);
  expect(told()).toEqual([["ledger_b", "a A"]]);
  add("c", "ledger_b", "ledger_unreachable");
  add("d", "ledger_a", "ledger_unreachable");
  expect(told()).toEqual([
    ["ledger_b", "a A", "c C"],
    ["ledger_a", "d D"],
  ]);
  // Nobody syncs a client that someone paused.
  setPaused(db, "d", true);
  expect(told()).toEqual([["ledger_b", "a A", "c C"]]);
  // One that someone disconnected meanwhile waits for a sign-in, whatever its last sync met.
  saveRollup(db, "c", { state: "needs_sign_in" }, 0);
  expect(told()).toEqual([["ledger_b", "a A"]]);
  db.close();
});

it("leaves late closes in the order of the board, whenever each was looked at; other items of a kind are by due date, then newest", () => {
  const due = calendarDate("2026-11-10");
  const item = (key: string, kind: "close" | "mention" | "task", hour: number, overdue = false) => {
    const at = instantString.parse(`2026-11-20T0${hour}:00:00.000Z`);
    return { key, kind, due: kind === "mention" ? null : due, overdue, at };
  };
  const closes = [item("c", "close", 1), item("a", "close", 3), item("b", "close", 2)];
  const others = [item("old", "mention", 1), item("new", "mention", 2), item("task", "task", 1), item("late", "task", 1, true)];
  expect([...others, ...closes].sort(worstFirst).map(({ key }) => key)).toEqual(["late", "c", "a", "b", "task", "new", "old"]);
});
