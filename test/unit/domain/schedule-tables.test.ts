import { describe, expect, test } from "vitest";
import { type DifferenceQuestion, explainDifference } from "#main/domain/schedules/explain-difference.ts";
import { readItemTable } from "#main/domain/schedules/item-table.ts";
import { scheduleRefusal } from "#main/domain/schedules/schedule-refusal.ts";
import { balanceAccounts, monthsLeft, movementsOf, scheduleTable } from "#main/domain/schedules/schedule-table.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { type ScheduleItem, scheduleItem } from "#shared/model/close/schedule-item.ts";

const item = (given: object): ScheduleItem =>
  scheduleItem.parse({ title: "Item", accountId: "asset", otherAccountId: "expense", from: "2026-01-10", months: 3, ...given });
const CAR = { kind: "fixed_asset", amount: "900", contraAccountId: "contra" };

/** Each month's figures, its entries and what happens outside of them, as short texts. */
const written = (given: object) =>
  scheduleTable(item(given), 2).map(({ month, date, opening, added, reduced, closing, interest, disposed, entries, outside }) => ({
    figures: [month, date, ...[opening, added, reduced, closing].map(Number), interest === null ? null : Number(interest), disposed],
    entries: entries.map((entry) => [
      `${entry.part} ${entry.date}`,
      ...entry.lines.map(({ accountId, amount }) => `${accountId} ${Number(amount)}`),
    ]),
    outside: outside.map(({ what, date: on, accountId, amount }) => `${what} ${on} ${accountId} ${Number(amount)}`),
  }));

