import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueEntries, entryRefusal } from "#main/domain/close/adjusting-schedule.ts";
import { addBusinessDays, businessDaysLate, isBusinessDay } from "#main/domain/close/business-days.ts";
import { openTasks, taskStandings } from "#main/domain/close/close-tasks.ts";
import { movedInputs } from "#main/domain/close/input-diff.ts";
import { reconcile } from "#main/domain/close/reconciliation.ts";
import { readBudgetTable } from "#main/domain/flux/budget-table.ts";
import { readCloseTemplates } from "#main/hosts/node/close-templates.ts";
import { addDays, type CalendarDate, calendarDate, monthEnd } from "#shared/kernel/calendar-date.ts";
import { addDecimals, decimal, fromTenThousandths, sumDecimals } from "#shared/kernel/decimal.ts";
import { evenPart } from "#shared/kernel/even-part.ts";
import type { AdjustingEntry } from "#shared/model/close/adjusting-entry.ts";
import { closeTemplate } from "#shared/model/close/close.ts";

const day = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays(calendarDate("1990-01-01"), n));
const NO_HOLIDAYS = new Set<string>();

describe("business days", () => {
  it("skip weekends and holidays, and lateness is the inverse of adding them", () => {
    expect(addBusinessDays(calendarDate("2026-10-31"), 2, NO_HOLIDAYS)).toBe("2026-11-03");
    expect(addBusinessDays(calendarDate("2026-10-31"), 2, new Set(["2026-11-02"]))).toBe("2026-11-04");
    expect(addBusinessDays(calendarDate("2026-10-31"), 0, NO_HOLIDAYS)).toBe("2026-10-30");
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 40 }), (from, n) => {
        const due = addBusinessDays(from, n, NO_HOLIDAYS);
        expect([
          isBusinessDay(due, NO_HOLIDAYS),
          businessDaysLate(from, due, NO_HOLIDAYS),
          businessDaysLate(due, from, NO_HOLIDAYS),
        ]).toEqual([true, n, 0]);
      }),
    );
  });
});

describe("tasks", () => {
  const tasks = [
    { id: "read", dueDays: 1, dependsOn: [] },
    { id: "tie", dueDays: 3, dependsOn: ["read"] },
    { id: "sign", dueDays: 5, dependsOn: ["tie", "gone"] },
  ];
  const end = calendarDate("2026-10-31");
  const standings = (facts: Record<string, { passed: boolean | null; ticked: boolean }>, today: string) =>
    taskStandings(tasks, (id) => facts[id] ?? { passed: false, ticked: false }, end, calendarDate(today), NO_HOLIDAYS);

  it("close by evidence, open again without it, wait for what is open, and a tick never passes for evidence", () => {
    const open = standings({}, "2026-11-04");
    expect([...open.values()].map(({ state, daysLate }) => [state, daysLate])).toEqual([
      ["open", 2],
      ["waiting", 0],
      ["waiting", 0],
    ]);
    const ticked = standings({ read: { passed: false, ticked: true }, tie: { passed: true, ticked: true } }, "2026-11-04");
    expect([...ticked.values()].map(({ state }) => state)).toEqual(["by_hand", "done", "open"]);
    // What was taken out of the list holds nobody up.
    expect(ticked.get("sign")?.waitsFor).toEqual([]);
    // Closed with evidence alone, and no day late whenever that was.
    const shown = standings({ read: { passed: true, ticked: false } }, "2026-12-31");
    expect([...shown.values()].map(({ state, daysLate }) => [state, daysLate > 0, state === "open"])).toEqual([
      ["done", false, false],
      ["open", true, true],
      ["waiting", true, false],
    ]);
  });

  it("hold a close up as long as they are open, on any day: a failed check first, then by due date, and what waits for others last", () => {
    const held = (facts: Parameters<typeof standings>[0], failed: readonly string[] = []) =>
      ["2026-10-31", "2026-12-31"].map((today) => openTasks(standings(facts, today), new Set(failed)));
    expect(held({})).toEqual(Array(2).fill(["read", "tie", "sign"]));
    const done = { passed: true, ticked: false };
    expect(held({ read: done, tie: { passed: false, ticked: true } })).toEqual(Array(2).fill(["sign"]));
    expect(held({ read: done, tie: done, sign: done })).toEqual([[], []]);
    // Of two that wait for nothing, the one whose check failed comes first, although it's due later; one that waits doesn't.
    expect(held({ tie: done }, ["sign"])).toEqual(Array(2).fill(["sign", "read"]));
    expect(held({}, ["sign"])).toEqual(Array(2).fill(["read", "tie", "sign"]));
  });

  it("the checklists that come with the program are whole, and one with a circle or a stranger is refused", () => {
    const [standard] = readCloseTemplates("resources");
    expect(standard?.id).toBe("standard");
    expect(new Set(standard?.tasks.map(({ phase }) => phase)).size).toBe(standard?.phases.length);
    // A tie-out proves that the books agree with the ledger, not with the bank or with customers and vendors, and its title says so.
    const tieOuts = standard?.tasks.filter(({ gate }) => gate?.kind === "tie_outs").map(({ title }) => title) ?? [];
    expect(tieOuts.filter((title) => !title.includes("the ledger"))).toEqual([]);
    const broken = { ...standard, tasks: [{ ...standard?.tasks[0], dependsOn: ["pack"] }] };
    expect(closeTemplate.safeParse(broken).success).toBe(false);
  });
});

