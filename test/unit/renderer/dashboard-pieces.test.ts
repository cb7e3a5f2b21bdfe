import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { CloseBoardRow } from "#shared/contract/close/close.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { runBulk } from "../../../src/renderer/features/clients/bulk/run-bulk.ts";
import {
  Blocks,
  Checklist,
  checklistText,
  closeColumns,
  Due,
  LockBehind,
  Locked,
  Period,
  Stage,
  variancesColumn,
} from "../../../src/renderer/features/clients/close-columns.tsx";
import type { DashboardRow } from "../../../src/renderer/features/clients/dashboard-rows.ts";
import { overdueShare } from "../../../src/renderer/features/clients/overdue-share.ts";
import { inKeptOrder } from "../../../src/renderer/features/clients/stable-order.ts";
import {
  isPartlyUnchecked,
  onlyUpdateProblem,
  sumsText,
  tiedCounts,
  tiedDetails,
  tiedLabel,
  tiedText,
  troubledMarks,
  troubledText,
  troubledWords,
  UPDATE_PROBLEM_WORDS,
  WORST_LABELS,
} from "../../../src/renderer/features/clients/status-labels.ts";
import { INBOX_LABELS } from "../../../src/renderer/format/labels/attention-labels.ts";
import { barPlaces, sparkLabel, trendPath } from "../../../src/renderer/ui/charts/sparkline-path.ts";

const words = (html: string) => html.replaceAll(/<[^>]+>/g, "");
const points = (...values: string[]) => values.map((value, index) => ({ at: `2026-0${index + 1}`, value }));

it("a line runs through its box, and says where zero lies only when it crosses it", () => {
  expect(trendPath(points("10", "20", "15"), 100, 20)).toEqual({ path: "M2 18L50 2L98 10", zero: null });
  expect(trendPath(points("-10", "10"), 100, 20).zero).toBe(10);
  expect(trendPath(points("5"), 100, 20).path).toBe("M2 10h1");
});

it("bars stand on one zero, and what is small is still seen", () => {
  expect(barPlaces(points("0", "100", "0.01", "-100"), 80, 20).map(({ height, below }) => [height, below])).toEqual([
    [9, false],
    [1, false],
    [9, true],
  ]);
  expect(barPlaces(points("0", "0"), 80, 20)).toEqual([]);
});

it("a checklist is found by late only where a task is late and the period isn't closed", () => {
  const progress = { done: 9, byHand: 1, tasks: 28, late: 2 } as Parameters<typeof checklistText>[0];
  expect(checklistText(progress, "in_close", true)).toBe("10 of 28 tasks done (1 manually), 2 tasks late");
  expect(checklistText(progress, "closed", true)).toBe("10 of 28 tasks done (1 manually)");
  expect(checklistText({ ...progress, late: 0 }, "open", true)).toBe("10 of 28 tasks done (1 manually)");
  expect(checklistText({ ...progress, done: 0, byHand: 0, tasks: 1, late: 1 }, "open", true)).toBe("0 of 1 task done, 1 task late");
});

it("what holds a close up is named at every width, with the rest counted apart, where nothing cuts it; the tooltip has all", () => {
  const shown = (...blocks: string[]) => renderToStaticMarkup(createElement(Blocks, { blocks, recounting: false }));
  const parts = (html: string) => html.split("</span>").map(words).filter(Boolean);
  expect(parts(shown("2 tie-outs out of balance", "Bank", "Payroll"))).toEqual(["2 tie-outs out of balance", " +2"]);
  expect(parts(shown("Bank"))).toEqual(["Bank"]);
  expect(shown("Tie-outs", "Bank")).toContain('title="Tie-outs\nBank"');
});

const due = { due: "2026-11-11" as CalendarDate, status: "in_close", started: true, closeDaysLate: 0, daysLate: 0 } as const;
const progress = (late: number, done = 24) => ({ tasks: 28, done, byHand: 0, late });