describe("a schedule's months", () => {
  test("of a prepaid expense are charged to the expense, by month or by day", () => {
    expect(written({ kind: "prepaid", amount: "90" })).toEqual([
      {
        figures: ["2026-01", "2026-01-31", 0, 90, 30, 60, null, false],
        entries: [["entry 2026-01-31", "expense 30", "asset -30"]],
        outside: ["addition 2026-01-10 asset 90"],
      },
      {
        figures: ["2026-02", "2026-02-28", 60, 0, 30, 30, null, false],
        entries: [["entry 2026-02-28", "expense 30", "asset -30"]],
        outside: [],
      },
      {
        figures: ["2026-03", "2026-03-31", 30, 0, 30, 0, null, false],
        entries: [["entry 2026-03-31", "expense 30", "asset -30"]],
        outside: [],
      },
    ]);
    // From January 10 for three months, to April 9: 22, 28, 31 and 9 days.
    expect(written({ kind: "prepaid", amount: "90", by: "day" }).map(({ figures }) => [figures[0], figures[4]])).toEqual([
      ["2026-01", 22],
      ["2026-02", 28],
      ["2026-03", 31],
      ["2026-04", 9],
    ]);
  });

  test("of deferred revenue go the other way", () => {
    const [first] = written({ kind: "deferred_revenue", amount: "90" });
    expect([first?.entries, first?.outside]).toEqual([
      [["entry 2026-01-31", "asset 30", "expense -30"]],
      ["addition 2026-01-10 asset -90"],
    ]);
  });

  test("of a fixed asset come to its cost less salvage, and need no entry where there is nothing to depreciate", () => {
    const months = written({ ...CAR, salvage: "300" });
    expect(months.map(({ figures }) => figures)).toEqual([
      ["2026-01", "2026-01-31", 0, 900, 200, 700, null, false],
      ["2026-02", "2026-02-28", 700, 0, 200, 500, null, false],
      ["2026-03", "2026-03-31", 500, 0, 200, 300, null, false],
    ]);
    expect(months[0]).toMatchObject({
      entries: [["entry 2026-01-31", "expense 200", "contra -200"]],
      outside: ["addition 2026-01-10 asset 900"],
    });
    expect(months[1]?.outside).toEqual([]);
    expect(written({ ...CAR, salvage: "900" }).map(({ entries }) => entries)).toEqual([[], [], []]);
    const declining = written({ ...CAR, method: "declining_balance", months: 4, factor: "2" });
    expect(declining.map(({ figures }) => figures[4])).toEqual([450, 225, 112.5, 112.5]);
  });

  test("of a fixed asset end with its disposal, which writes off what is left", () => {
    const disposal = (date: string) => written({ ...CAR, disposal: { date, accountId: "gain" } });
    expect(disposal("2026-03-05").slice(1)).toEqual([
      {
        figures: ["2026-02", "2026-02-28", 600, 0, 300, 300, null, false],
        entries: [["entry 2026-02-28", "expense 300", "contra -300"]],
        outside: [],
      },
      {
        figures: ["2026-03", "2026-03-05", 300, 0, 300, 0, null, true],
        entries: [["entry 2026-03-05", "contra 600", "gain 300", "asset -900"]],
        outside: [],
      },
    ]);
    // In the month of purchase nothing was depreciated.
    expect(disposal("2026-01-20")).toEqual([
      {
        figures: ["2026-01", "2026-01-20", 0, 900, 900, 0, null, true],
        entries: [["entry 2026-01-20", "gain 900", "asset -900"]],
        outside: ["addition 2026-01-10 asset 900"],
      },
    ]);
    // After its useful life only the cost and its depreciation are written off.
    expect(disposal("2026-06-30").at(-1)?.entries).toEqual([["entry 2026-06-30", "contra 900", "asset -900"]]);
  });

  test("of an accrual are reversed on the next day, or kept until it is settled", () => {
    const reversed = written({ kind: "accrual", amount: "50", months: 2 });
    expect(reversed).toEqual([
      {
        figures: ["2026-01", "2026-01-31", 0, 50, 0, 50, null, false],
        entries: [
          ["entry 2026-01-31", "expense 50", "asset -50"],
          ["reversal 2026-02-01", "expense -50", "asset 50"],
        ],
        outside: [],
      },
      {
        figures: ["2026-02", "2026-02-28", 50, 50, 50, 50, null, false],
        entries: [
          ["entry 2026-02-28", "expense 50", "asset -50"],
          ["reversal 2026-03-01", "expense -50", "asset 50"],
        ],
        outside: [],
      },
    ]);
    expect(written({ kind: "accrual", amount: "50", months: 2, settledOn: "2026-01-20" })).toEqual(reversed);
    const kept = (settledOn: string | null) => written({ kind: "accrual", amount: "50", reverses: false, settledOn });
    expect(kept(null).map(({ figures, entries }) => [figures[5], entries.length])).toEqual([
      [50, 1],
      [100, 1],
      [150, 1],
    ]);
    // Nothing accrues in the month in which it is settled.
    expect(kept("2026-03-04").slice(1)).toEqual([
      {
        figures: ["2026-02", "2026-02-28", 50, 50, 0, 100, null, false],
        entries: [["entry 2026-02-28", "expense 50", "asset -50"]],
        outside: [],
      },
      {
        figures: ["2026-03", "2026-03-31", 100, 0, 100, 0, null, false],
        entries: [],
        outside: ["settlement 2026-03-04 asset 100"],
      },
    ]);
    expect(kept("2026-07-04").map(({ figures }) => figures[0])).toEqual(["2026-01", "2026-02", "2026-03", "2026-07"]);
    expect(kept("2026-01-31")).toEqual([]);
  });

  test("of a loan begin the month after it was paid out, with interest first", () => {
    const loan = { kind: "loan", amount: "1200", rate: "12", payment: "412", months: 2 };
    const paid = written({ ...loan, paymentAccountId: "clearing" });
    expect(paid.slice(0, 2)).toEqual([
      {
        figures: ["2026-01", "2026-01-31", 0, 1200, 0, 1200, null, false],
        entries: [],
        outside: ["addition 2026-01-10 asset -1200"],
      },
      {
        figures: ["2026-02", "2026-02-28", 1200, 0, 400, 800, 12, false],
        entries: [["entry 2026-02-28", "asset 400", "expense 12", "clearing -412"]],
        outside: [],
      },
    ]);
    // Payments that are coded to the loan account leave its interest to the entry.
    expect(written(loan)[1]).toMatchObject({
      entries: [["entry 2026-02-28", "expense 12", "asset -12"]],
      outside: ["payment 2026-02-28 asset 412"],
    });
    const free = written({ ...loan, rate: "0", payment: null, paymentAccountId: "clearing" });
    expect(free[1]?.entries).toEqual([["entry 2026-02-28", "asset 600", "clearing -600"]]);
    expect(written({ ...loan, rate: "0", payment: null })[1]?.entries).toEqual([]);
  });

  test("move the balance sheet accounts of the item", () => {
    expect([balanceAccounts(item(CAR)), balanceAccounts(item({ ...CAR, contraAccountId: "asset" }))]).toEqual([
      ["asset", "contra"],
      ["asset"],
    ]);
    expect(balanceAccounts(item({ kind: "prepaid", amount: "1" }))).toEqual(["asset"]);
    const table = scheduleTable(item({ kind: "prepaid", amount: "90", months: 1 }), 2);
    expect(movementsOf(table, "asset")).toEqual([
      { date: "2026-01-10", amount: "90" },
      { date: "2026-01-31", amount: "-90" },
    ]);
    expect(movementsOf(table, "other")).toEqual([]);
  });

  test("are left while they have an entry or a reduction, of an accrual also where nothing is reduced", () => {
    const left = (given: object, day: string) => monthsLeft(scheduleTable(item(given), 2), calendarDate(day));
    const accrual = { kind: "accrual", amount: "50" };
    const kept = { ...accrual, reverses: false };
    expect([left(kept, "2026-01-31"), left(kept, "2026-03-31")]).toEqual([2, 0]);
    expect(left({ ...kept, settledOn: "2026-03-04" }, "2026-01-31")).toBe(2);
    // The last month's reversal is entered with that month.
    expect([left(accrual, "2025-12-31"), left(accrual, "2026-01-31"), left(accrual, "2026-03-31")]).toEqual([3, 2, 0]);
    expect(left({ kind: "prepaid", amount: "90" }, "2026-01-31")).toBe(2);
    // A loan without interest is paid off without an entry, and the month that it's paid out in has none.
    const loan = { kind: "loan", amount: "1200", rate: "0" };
    expect([left(loan, "2025-12-31"), left(loan, "2026-02-28")]).toEqual([3, 2]);
  });
});