describe("adjusting entries", () => {
  const months = Array.from({ length: 30 }, (_, at) => {
    const start = calendarDate(`${2026 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}-01`);
    return {
      start,
      end: addDays(calendarDate(`${2026 + Math.floor((at + 1) / 12)}-${String(((at + 1) % 12) + 1).padStart(2, "0")}-01`), -1),
    };
  });

  it("a total spread over periods comes back to the last digit, in parts that differ by a digit at most", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: 1, max: 60 }), (units, parts) => {
        const total = fromTenThousandths(units * 100, 2);
        const all = Array.from({ length: parts }, (_, at) => evenPart(total, parts, at, 2));
        expect(Number(sumDecimals(all))).toBe(Number(total));
        const sizes = all.map((part) => Number(part));
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(0.0100001);
      }),
    );
  });

  it("every journal balances; an accrual turns round on the next day, and a prepayment ends", () => {
    const accrual = {
      kind: "accrual" as const,
      title: "Audit",
      from: calendarDate("2026-03-05"),
      until: null,
      reverses: true,
      lines: [
        { accountId: "e", amount: decimal("10") },
        { accountId: "l", amount: decimal("-10") },
      ],
    };
    const due = months.flatMap((month) => dueEntries(accrual, month, months, 2));
    expect(due.map(({ part, date }) => [part, date])).toEqual([
      ["entry", "2026-03-31"],
      ["reversal", "2026-04-01"],
    ]);
    const prepaid = {
      kind: "prepayment" as const,
      title: "Rent",
      total: decimal("100"),
      periods: 3,
      from: calendarDate("2026-02-10"),
      debitAccountId: "e",
      creditAccountId: "p",
    };
    const parts = months.flatMap((month) => dueEntries(prepaid, month, months, 2));
    expect(parts.map(({ date, lines }) => [date, lines[0]?.amount])).toEqual([
      ["2026-02-28", "33.33"],
      ["2026-03-31", "33.34"],
      ["2026-04-30", "33.33"],
    ]);
    for (const { lines } of [...due, ...parts])
      expect(Number(lines.reduce((sum, { amount }) => addDecimals(sum, amount), decimal("0")))).toBe(0);
    expect(
      entryRefusal({
        ...accrual,
        lines: [
          { accountId: "e", amount: decimal("10") },
          { accountId: "l", amount: decimal("-9") },
        ],
      })?.field,
    ).toBe("lines");
  });
});