it("a close that is late says so beside its day, and how late it is where there is room or in its tip", () => {
  const shown = (wide: boolean, part: object) => {
    const close = { ...due, progress: progress(0), ...part } as Parameters<typeof Due>[0]["close"];
    return renderToStaticMarkup(createElement(Due, { close, today: "2026-11-09" as CalendarDate, wide }));
  };
  const late = { daysLate: 3, progress: progress(3) };
  expect([false, true].map((wide) => words(shown(wide, late)))).toEqual(Array(2).fill("11 Nov, 3 tasks late"));
  expect(words(shown(false, { ...late, progress: progress(1) }))).toBe("11 Nov, 1 task late");
  expect(words(shown(false, { ...late, due: "2026-12-10" as CalendarDate }))).toBe("10 Dec, 3 tasks late");
  expect(shown(false, late)).toContain("The close is due 11 Nov 2026. 3 tasks are late, the most overdue by 3 business days.");
  expect(shown(false, { ...late, progress: progress(1) })).toContain("1 task is late by 3 business days.");
  expect(words(shown(false, {}))).toBe("In 2 days");
  const closeLate = { due: "2026-10-21" as CalendarDate, closeDaysLate: 13, daysLate: 18, progress: progress(16) };
  expect([false, true].map((wide) => words(shown(wide, closeLate)))).toEqual(["21 Oct, late", "21 Oct, 13 business days late"]);
  expect(words(shown(false, { ...closeLate, due: "2025-12-10" as CalendarDate }))).toBe("10 Dec 2025, late");
  // Of rows that are all late, only the words have the color, and not their days.
  const warned = [shown(false, late), shown(true, closeLate)].map((html) => /<span class="[^"]*late[^"]*">([^<]*)</.exec(html)?.[1]);
  expect(warned).toEqual(["3 tasks late", "13 business days late"]);
  for (const told of ["It&#x27;s 13 business days late.", "Its most overdue task is 18 business days late."])
    expect(shown(false, closeLate)).toContain(told);
  expect(shown(false, { ...closeLate, daysLate: 13 })).not.toContain("Its most overdue task");
});

it("a close is called not started until somebody begins it, and open once its start was taken back", () => {
  const stage = (status: string, started: boolean) => {
    const close = { status, started, progress: null } as unknown as CloseBoardRow;
    return words(renderToStaticMarkup(createElement(Stage, { close })));
  };
  expect([stage("open", false), stage("open", true), stage("in_close", true)]).toEqual(["Not started", "Open", "In close"]);
  expect([stage("reopened", false), stage("closed", false)]).toEqual(["Reopened", "Closed"]);
});

it("the chips beside a name say which ledger updates need someone, and their tip says it in full", () => {
  const counts = (problems: object, conflicts = 0) => {
    const writeProblems = { rejected: 0, partial: 0, unknown: 0, different: 0, ...problems };
    return { writesToReview: Object.values(writeProblems).reduce((sum, each) => sum + each, 0), writeProblems, conflicts };
  };
  const shown = (problems: object, conflicts = 0) => troubledMarks(counts(problems, conflicts)).map(({ tone, word }) => `${tone}: ${word}`);
  // One form for all of them.
  expect([shown({ rejected: 2 }, 1), shown({ rejected: 1 }, 2)]).toEqual([
    ["failed: 2 rejected", "conflict: 1 conflict"],
    ["failed: 1 rejected", "conflict: 2 conflicts"],
  ]);
  expect([{ partial: 1 }, { unknown: 2 }, { different: 1 }].map((problems) => shown(problems))).toEqual([
    ["warning: 1 partly posted"],
    ["warning: 2 outcomes unknown"],
    ["warning: 1 with differences"],
  ]);
  // Of several kinds there is room for their number only; the tip and an export have each.
  const several = { rejected: 1, unknown: 2 };
  expect(shown(several)).toEqual(["failed: 3 problems"]);
  expect(troubledText(counts(several, 1))).toEqual(["1 update rejected", "2 outcomes unknown", "1 conflict"]);
  const told = (problems: object, conflicts = 0) => troubledWords(counts(problems, conflicts));
  expect(told(several, 1)).toBe("Ledger update rejected: 1\nLedger update with unknown outcome: 2\nLedger update conflict: 1");
  expect(told({}, 1)).toBe("Ledger update conflict: 1");
  // The footer names the problem that all of the clients' updates have, and its filter finds their rows.
  const only = (...all: object[]) => onlyUpdateProblem(all.map((each) => counts(each)));
  expect([only(several), only({ rejected: 1 }, { rejected: 2 }, {}), only({})]).toEqual([null, "rejected", null]);
  for (const [problem, { found }] of Object.entries(UPDATE_PROBLEM_WORDS))
    for (const count of [1, 2]) expect(troubledText(counts({ [problem]: count })).join()).toContain(found);
});