describe("why an account differs from its schedule", () => {
  const line = (recordId: string | null, amount: string) => ({ recordId, amount: decimal(amount) });
  const entry = (recordId: string | null, amount: string, posted = true) => ({ ...line(recordId, amount), posted });
  const explained = (question: Partial<DifferenceQuestion>) => {
    const parts = explainDifference({ opening: decimal("0"), postings: [], entries: [], expected: [], ...question });
    const short = (list: readonly { recordId: string | null; amount: string }[]) => list.map((one) => `${one.recordId} ${one.amount}`);
    const amounts = [
      parts.broughtForward,
      parts.notPostedTotal,
      parts.postedDifferently,
      parts.withoutItemTotal,
      parts.withoutTransactionTotal,
    ];
    return {
      ...{ difference: Number(parts.difference), amounts: amounts.map((amount) => Number(amount) + 0) },
      ...{ notPosted: short(parts.notPosted), withoutItem: short(parts.withoutItem), missing: short(parts.withoutTransaction) },
    };
  };
  const NONE = { notPosted: [], withoutItem: [], missing: [] };

  test("is nothing where every posting is an entry or an expected transaction", () => {
    const question = {
      postings: [line("j1", "-30"), line("bill", "90.00")],
      entries: [entry("j1", "-30.00")],
      expected: [line("bill", "90")],
    };
    expect(explained(question)).toEqual({ difference: 0, amounts: [0, 0, 0, 0, 0], ...NONE });
  });

  test("is what the books lack, what they have differently and what no item knows", () => {
    expect(explained({ opening: decimal("5") })).toEqual({ difference: 5, amounts: [5, 0, 0, 0, 0], ...NONE });
    expect(explained({ entries: [entry(null, "-30", false)] })).toEqual({
      ...{ difference: 30, amounts: [0, 30, 0, 0, 0] },
      ...{ ...NONE, notPosted: ["null -30"] },
    });
    expect(explained({ postings: [line("j1", "-25")], entries: [entry("j1", "-30")] })).toEqual({
      ...{ difference: 5, amounts: [0, 0, 5, 0, 0], ...NONE },
    });
    // A journal that the ledger no longer has was posted as nothing.
    expect(explained({ entries: [entry("j1", "-30")] })).toEqual({ difference: 30, amounts: [0, 0, 30, 0, 0], ...NONE });
    expect(explained({ postings: [line("x", "7"), line(null, "8")], entries: [entry(null, "8")] })).toEqual({
      ...{ difference: 7, amounts: [0, 0, -8, 15, 0] },
      ...{ ...NONE, withoutItem: ["x 7", "null 8"] },
    });
    expect(explained({ expected: [line("bill", "90")] })).toEqual({
      ...{ difference: -90, amounts: [0, 0, 0, 0, -90] },
      ...{ ...NONE, missing: ["bill 90"] },
    });
  });

  test("pairs an expected transaction with its own record first, whatever the amount, then with one of its amount", () => {
    expect(explained({ postings: [line("bill", "95")], expected: [line("bill", "90")] })).toEqual({
      ...{ difference: 5, amounts: [0, 0, 5, 0, 0], ...NONE },
    });
    expect(explained({ postings: [line("other", "90.00"), line("third", "90")], expected: [line(null, "90")] })).toEqual({
      ...{ difference: 90, amounts: [0, 0, 0, 90, 0] },
      ...{ ...NONE, withoutItem: ["third 90"] },
    });
    // The linked record isn't there: one of the amount is taken for it.
    expect(explained({ postings: [line("other", "90")], expected: [line("bill", "90")] }).difference).toBe(0);
    const both = { postings: [line("b", "90"), line("a", "90")], expected: [line(null, "90"), line("b", "90")] };
    expect(explained(both)).toEqual({ difference: 0, amounts: [0, 0, 0, 0, 0], ...NONE });
  });

  test("leaves a transaction's other postings without an item where the items' own are there to the cent", () => {
    const several = [line("bill", "90"), line("bill", "12"), line("bill", "40")];
    expect(explained({ postings: several, expected: [line("bill", "90"), line("bill", "40.00")] })).toEqual({
      ...{ difference: 12, amounts: [0, 0, 0, 12, 0] },
      ...{ ...NONE, withoutItem: ["bill 12"] },
    });
    expect(explained({ postings: several, expected: [line("bill", "91")] })).toEqual({
      ...{ difference: 51, amounts: [0, 0, 51, 0, 0], ...NONE },
    });
  });
});