describe("an adjusting entry's periods", () => {
  const month = (text: string) => ({ start: calendarDate(`${text}-01`), end: monthEnd(calendarDate(`${text}-01`)) });
  const year = Array.from({ length: 12 }, (_, at) => month(`2026-${String(at + 1).padStart(2, "0")}`));
  const lines = [
    { accountId: "e", amount: decimal("10"), description: "Audit" },
    { accountId: "l", amount: decimal("-10") },
  ];
  const recurring = (from: string, until: string | null) => ({
    ...{ kind: "recurring" as const, title: "Rent", lines, from: calendarDate(from) },
    until: until === null ? null : calendarDate(until),
  });
  const datesOf = (entry: AdjustingEntry) => year.flatMap((one) => dueEntries(entry, one, year, 2)).map(({ date }) => date);

  it("run from the period of the first day through the period of the last day, and without an end they continue", () => {
    expect(datesOf(recurring("2026-10-31", null))).toEqual(["2026-10-31", "2026-11-30", "2026-12-31"]);
    expect(datesOf(recurring("2026-02-01", "2026-04-01"))).toEqual(["2026-02-28", "2026-03-31", "2026-04-30"]);
    expect(datesOf(recurring("2026-02-01", "2026-03-31"))).toEqual(["2026-02-28", "2026-03-31"]);
  });

  it("of an accrual may be several, and it reverses only where that was asked for", () => {
    const accrual = { ...recurring("2026-03-05", "2026-04-01"), kind: "accrual" as const, reverses: true };
    expect(datesOf(accrual)).toEqual(["2026-03-31", "2026-04-01", "2026-04-30", "2026-05-01"]);
    expect(datesOf({ ...accrual, reverses: false })).toEqual(["2026-03-31", "2026-04-30"]);
    expect(datesOf({ ...accrual, until: null, reverses: false })).toEqual(["2026-03-31"]);
    const [entry, reversal] = dueEntries(accrual, month("2026-03"), year, 2);
    expect(entry?.lines).toEqual([lines[0], { ...lines[1], description: undefined }]);
    expect(reversal?.lines.map(({ amount, description }) => [Number(amount), description])).toEqual([
      [-10, "Audit"],
      [10, undefined],
    ]);
  });

  const depreciation = (from: string, total: string, periods: number) => ({
    ...{ kind: "depreciation" as const, title: "Van", total: decimal(total), periods, from: calendarDate(from) },
    ...{ debitAccountId: "e", creditAccountId: "a" },
  });
  const parts = (entry: AdjustingEntry, periods: readonly { start: CalendarDate; end: CalendarDate }[]) =>
    periods.flatMap((one) => dueEntries(entry, one, periods, 2)).map(({ date, lines: [debit] }) => [date, debit?.amount]);

  it("of a total start with the one that holds the first day, its first and last days included", () => {
    for (const day of ["01", "15", "28"])
      expect(parts(depreciation(`2026-02-${day}`, "90", 3), year)).toEqual([
        ["2026-02-28", "30.00"],
        ["2026-03-31", "30.00"],
        ["2026-04-30", "30.00"],
      ]);
    expect(dueEntries(depreciation("2026-02-28", "90", 3), month("2026-02"), year, 2)).toEqual([
      {
        ...{ part: "entry", date: "2026-02-28" },
        lines: [
          { accountId: "e", amount: "30.00" },
          { accountId: "a", amount: "-30.00" },
        ],
      },
    ]);
  });

  it("count the ledger's own periods, and calendar months only from a day before them", () => {
    // Thirteen periods of four weeks: the fourth and the fifth of them end in the same calendar month.
    const weeks = Array.from({ length: 13 }, (_, at) => ({
      start: addDays(calendarDate("2026-01-05"), 28 * at),
      end: addDays(calendarDate("2026-01-05"), 28 * at + 27),
    }));
    expect(parts(depreciation("2026-01-10", "130", 13), weeks)).toEqual(weeks.map(({ end }) => [end, "10.00"]));
    expect(parts(depreciation("2025-11-20", "40", 4), year)).toEqual([
      ["2026-01-31", "10.00"],
      ["2026-02-28", "10.00"],
    ]);
    expect(parts(depreciation("2024-11-20", "30", 30), year.slice(0, 5)).length).toBe(5);
  });

  it("have no journal where the part rounds to nothing", () => {
    expect(parts(depreciation("2026-01-01", "0.01", 2), year).map(([, amount]) => amount)).toEqual(["0.01"]);
  });

  it("are refused with the field that is wrong", () => {
    const whole = recurring("2026-03-05", "2026-03-05");
    const zero = [
      { accountId: "e", amount: decimal("0") },
      { accountId: "l", amount: decimal("0.00") },
    ];
    const spread = depreciation("2026-01-01", "12", 12);
    expect([
      entryRefusal(whole),
      entryRefusal({ ...whole, until: null }),
      entryRefusal({ ...whole, lines: [...lines, { accountId: "x", amount: decimal("0.5") }] }),
      entryRefusal({ ...whole, until: calendarDate("2026-03-04") }),
      entryRefusal({ ...whole, lines: zero }),
      entryRefusal({ ...whole, lines: [...lines, ...zero] }),
      entryRefusal(spread),
      entryRefusal({ ...spread, total: decimal("-12") }),
      entryRefusal({ ...spread, total: decimal("0.00") }),
      entryRefusal({ ...spread, creditAccountId: "e" }),
    ]).toEqual([
      null,
      null,
      { message: "Debits exceed credits by 0.5.", field: "lines" },
      { message: "The end date is before the start date.", field: "until" },
      { message: "Enter an amount on at least one line.", field: "lines" },
      null,
      null,
      { message: "Enter a total greater than zero.", field: "total" },
      { message: "Enter a total greater than zero.", field: "total" },
      { message: "Choose two different accounts to debit and credit.", field: "creditAccountId" },
    ]);
  });
});