it("a period that was closed over open tasks says how many in its tip, and in its count", () => {
  const close = (done: number, closedWhy: string | null = null) =>
    ({ ...due, status: "closed", progress: progress(0, done), blocks: [], closedWhy, outdated: false }) as unknown as CloseBoardRow;
  const stage = (done: number) => renderToStaticMarkup(createElement(Stage, { close: close(done) }));
  const list = (done: number) => renderToStaticMarkup(createElement(Checklist, { close: close(done) }));
  expect([24, 28].map((done) => words(stage(done)))).toEqual(["Closed", "Closed"]);
  expect([24, 28].map((done) => words(list(done)))).toEqual(["24/28", "28/28"]);
  for (const html of [stage(24), list(24)]) expect(html).toContain('title="Closed with 4 of 28 tasks open."');
  const why = renderToStaticMarkup(createElement(Stage, { close: close(24, "Agreed with the client") }));
  expect(why).toContain('title="Closed with 4 of 28 tasks open.\nReason: Agreed with the client"');
  // Nothing is due any more.
  const dueCell = createElement(Due, { close: close(24), today: "2026-11-29" as CalendarDate, wide: false });
  expect(words(renderToStaticMarkup(dueCell))).toBe("–");
});

it("tie-outs are told in words at every width, and what can't be checked isn't taken for success", () => {
  const counts = (part: object) => ({ ties: 3, variance: 0, cannotCheck: 0, recheck: false, ...part }) as Parameters<typeof tiedText>[0];
  const shown = (part: object) => [false, true].map((wide) => tiedLabel(counts(part), wide));
  expect(shown({ cannotCheck: 6 })).toEqual(["6 can't be checked", "6 can't be checked"]);
  const one = (check: string) => shown({ cannotCheck: 1, unchecked: [check] });
  expect(one("document_counts")).toEqual(["1 can't be checked", "Record counts can't be checked"]);
  expect(one("receivable_control")).toEqual(["1 can't be checked", "1 can't be checked"]);
  expect(shown({ variance: 1, cannotCheck: 6 })).toEqual(["1 out of balance", "1 out of balance"]);
  expect(shown({ ties: 9 })).toEqual(["9 tied out", "9 tied out"]);
  expect(shown({ ties: 8, accepted: 1 })).toEqual(["8 tied out, 1 accepted", "8 tied out, 1 accepted"]);
  // What the others are is said, not only that there are some.
  const waiting = { ties: 8, notRun: 1, notChecked: ["document_counts"] };
  expect([shown(waiting), shown({ ties: 8, notRun: 1 })]).toEqual([
    ["1 not checked", "Record counts not checked"],
    ["1 not checked", "1 not checked"],
  ]);
  expect(shown({ cannotCheck: 1, unchecked: ["bank_balances"], notRun: 1 })[1]).toBe("1 can't be checked, 1 not checked");
  expect(tiedDetails(counts(waiting)).split("\n")).toEqual([
    "8 tied out, 0 out of balance, 0 can't be checked, 1 not checked",
    "Not checked: Record counts",
  ]);
  expect(shown({ ties: 9, totalOnly: 2 })).toEqual(["9 tied out (2 total only)", "9 tied out (2 total only)"]);
  const within = { ties: 9, withinTolerance: 1 };
  expect(shown(within)).toEqual(["9 tied out (1 within tolerance)", "9 tied out (1 within tolerance)"]);
  // Never without what qualifies it.
  const qualified = { ...within, totalOnly: 2, accepted: 1 };
  expect(shown(qualified)).toEqual(Array(2).fill("9 tied out (2 total only, 1 within tolerance), 1 accepted"));
  expect(tiedDetails(counts(within))).toMatch(/^9 tied out \(1 within tolerance\), 0 out of balance/);
  expect(tiedText(counts({ variance: 1, cannotCheck: 6 }))).toBe("1 out of balance, 6 can't be checked");
  const why = ["No balances as of 2026-10-31."];
  expect(tiedDetails(counts({ cannotCheck: 1, unchecked: ["bank_balances"], why })).split("\n")).toEqual([
    "3 tied out, 0 out of balance, 1 can't be checked, 0 not checked",
    "Can't be checked: Bank balances",
    "Reason: No balances as of 31 Oct 2026.",
  ]);
  expect(tiedDetails(counts({ totalOnly: 2 }))).toBe("3 tied out (2 total only), 0 out of balance, 0 can't be checked, 0 not checked");
  const unchecked = [{ cannotCheck: 6 }, { variance: 1, cannotCheck: 1 }, { variance: 1 }, { cannotCheck: 6, recheck: true }];
  expect(unchecked.map((part) => isPartlyUnchecked({ tieOuts: counts(part) }))).toEqual([true, true, false, false]);
});

