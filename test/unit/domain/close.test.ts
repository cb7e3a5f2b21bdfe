import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueEntries, entryRefusal } from "#main/domain/close/adjusting-schedule.ts";
import { addBusinessDays, businessDaysLate, isBusinessDay } from "#main/domain/close/business-days.ts";
import { blockingTasks, taskStandings } from "#main/domain/close/close-tasks.ts";
import { reconcile } from "#main/domain/close/reconciliation.ts";
import { readBudgetTable } from "#main/domain/flux/budget-table.ts";
import { readCloseTemplates } from "#main/hosts/node/close-templates.ts";
import { addDays, calendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, decimal, fromTenThousandths, sumDecimals } from "#shared/kernel/decimal.ts";
import { evenPart } from "#shared/kernel/even-part.ts";
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
    expect(blockingTasks(open)).toEqual(["read"]);
    const ticked = standings({ read: { passed: false, ticked: true }, tie: { passed: true, ticked: true } }, "2026-11-04");
    expect([...ticked.values()].map(({ state }) => state)).toEqual(["by_hand", "done", "open"]);
    // What was taken out of the list holds nobody up.
    expect(ticked.get("sign")?.waitsFor).toEqual([]);
  });

  it("the checklists that come with the program are whole, and one with a circle or a stranger is refused", () => {
    const [standard] = readCloseTemplates("resources");
    expect(standard?.id).toBe("standard");
    expect(new Set(standard?.tasks.map(({ phase }) => phase)).size).toBe(standard?.phases.length);
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
    expect(twice).toMatchObject({ ok: false, failure: { message: "Two columns are headed 2026-10. Remove one of them." } });
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
    ).toContain("needs either months");
    expect(
      refused([
        ["account", "Oct 2026"],
        ["Sales", ""],
      ]),
    ).toBe("The file has no amounts.");
  });
});

describe("a balance and its support", () => {
  it("agrees to the tolerance, and never by itself once it has moved", () => {
    const setting = { required: true, tolerance: decimal("0.05"), day: calendarDate("2026-10-31") };
    const items = [{ amount: decimal("15"), date: calendarDate("2026-10-01") }];
    const of = (closing: string, writtenFor: string) =>
      reconcile(decimal(closing), { support: decimal("100"), items, writtenFor: decimal(writtenFor) }, setting);
    expect(of("115.00", "115")).toMatchObject({ state: "reconciled", oldestDays: 30, moved: false });
    expect(of("115.06", "115.06").state).toBe("difference");
    expect(of("115.00", "120.00")).toMatchObject({ state: "moved", difference: "0.00" });
    expect(reconcile(decimal("1"), null, setting).state).toBe("no_support");
    expect(reconcile(decimal("1"), null, { ...setting, required: false }).state).toBe("not_required");
  });
});