describe("an item is refused", () => {
  const refusal = (given: object) => scheduleRefusal(item(given), 2);
  const refused = (field: string, message: string) => ({ message, field });

  test("with the field that is wrong and what to enter", () => {
    expect([refusal({ kind: "prepaid", amount: "-1" }), refusal({ kind: "prepaid", amount: "0.00" })]).toEqual([
      refused("amount", "Enter an amount greater than zero."),
      refused("amount", "Enter an amount greater than zero."),
    ]);
    expect(refusal({ kind: "accrual", amount: "1", otherAccountId: "asset" })).toEqual(
      refused("otherAccountId", "Choose two different accounts."),
    );
    const settled = (settledOn: string) => refusal({ kind: "accrual", amount: "1", settledOn });
    expect([settled("2026-01-10"), settled("2026-01-09")]).toEqual([
      null,
      refused("settledOn", "The settlement date is before the first accrual."),
    ]);
  });

  test("when a fixed asset's salvage, factor, accounts or disposal make no sense", () => {
    const salvage = refused("salvage", "Enter a salvage value between zero and the cost.");
    expect(["900", "900.01", "-1"].map((value) => refusal({ ...CAR, salvage: value }))).toEqual([null, salvage, salvage]);
    expect([refusal({ ...CAR, factor: "0" }), refusal({ ...CAR, factor: "-1", method: "declining_balance" })]).toEqual([
      null,
      refused("factor", "Enter a factor greater than zero, such as 2."),
    ]);
    expect(refusal({ ...CAR, contraAccountId: "expense" })).toEqual(
      refused("contraAccountId", "Choose different accounts for depreciation and accumulated depreciation."),
    );
    const disposed = (date: string) => refusal({ ...CAR, disposal: { date, accountId: "gain" } });
    expect([disposed("2026-01-10"), disposed("2026-01-09"), refusal(CAR)]).toEqual([
      null,
      refused("disposal", "The disposal date is before the in-service date."),
      null,
    ]);
  });

  test("when a loan's rate isn't a percentage, or its payment doesn't come to the interest", () => {
    const loan = (given: object) => refusal({ kind: "loan", amount: "1000", rate: "12", ...given });
    const rate = refused("rate", "Enter an annual interest rate between 0 and 100 percent.");
    expect([loan({ rate: "100" }), loan({ rate: "100.01" }), loan({ rate: "-1" }), loan({ rate: "0" })]).toEqual([null, rate, rate, null]);
    expect([loan({ payment: "10.01" }), loan({ payment: "10" }), loan({ payment: "10", months: 1 }), loan({})]).toEqual([
      null,
      refused("payment", "The payment must be more than the first month's interest of 10.00."),
      null,
      null,
    ]);
  });
});

