import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reconcile, reconciliationState } from "#main/domain/close/reconciliation.ts";
import { defaultPolicy, isDueIn } from "#main/domain/close/reconciliation-policy.ts";
import { changedInputs, type SignActs, signedInputOf, signedState, signOffBlockOf } from "#main/domain/close/reconciliation-sign-off.ts";
import { ageOn, clearedItems, type ItemLife, type ItemPosting, itemIn, settles } from "#main/domain/close/reconciling-items.ts";
import { findOperation } from "#main/operations/collection.ts";
import { reconciliationText } from "#main/store/close/gates/finish.ts";
import { standingsOf } from "#main/store/close/reconciliation-standing.ts";
import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import { addDays, calendarDate, monthEnd } from "#shared/kernel/calendar-date.ts";
import {
  absoluteDecimal,
  addDecimals,
  compareDecimals,
  type DecimalString,
  decimal,
  negateDecimal,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { isOverdueItem } from "#shared/model/close/overdue-item.ts";

const START = calendarDate("2026-07-01");
const cents = (most: number) => fc.integer({ min: -most, max: most }).map((units): DecimalString => toDecimal(units));
const day = (most: number) => fc.integer({ min: 0, max: most }).map((days) => addDays(START, days));

function toDecimal(units: number): DecimalString {
  const text = String(Math.abs(units)).padStart(3, "0");
  return decimal(`${units < 0 ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}`);
}

const items = fc.array(
  fc.record({ amount: cents(3), date: day(60), raised: fc.constantFrom(30, 61, 91), clearedOn: fc.option(day(120), { freq: 6 }) }),
  { maxLength: 12 },
);
const postings = fc
  .array(fc.record({ amount: cents(3), date: day(120) }), { maxLength: 25 })
  .map((list) => list.map((one, at): ItemPosting => ({ ...one, recordId: `r${at}` })));

const lives = (list: { amount: DecimalString; date: ItemLife["date"]; raised: number; clearedOn: ItemLife["clearedOn"] }[]) =>
  list.map(
    ({ raised, clearedOn, ...one }, at): ItemLife => ({
      ...{ ...one, itemId: `i${at}`, raisedThrough: addDays(START, raised), clearedOn, clearedWith: null },
      ...{ known: at % 3 === 0 ? ["r0"] : [], notBy: at % 4 === 0 ? ["r1"] : [] },
    }),
  );

describe("a reconciliation's arithmetic", () => {
  it("books = support + items + difference, exactly, and it agrees only within the tolerance", () => {
    const parts = fc.array(fc.record({ amount: cents(1_000_000), date: day(60) }), { maxLength: 20 });
    fc.assert(
      fc.property(cents(1e9), cents(1e9), parts, fc.integer({ min: 0, max: 500 }), (closing, support, own, most) => {
        const tolerance = toDecimal(most);
        const setting = { required: true, tolerance, day: addDays(START, 91) };
        const { difference, state } = reconcile(closing, { support, items: own, writtenFor: closing }, setting);
        const sum = sumDecimals([support, ...own.map(({ amount }) => amount), difference ?? decimal("0")]);
        expect(compareDecimals(sum, closing)).toBe(0);
        const agrees = compareDecimals(absoluteDecimal(difference ?? decimal("0")), tolerance) <= 0;
        expect(state).toBe(agrees ? "reconciled" : "difference");
      }),
    );
  });

  it("clearing an item with its posting leaves the difference as it was", () => {
    fc.assert(
      fc.property(cents(1e6), cents(1e6), cents(1e4), (books, support, amount) => {
        const setting = { required: true, tolerance: decimal("0"), day: addDays(START, 91) };
        const open = reconcile(books, { support, items: [{ amount, date: START }], writtenFor: books }, setting);
        const after = addDecimals(books, negateDecimal(amount));
        const cleared = reconcile(after, { support, items: [], writtenFor: after }, setting);
        expect(compareDecimals(open.difference ?? decimal("0"), cleared.difference ?? decimal("1"))).toBe(0);
      }),
    );
  });
});

describe("reconciling items", () => {
  it("clear with a posting of the opposite amount on their day or later, and no posting clears two", () => {
    fc.assert(
      fc.property(items, postings, (list, posted) => {
        const own = lives(list);
        const cleared = clearedItems(own, posted);
        const used = [...cleared.values()].flatMap(({ recordId }) => recordId ?? []);
        expect(new Set(used).size).toBe(used.length);
        for (const item of own) {
          const how = cleared.get(item.itemId);
          if (item.clearedOn !== null) expect(how).toEqual({ on: item.clearedOn, recordId: null, byHand: true });
          if (how === undefined || how.byHand) continue;
          const posting = posted.find(({ recordId }) => recordId === how.recordId);
          expect(compareDecimals(posting?.amount ?? decimal("1"), negateDecimal(item.amount))).toBe(0);
          expect(how.on >= item.date && how.on === posting?.date).toBe(true);
          expect([...item.known, ...item.notBy]).not.toContain(how.recordId);
        }
      }),
    );
  });

  it("are open or cleared in each month from the one they were raised in, and never twice", () => {
    const months = [0, 1, 2, 3, 4].map((at) => {
      const end = monthEnd(START, at);
      return { start: calendarDate(`${end.slice(0, 8)}01`), end };
    });
    fc.assert(
      fc.property(items, postings, (list, posted) => {
        const own = lives(list);
        const cleared = clearedItems(own, posted);
        for (const item of own) {
          const states = months.map((month) => itemIn(item, cleared.get(item.itemId), month));
          const order = ["later", "open", "cleared", "before"];
          const ranks = states.map((state) => order.indexOf(state));
          expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
          expect(states.filter((state) => state === "cleared").length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  const item = (itemId: string, more: Partial<ItemLife> = {}): ItemLife => ({
    ...{ itemId, amount: decimal("5"), date: START, raisedThrough: addDays(START, 30) },
    ...{ known: [], clearedOn: null, clearedWith: null, notBy: [], ...more },
  });
  const posting = (recordId: string, days: number): ItemPosting => ({ recordId, date: addDays(START, days), amount: decimal("-5.00") });

  it("clear oldest first with the earliest posting, and a posting that one was cleared with by hand clears no other", () => {
    const late = [posting("r3", 9), posting("r2", 8), posting("r1", 8)];
    const own = [
      item("new", { raisedThrough: addDays(START, 61) }),
      item("old", { date: addDays(START, 1) }),
      item("hand", { clearedOn: addDays(START, 20), clearedWith: "r1" }),
    ];
    expect([...clearedItems(own, late)]).toEqual([
      ["hand", { on: addDays(START, 20), recordId: "r1", byHand: true }],
      ["old", { on: addDays(START, 8), recordId: "r2", byHand: false }],
      ["new", { on: addDays(START, 9), recordId: "r3", byHand: false }],
    ]);
    // Of two as old, the one with the smaller id; with one posting the other stays open.
    expect([...clearedItems([item("b"), item("a")], [posting("r", 0)]).keys()]).toEqual(["a"]);
  });

  it("aren't settled by an earlier day, another amount, what was known or what somebody refused", () => {
    const one = item("i", { date: addDays(START, 5) });
    expect(settles(one, posting("r", 5))).toBe(true);
    expect(settles(one, posting("r", 4))).toBe(false);
    expect(settles({ ...one, amount: decimal("5.01") }, posting("r", 5))).toBe(false);
    expect(settles({ ...one, known: ["x", "r"] }, posting("r", 5))).toBe(false);
    expect(settles({ ...one, notBy: ["r"] }, posting("r", 5))).toBe(false);
  });

  it("belong to the periods from the one they were raised in, counting its last day", () => {
    const august = { start: addDays(START, 31), end: addDays(START, 61) };
    const raised = { date: START, raisedThrough: august.end };
    const on = (days: number) => ({ on: addDays(START, days), recordId: null, byHand: false });
    expect(itemIn({ ...raised, raisedThrough: addDays(august.end, 1) }, undefined, august)).toBe("later");
    expect(itemIn({ ...raised, date: addDays(august.end, 1) }, undefined, august)).toBe("later");
    expect(itemIn({ ...raised, date: august.end }, undefined, august)).toBe("open");
    expect([on(30), on(31), on(61), on(62)].map((cleared) => itemIn(raised, cleared, august))).toEqual([
      "before",
      "cleared",
      "cleared",
      "open",
    ]);
    expect([ageOn(addDays(START, 3), raised), ageOn(addDays(START, -3), raised)]).toEqual([3, 0]);
  });

  it("are overdue from the day after they should have cleared, in a period that still runs, too", () => {
    const isOverdue = (expected: string | null, today: string) => isOverdueItem(expected, "2026-11-30", today);
    expect(["2026-11-20", "2026-11-21", "2026-11-28", null].map((expected) => isOverdue(expected, "2026-11-21"))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    // Once the period has ended, its last day decides.
    expect(["2026-11-30", "2026-12-01"].map((expected) => isOverdue(expected, "2026-12-09"))).toEqual([true, false]);
  });

  it("of an earlier month don't depend on what was raised later", () => {
    fc.assert(
      fc.property(items, postings, (list, posted) => {
        const all = lives(list.map((one) => ({ ...one, clearedOn: null })));
        const through = addDays(START, 30);
        const early = all.filter(({ raisedThrough }) => raisedThrough <= through);
        const alone = clearedItems(early, posted);
        const together = clearedItems(all, posted);
        for (const { itemId } of early) expect(together.get(itemId)).toEqual(alone.get(itemId));
      }),
    );
  });
});

const sign = fc.option(
  fc.record({
    decisionNo: fc.integer({ min: 1, max: 9 }),
    person: fc.constantFrom("Ana@a", "ana@b", "Ben@a"),
    stale: fc.boolean(),
    waiting: fc.boolean(),
  }),
);
const acts = fc.record({ preparer: sign, reviewer: sign, returned: sign });

describe("sign-offs of a reconciliation", () => {
  it("a stale one and one that waits for the server never count, and nobody counts as both", () => {
    fc.assert(
      fc.property(acts, (given) => {
        const state = signedState(given as SignActs);
        if (given.preparer === null || given.preparer.stale || given.preparer.waiting)
          expect(["open", "stale", "returned"]).toContain(state);
        if (state === "reviewed") {
          for (const one of [given.preparer, given.reviewer]) expect(one).toMatchObject({ stale: false, waiting: false });
          expect(given.reviewer?.person.startsWith("Ben")).not.toBe(given.preparer?.person.startsWith("Ben"));
        }
        const row = { accountId: "a", label: "A", required: true, state: "reconciled", signed: state, signOffs: [] } as unknown;
        const counted = standingsOf([row, { ...(row as object), state: "difference" }] as ReconciliationRow[]);
        expect(counted.prepared).toBe(state === "prepared" || state === "reviewed" ? 1 : 0);
        if (given.preparer?.stale === true) expect(counted.prepared + counted.reviewed).toBe(0);
      }),
    );
  });

  it("go from open to prepared to reviewed, and back when something changed or was returned", () => {
    const none: SignActs = { preparer: null, reviewer: null, returned: null };
    const preparer = { decisionNo: 3, person: "Ana@a", stale: false, waiting: false };
    const reviewer = { ...preparer, decisionNo: 4, person: "Ben@a" };
    expect([
      signedState(none),
      signedState({ ...none, preparer }),
      signedState({ ...none, preparer, reviewer }),
      signedState({ ...none, preparer: { ...preparer, stale: true } }),
      signedState({ ...none, preparer, returned: reviewer }),
      signedState({ ...none, preparer: { ...preparer, waiting: true } }),
    ]).toEqual(["open", "prepared", "reviewed", "stale", "returned", "open"]);
    // Only the preparer's own signature answers a return.
    expect(signOffBlockOf("reviewer", by("Cy@a"), "reconciled", { ...none, preparer, returned: reviewer })).toBe("needs_preparer");
  });

  it("whom the policy names signs alone, however the name is written", () => {
    const none: SignActs = { preparer: null, reviewer: null, returned: null };
    const named = { preparer: "Ana", reviewer: "Ben" };
    expect(signOffBlockOf("preparer", { person: "Ben@a", named }, "reconciled", none)).toBe("named_person");
    expect(signOffBlockOf("preparer", { person: "Ana@a", named }, "reconciled", none)).toBeNull();
    // What is missing is said first.
    expect(signOffBlockOf("preparer", { person: "Ben@a", named }, "no_support", none)).toBe("no_support");
  });

  it("nobody signs what doesn't agree, and a preparer may sign again after a return", () => {
    const none: SignActs = { preparer: null, reviewer: null, returned: null };
    expect(signOffBlockOf("preparer", by("Ana@a"), "difference", none)).toBe("difference");
    expect(signOffBlockOf("preparer", by("Ana@a"), "needs_file", none)).toBe("needs_file");
    expect(signOffBlockOf("reviewer", by("Ana@a"), "reconciled", none)).toBe("needs_preparer");
    const preparer = { decisionNo: 3, person: "Ana@a", stale: false, waiting: false };
    expect(signOffBlockOf("reviewer", by("ana@b"), "reconciled", { ...none, preparer })).toBe("same_person");
    expect(signOffBlockOf("preparer", by("Ana@a"), "reconciled", { ...none, preparer })).toBe("already");
    const returned = { decisionNo: 4, person: "Ben@a" };
    expect(signOffBlockOf("preparer", by("Ana@a"), "reconciled", { ...none, preparer, returned })).toBeNull();
  });

  it("are bound to balance, support, items and files, whatever order those come in", () => {
    const file = (name: string) => ({ sha256: name, fileName: name, bytes: 1 });
    const item = (itemId: string, amount: string) => ({ itemId, text: itemId, amount: decimal(amount), date: START, documentId: null });
    const row = {
      ...{ accountId: "a", policy: { type: "support" }, closing: decimal("10.00"), support: { source: "support", amount: decimal("7") } },
      ...{ items: [item("x", "1"), item("y", "2")], attachments: [file("f"), file("g")] },
    } as unknown as ReconciliationRow;
    const input = signedInputOf(row, "p", []);
    const turned = { ...row, closing: decimal("10"), items: row.items.toReversed(), attachments: row.attachments.toReversed() };
    expect(JSON.stringify(signedInputOf(turned, "p", []))).toBe(JSON.stringify(input));
    const moved = changedInputs(input, signedInputOf({ ...row, items: row.items.slice(0, 1) }, "p", []));
    expect(moved).toEqual([{ what: "items", before: "3", after: "1" }]);
    const what = (change: Partial<ReconciliationRow>) =>
      changedInputs(input, signedInputOf({ ...row, ...change }, "p", [])).map((one) => one.what);
    expect([what({ closing: decimal("11") }), what({ support: null }), what({ items: [] }), what({ attachments: [] })]).toEqual([
      ["books"],
      ["support"],
      ["items"],
      ["files"],
    ]);
  });
});

describe("policies", () => {
  const account = (name: string, side = "liability", more: object = {}) =>
    defaultPolicy({ id: "1", name, type: "", class: side, ...more } as never);

  it("come from role, type and name until somebody sets one", () => {
    expect(account("Operating", "asset", { role: "bank" })).toMatchObject({ required: true, type: "bank", frequency: "monthly" });
    expect(account("Visa", "liability", { type: "Credit Card" })).toMatchObject({ type: "bank", evidence: true });
    expect(account("Trade debtors", "asset", { role: "receivable" })).toMatchObject({ type: "subledger", automatic: true });
    for (const name of ["Suspense", "Stripe clearing", "Undeposited funds"])
      expect(account(name, "asset"), name).toMatchObject({ required: true, type: "zero_balance", frequency: "monthly" });
    for (const name of ["Payroll liabilities", "PAYE payable", "Sales tax payable", "VAT"])
      expect(account(name), name).toMatchObject({ type: "support", frequency: "monthly", evidence: true, risk: "high" });
    for (const name of ["Bank loan", "Mortgage"])
      expect(account(name), name).toMatchObject({ type: "support", frequency: "monthly", evidence: true, risk: "medium" });
    expect(account("Stock on hand", "asset")).toMatchObject({ required: true, frequency: "quarterly", evidence: false });
    expect(account("Owner's equity", "equity")).toMatchObject({ required: false, frequency: "yearly" });
    expect(account("Operating", "asset", { role: "bank" }).risk).toBe("high");
    expect(account("Trade creditors", "liability", { role: "payable" })).toMatchObject({ type: "subledger", risk: "medium" });
    expect(account("Suspense", "asset").risk).toBe("medium");
    // A ledger's role and type say it without the name.
    expect(account("Due to the state", "asset", { role: "tax" })).toMatchObject({ risk: "high", evidence: true });
    expect(account("Due to staff", "liability", { type: "WagesPayableLiability" })).toMatchObject({ risk: "high", evidence: true });
    // What a name says is owed only counts where the account is a liability.
    for (const [name, type] of [["Payroll advances"], ["VAT refundable"], ["Staff", "PAYGLiability"]] as const)
      expect(account(name, "asset", { type: type ?? "" }), name).toMatchObject({ frequency: "quarterly", risk: "low" });
    expect(account("Customer deposits")).toMatchObject({ frequency: "quarterly", risk: "low", evidence: false });
  });

  it("are due in four months of a year by quarter and in one by year, whenever the year ends", () => {
    for (let month = 1; month <= 12; month++) {
      const yearEnd = { month, day: 31 };
      const ends = Array.from({ length: 12 }, (_, at) => monthEnd(calendarDate("2026-01-15"), at));
      const due = (frequency: "quarterly" | "yearly") => ends.filter((end) => isDueIn(frequency, end, { yearEnd, periodStarts: [] }));
      expect(due("quarterly").map((end) => (Number(end.slice(5, 7)) - month + 12) % 3)).toEqual([0, 0, 0, 0]);
      expect(ends.every((end) => isDueIn("monthly", end, { yearEnd, periodStarts: [] }))).toBe(true);
      expect(due("yearly").map((end) => Number(end.slice(5, 7)))).toEqual([month]);
    }
  });
});

describe("states on the command line", () => {
  it("tell fees to enter from lines to match", () => {
    const cell = (name: string, row: object, column = "state") =>
      findOperation(name)
        ?.command?.table?.columns.find(({ title }) => title === column)
        ?.of(row as Readonly<Record<string, unknown>>);
    const told = (name: string, toMatch: number, state = "to_match") => {
      const row = { accountId: "1", label: "Bank", required: true, state, toMatch, difference: null, signed: "open", signOffs: [] };
      return cell(name, name === "reconciliations.standing" ? (standingsOf([row as never]).accounts[0] ?? {}) : row);
    };
    for (const name of ["reconciliations.list", "reconciliations.standing"]) {
      expect([told(name, 0), told(name, 2)], name).toEqual(["fees to enter", "lines to match"]);
      expect(told(name, 0, "needs_file"), name).toBe("file required");
    }
    const byTotal = { state: "reconciled", bank: null, toMatch: null, difference: null, totalOnly: true } as const;
    expect([reconciliationState(byTotal), reconciliationState({ ...byTotal, totalOnly: false })]).toEqual([
      "Reconciled, total only",
      "Reconciled",
    ]);
    const signed = { accountId: "1", label: "Payables", required: true, state: "reconciled", signed: "reviewed" };
    const auto = { ...signed, toMatch: null, difference: null, bank: null, signOffs: [{ decisionNo: null }] };
    expect(cell("reconciliations.list", auto, "sign-off")).toBe("automatic");
    const [standing] = standingsOf([auto as never]).accounts;
    expect(["prepared", "reviewed"].map((title) => cell("reconciliations.standing", standing ?? {}, title))).toEqual([
      "automatic",
      "automatic",
    ]);
    expect([told("bank.accounts", 0), told("bank.accounts", 2)]).toEqual(["fees to enter", "to match"]);
    const row = { accountId: "1", label: "Bank", required: true, state: "to_match", toMatch: 0, signed: "open", signOffs: [] };
    expect(standingsOf([row as unknown as ReconciliationRow]).accounts).toMatchObject([{ state: "to_match", toMatch: 0 }]);
  });
});

it("a state has one name in lists, standings, checklists and packs: a bank account without a statement isn't without support", () => {
  const facts = { accountId: "1", label: "Cash", required: true, signed: "open", signOffs: [], currency: "USD" } as const;
  const told = (row: object) => {
    const whole = { ...facts, toMatch: null, difference: null, bank: null, policy: { type: "support" }, ...row } as never;
    const [standing] = standingsOf([whole]).accounts;
    return [reconciliationState(whole), standing?.stateName, reconciliationText(whole)];
  };
  const none = ["No statement", "no_statement", "Cash: no statement"];
  expect(told({ state: "no_support", bank: "no_statement", policy: { type: "bank" } })).toEqual(none);
  expect(told({ state: "no_support", policy: { type: "bank" } })).toEqual(none);
  expect(told({ state: "no_support" })).toEqual(["No support", "no_support", "Cash: no support"]);
  const early = ["Statement ends early", "statement_ends_early", "Cash: statement ends early"];
  expect(told({ state: "no_support", bank: "statement_ends_early" })).toEqual(early);
  const unknown = ["No closing balance", "no_closing_balance", "Cash: no closing balance"];
  expect(told({ state: "difference", bank: "difference" })).toEqual(unknown);
  expect(told({ state: "to_match", bank: "to_match", toMatch: 0 })).toEqual(["Fees to enter", "fees_to_enter", "Cash: fees to enter"]);
  expect(told({ state: "reconciled", totalOnly: true }).slice(0, 2)).toEqual(["Reconciled, total only", "total_only"]);
});

/** Somebody, under a policy that names no one. */
function by(person: string) {
  return { person, named: { preparer: null, reviewer: null } };
}