it("flux lines are counted, and read n/a with the reason where there are no figures to compare with", () => {
  const { cell, value } = variancesColumn();
  const row = (left: number | null) => ({ close: { variances: { left, summary: "No budget." } } }) as unknown as DashboardRow;
  const shown = (left: number | null) => renderToStaticMarkup(cell(row(left), -1));
  expect([shown(0), shown(12), shown(null)]).toEqual(["0", "12", "n/a"].map((words) => `<span title="No budget.">${words}</span>`));
  expect([value?.(row(0)), value?.(row(null))]).toEqual(["0", null]);
});

it("nothing is called tied out where there is neither a transaction nor a period", () => {
  const shown = (part: object, counts: object = {}) => {
    const tieOuts = { ties: 9, variance: 0, cannotCheck: 0, recheck: false, ...counts };
    const close = { status: null, outdated: false };
    return tiedCounts({ asOf: "2026-11-29T09:00:00Z", documents: 0, close, tieOuts, ...part } as unknown as DashboardRow)?.ties ?? null;
  };
  expect([shown({}), shown({ documents: 1 }), shown({ close: null })]).toEqual([null, 9, 9]);
  expect([shown({}, { variance: 1 }), shown({ tieOuts: null })]).toEqual([9, null]);
});

it("a stage that all clients share is a column, too", () => {
  const stage = closeColumns("2026-11-29" as CalendarDate, false).find(({ id }) => id === "stage");
  const row = (status: string | null) => ({ asOf: null, documents: 0, close: { status, started: false } }) as unknown as DashboardRow;
  expect(["open", "closed", null].map((status) => stage?.blank?.(row(status)))).toEqual([false, false, true]);
});

it("flux lines that were left open in a closed period are a dash, and nobody sorts or filters by them", () => {
  const { cell, value } = variancesColumn();
  const row = { close: { status: "closed", variances: { left: 8, summary: "8 lines open." } } } as unknown as DashboardRow;
  expect(renderToStaticMarkup(cell(row, -1)).replaceAll(/<[^>]+>/g, "")).toBe("–");
  expect(value?.(row)).toBeNull();
});

it("a ledger's lock that doesn't cover a closed period is told in words under what holds it up, however the period is called", () => {
  const row = (lockedThrough: string | null, close: object | null) => ({ lockedThrough, close }) as unknown as DashboardRow;
  const shown = (lockedThrough: string | null, close: object | null) =>
    renderToStaticMarkup(createElement(Locked, { row: row(lockedThrough, close) }));
  const closed = {
    lockedHere: true,
    status: "closed",
    period: "Oct 2026",
    periodEnd: "2026-10-31",
    blocks: [],
    outdated: false,
    progress: null,
  };
  const told = "Oct 2026 is closed in Tieout, but the ledger";
  const said = `${told}&#x27;s overall lock date is only 31 Aug 2026. Lock the period there, then sync.`;
  expect(words(shown("2026-08-31", closed))).toBe("31 Aug 2026");
  expect(shown("2026-08-31", closed)).toContain(`title="${said}"`);
  // Its modules may be locked one by one.
  expect(words(shown(null, closed))).toBe("–");
  for (const [lock, close] of [["2026-10-31", closed] as const, ["2026-10-31", { ...closed, lockedHere: false }] as const])
    expect(shown(lock, close)).not.toContain("title");
  expect(words(shown(null, null))).toBe("–");
  const behind = renderToStaticMarkup(createElement(LockBehind, { row: row("2026-08-31", closed) }));
  expect([words(behind), behind.includes(said)]).toEqual(["Lock the ledger", true]);
  // As in the rows beside it, the number is of the other open tasks.
  const left = renderToStaticMarkup(createElement(LockBehind, { row: row("2026-08-31", { ...closed, leftOpen: ["Payroll", "Bank"] }) }));
  expect([words(left), left.includes(`title="${said}\nAlso open: Payroll, Bank"`)]).toEqual(["Lock the ledger +2", true]);
  const unlocked = renderToStaticMarkup(createElement(LockBehind, { row: row(null, closed) }));
  expect(unlocked).toContain(`title="${told} has no overall lock date. Lock the period there, then sync."`);
  const column = closeColumns("2026-11-29" as CalendarDate, false).find(({ id }) => id === "blocks");
  const held = (lock: string) => [words(renderToStaticMarkup(column?.cell(row(lock, closed), -1))), column?.value?.(row(lock, closed))];
  expect([held("2026-08-31"), held("2026-10-31")]).toEqual([
    ["Lock the ledger", "Lock the ledger"],
    ["–", null],
  ]);
});