describe("a spreadsheet of items", () => {
  const find = (named: string) => (/^\d{4}$/.test(named) ? `id-${named}` : null);
  const HEAD = ["Schedule", "Item", "Account", "Other account", "Amount", "From", "Months"];
  const ROW = ["Prepaid", "Insurance", "1400", "6050", "1200", "2026-01-01", "12"];
  const read = (...rows: string[][]) => {
    const result = readItemTable(rows, find);
    return result.ok ? result.value : result.failure;
  };
  const withColumn = (title: string, cell: string, kind = "Prepaid") => read([...HEAD, title], [...ROW.with(0, kind), cell]);
  const problem = (message: string) => ({ code: "invalid_input", message, field: "file" });

  test("may have any of the titles and the choices of its kinds", () => {
    expect(read([" SCHEDULE ", ...HEAD.slice(1)], [" deferred REVENUE ", ...ROW.slice(1)])).toMatchObject([{ kind: "deferred_revenue" }]);
    expect([withColumn("Spread", "By Day"), withColumn("by", "month")]).toMatchObject([[{ by: "day" }], [{ by: "month" }]]);
    expect([withColumn("Booked through", "2026-03-31"), withColumn("Note", "See mail")]).toMatchObject([
      [{ bookedThrough: "2026-03-31" }],
      [{ memo: "See mail" }],
    ]);
    const asset = (title: string, cell: string) =>
      read([...HEAD, "Accumulated depreciation", title], [...ROW.with(0, "asset"), "1590", cell]);
    expect([asset("Method", "Declining balance"), asset("Factor", "1.5")]).toMatchObject([
      [{ method: "declining_balance", contraAccountId: "id-1590" }],
      [{ factor: "1.5" }],
    ]);
    // Columns of another kind are left alone.
    expect(withColumn("Rate", "soon")).toMatchObject([{ kind: "prepaid" }]);
    expect(withColumn("Interest rate", "5", "loan")).toMatchObject([{ kind: "loan", rate: "5" }]);
  });

  test("is refused with the row, the column and what can be written there", () => {
    expect(read()).toEqual(problem("The first row has no “schedule” column. Use one of these titles: schedule, kind, type."));
    expect(read(HEAD)).toEqual(problem("The file has no items."));
    expect(read(HEAD, ["", " ", ""], ROW.with(0, "Lease"))).toEqual(
      problem(
        "Row 3: “Lease” isn't a type of schedule. Use one of these: prepaid, prepaid expense, prepayment, fixed asset, asset, deferred revenue, accrual, loan.",
      ),
    );
    expect(read(HEAD, ROW.with(4, "much"))).toEqual(problem("Row 2, “amount”: “much” isn't an amount."));
    for (const months of ["1200", "x12", "12x", "-1"])
      expect(read(HEAD, ROW.with(6, months))).toEqual(
        problem(`Row 2, “months”: “${months}” isn't a whole number of months from 1 to 600.`),
      );
    for (const date of ["2026-1-1", "x2026-01-01", "2026-01-01x"])
      expect(withColumn("Booked through", date)).toEqual(
        problem(`Row 2, “booked through”: “${date}” isn't a date written like 2026-10-31.`),
      );
    expect(withColumn("Spread", "week")).toEqual(problem("Row 2, “spread”: “week” isn't one of the choices: month or day."));
    const method = read([...HEAD, "Method"], [...ROW.with(0, "asset"), "own"]);
    expect(method).toEqual(problem("Row 2, “method”: “own” isn't one of the choices: straight line or declining balance."));
    expect(read(HEAD, ROW.with(6, "0"))).toEqual(problem("Row 2: “months” is missing or isn't valid."));
  });

  test("has at most 5,000 rows with its titles", () => {
    const rows = (count: number) => readItemTable([HEAD, ...new Array<string[]>(count).fill(ROW)], find);
    expect(rows(4_999).ok).toBe(true);
    expect(rows(5_000)).toMatchObject({ ok: false, failure: problem("The file has more than 5000 rows. Split it into several files.") });
  });
});