describe("what moved in a figure", () => {
  const span = (...inputs: [string, string][]) => inputs.map(([id, amount]) => [id, decimal(amount)] as const);

  it("is named with the largest difference first, whichever way it went, and equal ones by their id", () => {
    const before = [span(["a", "10"], ["b", "5"], ["c", "1"], ["d", "1"], ["same", "2.00"])];
    const after = [span(["a", "7"], ["d", "2"], ["c", "2"], ["e", "-4"], ["same", "2"])];
    expect(movedInputs(before, after).map(({ recordId, difference }) => [recordId, Number(difference)])).toEqual([
      ["b", -5],
      ["e", -4],
      ["a", -3],
      ["c", 1],
      ["d", 1],
    ]);
    expect(movedInputs(before, before)).toEqual([]);
  });

  it("is told of the first span where it differs, of those either side has", () => {
    const before = [span(["a", "1"]), span(["a", "1"], ["b", "1"])];
    const after = [span(["a", "1"]), span(["a", "3"]), span(["a", "9"], ["c", "2"])];
    expect(movedInputs(before, after)).toEqual([
      { recordId: "a", before: "1", after: "3", difference: "2" },
      { recordId: "c", before: "0", after: "2", difference: "2" },
      { recordId: "b", before: "1", after: "0", difference: "-1" },
    ]);
  });
});

describe("a budget's table", () => {
  it("a budget names the row of the file that is wrong, takes a dash for nothing, and no month twice", () => {
    const spaced = [
      ["Account", "Oct 2026"],
      ["", ""],
      ["Sales", " - "],
      ["Rent", "x"],
    ];
    expect(readBudgetTable(spaced)).toMatchObject({ ok: false, failure: { message: `Row 4, Oct 2026: “x” isn't an amount.` } });
    expect(
      readBudgetTable([
        ["Account", "Oct 2026"],
        ["Sales", "–"],
        ["Rent", "\u22125.00"],
      ]),
    ).toEqual({
      ok: true,
      value: [{ account: "Rent", month: "2026-10", amount: "-5.00" }],
    });
    const twice = readBudgetTable([
      ["Account", "Oct 2026", "2026-10"],
      ["Sales", "1", "2"],
    ]);
    expect(twice).toMatchObject({ ok: false, failure: { message: "Two columns are for October 2026. Remove one of them." } });
  });

  it("is read wide or long, in the ways that people write months and amounts, and refused by row and column", () => {
    const wide = readBudgetTable([
      ["Code", "Oct 2026", "2026-11"],
      ["200", "1,234.50", "(5)"],
      ["", "9", "9"],
      ["400", "", "1e3"],
    ]);
    expect(wide.ok && wide.value).toEqual([
      { account: "200", month: "2026-10", amount: "1234.50" },
      { account: "200", month: "2026-11", amount: "-5" },
      { account: "400", month: "2026-11", amount: "1000" },
    ]);
    const long = readBudgetTable([
      ["account", "month", "amount"],
      ["Sales", "10/2026", "$ 12"],
    ]);
    expect(long.ok && long.value).toEqual([{ account: "Sales", month: "2026-10", amount: "12" }]);
    const refused = (cells: string[][]) => {
      const read = readBudgetTable(cells);
      return read.ok ? "read" : read.failure.message;
    };
    expect(
      refused([
        ["account", "Oct 2026"],
        ["Sales", "1.234,50"],
      ]),
    ).toBe(`Row 2, Oct 2026: “1.234,50” isn't an amount.`);
    expect(
      refused([
        ["thing", "Oct 2026"],
        ["Sales", "1"],
      ]),
    ).toContain("no account column");
    expect(
      refused([
        ["account", "total"],
        ["Sales", "1"],
      ]),
    ).toContain("needs a column for each month");
    expect(
      refused([
        ["account", "Oct 2026"],
        ["Sales", ""],
      ]),
    ).toBe("No row in the file has both an account and an amount.");
  });
});

describe("a balance and its support", () => {
  it("agrees to the tolerance, and never automatically once it has moved", () => {
    const setting = { required: true, tolerance: decimal("0.05"), day: calendarDate("2026-10-31") };
    const items = [{ amount: decimal("15"), date: calendarDate("2026-10-01") }];
    const of = (closing: string, writtenFor: string) =>
      reconcile(decimal(closing), { support: decimal("100"), items, writtenFor: decimal(writtenFor) }, setting);
    expect(of("115.00", "115")).toMatchObject({ state: "reconciled", oldestDays: 30, moved: false });
    expect(of("115.05", "115.05").state).toBe("reconciled");
    expect(of("115.06", "115.06").state).toBe("difference");
    expect(of("115.00", "120.00")).toMatchObject({ state: "moved", difference: "0.00" });
    expect(reconcile(decimal("1"), null, setting).state).toBe("no_support");
    expect(reconcile(decimal("1"), null, { ...setting, required: false }).state).toBe("not_required");
  });
});