it("a close is late in the same words here and in the inbox, which name no tasks: nobody may have started it", () => {
  expect(WORST_LABELS.late).toBe("Late close tasks");
  expect(INBOX_LABELS.close.word).toBe(WORST_LABELS.late);
});

it("a row whose close is being recounted says so in its tooltip, which takes no room from what holds it up", () => {
  const shown = (...blocks: string[]) => renderToStaticMarkup(createElement(Blocks, { blocks, recounting: true }));
  expect([shown(), shown("Bank"), shown("Bank", "Payroll")].map(words)).toEqual(["Updating…", "Bank", "Bank +1"]);
  expect(shown("Bank")).toContain('title="Updating: tasks may be out of date.\nBank"');
  // Nothing else sets its row apart from others.
  const looks = [true, false].map((recounting) => renderToStaticMarkup(createElement(Blocks, { blocks: ["Bank"], recounting })));
  expect(new Set(looks.map((html) => /^<span class="([^"]*)"/.exec(html)?.[1])).size).toBe(1);
});

it("a checklist that is being recounted keeps its ring and its count, and says so", () => {
  const close = { ...due, progress: progress(0, 14), blocks: [] };
  const shown = (outdated: boolean) => renderToStaticMarkup(createElement(Checklist, { close: { ...close, outdated } as never }));
  for (const html of [shown(false), shown(true)]) {
    expect(html).toContain("<circle");
    expect(words(html)).toMatch(/14\/28$/);
  }
  expect(shown(true)).toContain('title="Updating: tasks may be out of date.\n14 of 28 tasks done"');
  expect(shown(false)).not.toContain("Updating");
});

it("a checklist whose tie-outs the sync under way runs again keeps its count, and says so", () => {
  const close = { ...due, progress: progress(0, 14), blocks: [], outdated: false, rechecking: true };
  const html = renderToStaticMarkup(createElement(Checklist, { close: close as never }));
  expect(words(html)).toMatch(/14\/28$/);
  expect(html).toContain('title="Rechecking: tie-outs keep their last results until this sync ends.\n14 of 28 tasks done"');
  const counts = { ties: 9, variance: 0, cannotCheck: 0, recheck: true };
  expect([tiedText(counts), tiedText(counts, true)]).toEqual(["Recheck needed", "Rechecking"]);
});

it("the ring of a close that nobody has started has a look of its own, recounted or not, and its tooltip says when that ends", () => {
  const shown = (started: boolean, outdated: boolean) => {
    const close = { ...due, status: started ? "in_close" : "open", started, progress: progress(2, 14), blocks: [], outdated };
    return renderToStaticMarkup(createElement(Checklist, { close: close as never }));
  };
  const ring = (html: string) => /<svg class="([^"]*)"/.exec(html)?.[1];
  const [begun, waiting] = [true, false].map((started) => [false, true].map((outdated) => ring(shown(started, outdated))));
  expect(new Set(begun).size + new Set(waiting).size).toBe(2);
  expect(begun?.[0]).not.toBe(waiting?.[0]);
  expect(shown(false, false)).toContain('title="14 of 28 tasks done, 2 tasks late\nThe ring is gray until someone starts the close."');
  expect(shown(true, false)).toContain('title="14 of 28 tasks done, 2 tasks late"');
  // A period that was closed and reopened may never have been started.
  const reopened = { ...due, status: "reopened", started: false, progress: progress(2, 14), blocks: [], outdated: false };
  expect(ring(renderToStaticMarkup(createElement(Checklist, { close: reopened as never })))).toBe(waiting?.[0]);
});

it("what was checked only partly is told in the words of the close until somebody starts; its number and its ring stay as they are", () => {
  const shown = (started: boolean, checked: object) => {
    const status = started ? "in_close" : "open";
    const close = { ...due, status, started, progress: { ...progress(0, 16), ...checked }, blocks: [], outdated: false };
    return renderToStaticMarkup(createElement(Checklist, { close: close as never }));
  };
  const arcs = (html: string) => [...html.matchAll(/stroke-dasharray="([\d.]+)/g)].map(([, arc]) => Number(arc));
  const found = { automatic: 16, partly: 5 };
  const waiting = shown(false, found);
  expect(waiting).toContain('title="16 of 28 checked automatically (5 partly)\nThe ring is gray');
  const [checked = 0, ...more] = arcs(waiting);
  expect([checked, more]).toEqual([arcs(shown(true, found))[0], []]);
  // The number is the one of its tip and of the close.
  expect(words(waiting)).toBe("16/28");
  // A person has done some of it, or an earlier version has counted.
  for (const html of [shown(true, found), shown(false, { automatic: 15, partly: 5 }), shown(false, {})]) {
    expect(html).toContain('title="16 of 28 tasks done');
    expect(words(html)).toBe("16/28");
  }
});

it("a ledger's own period says which day it runs through, and a month doesn't", () => {
  const shown = (end: string, wide: boolean, period = "2026-11") =>
    renderToStaticMarkup(createElement(Period, { period, end: end as CalendarDate, wide }));
  expect([false, true].map((wide) => words(shown("2026-11-22", wide)))).toEqual(["Ends 22 Nov", "Nov 2026 (ends 22 Nov)"]);
  expect(words(shown("2027-01-02", true, "2026-12"))).toBe("Dec 2026 (ends 2 Jan 2027)");
  // The board has a period by the ledger's own label.
  expect(words(shown("2026-11-22", false, "Nov 2026"))).toBe("Ends 22 Nov");
  // A day of another month doesn't say which period it is.
  expect(words(shown("2027-01-02", false, "2026-12"))).toBe("Dec (ends 2 Jan 2027)");
  expect(words(shown("2026-11-22", false, "P11 2026"))).toBe("P11 (ends 22 Nov)");
  expect(shown("2026-11-22", false)).toContain(
    'title="Nov 2026 in the ledger&#x27;s own calendar, through 22 Nov 2026. This row&#x27;s close columns are for',
  );
  expect([false, true].map((wide) => shown("2026-11-30", wide))).toEqual(["Nov 2026", "Nov 2026"]);
});

it("clients add up to their transactions, and to their exceptions only where there are any", () => {
  const row = (findings: number) => ({ documents: 1_200, findings }) as DashboardRow;
  expect(sumsText([row(0), row(0)])).toBe("2,400 transactions");
  expect(sumsText([row(0), row(1)])).toBe("2,400 transactions, 1 exception");
});

it("clients that nobody has read don't add up to zero, and one that was read and is empty does", () => {
  const row = (asOf: string | null, documents = 0) => ({ asOf, documents, findings: 0 }) as unknown as DashboardRow;
  expect(sumsText([row(null), row(null)])).toBe("");
  expect(sumsText([row(null), row("2026-11-21T09:00:00.000Z")])).toBe("0 transactions");
  expect(sumsText([row(null), row(null, 5)])).toBe("5 transactions");
});

it("a picture's text has its first, last, lowest and highest figure", () => {
  expect(sparkLabel(points("9", "-3", "12", "4"), ({ value }) => value).split("\n")).toEqual([
    "First: 9, Jan 2026",
    "Last: 4, Apr 2026",
    "Lowest: -3, Feb 2026",
    "Highest: 12, Mar 2026",
  ]);
});

it("rows keep their places, new ones stand behind the one that they follow, what is gone is left out", () => {
  const kept = (rows: string[]) => inKeptOrder(rows, ["a", "b", "c", "d"], (row) => row).join("");
  expect(kept(["d", "b", "a"])).toBe("abd");
  expect(kept(["b", "x", "y", "a", "c", "d"])).toBe("abxycd");
  expect(kept(["x", "a", "b", "c", "d"])).toBe("xabcd");
});

it("an overdue share is a percentage, and none where nothing is open", () => {
  const of = (open: string, overdue: string) => overdueShare({ receivable: { open, overdue } as never });
  expect([of("300.00", "100.00"), of("0.00", "0.00")]).toEqual(["33.3", null]);
});

it("a bulk act goes client by client, can be called off, and takes back what was done last first", async () => {
  const rows = ["a", "b", "c"].map((name) => ({ clientId: name, name }) as DashboardRow);
  const undone: string[] = [];
  let at = 0;
  const run = await runBulk(rows, async ({ name }) => ({ words: name, undo: async () => undone.push(name) }), {
    isCancelled: () => at > 1,
    onProgress: (index) => {
      at = index + 1;
    },
  });
  expect(run.results.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(run.undos.map(({ name }) => name)).toEqual(["b", "a"]);
  for (const { undo } of run.undos) await undo();
  expect(undone).toEqual(["b", "a"]);
});
