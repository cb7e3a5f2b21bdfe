import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byDay, loanPayments, total } from "#main/domain/schedules/amortise.ts";
import { explainDifference } from "#main/domain/schedules/explain-difference.ts";
import { readItemTable } from "#main/domain/schedules/item-table.ts";
import { scheduleRefusal } from "#main/domain/schedules/schedule-refusal.ts";
import { balanceAccounts, movementsOf, scheduleTable } from "#main/domain/schedules/schedule-table.ts";
import { addDays, type CalendarDate, calendarDate, monthEnd } from "#shared/kernel/calendar-date.ts";
import {
  addDecimals,
  compareDecimals,
  type DecimalString,
  decimal,
  isZero,
  negateDecimal,
  subtractDecimals,
} from "#shared/kernel/decimal.ts";
import { type ScheduleItem, scheduleItem } from "#shared/model/close/schedule-item.ts";

const money = (least: number, most = 5_000_000_00) =>
  fc.integer({ min: least, max: most }).map((cents) => decimal(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`));
const days = fc.integer({ min: 0, max: 4000 }).map((at) => addDays(calendarDate("2020-01-01"), at));
const months = fc.integer({ min: 1, max: 120 });
const base = { title: "Item", accountId: "asset", otherAccountId: "expense", bookedThrough: null };

const spread = fc
  .record({
    kind: fc.constantFrom("prepaid", "deferred_revenue"),
    amount: money(1),
    months,
    from: days,
    by: fc.constantFrom("month", "day"),
  })
  .map((given) => ({ ...base, ...given }) as ScheduleItem);
const asset = fc
  .record({
    ...{ cost: money(1), share: fc.integer({ min: 0, max: 100 }), months, from: days },
    method: fc.constantFrom("straight_line" as const, "declining_balance" as const),
    factor: fc.constantFrom("1", "1.5", "2", "3.7", "40"),
    disposedAfter: fc.option(fc.integer({ min: 0, max: 5000 }), { nil: null }),
  })
  .map(({ cost, share, from, disposedAfter, factor, ...given }): Extract<ScheduleItem, { kind: "fixed_asset" }> => {
    const cents = (BigInt(cost.replace(".", "")) * BigInt(share)) / 100n;
    const salvage = decimal(`${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`);
    const disposal = disposedAfter === null ? null : { date: addDays(from, disposedAfter), accountId: "gain" };
    return {
      ...base,
      ...given,
      kind: "fixed_asset",
      amount: cost,
      salvage,
      from,
      factor: decimal(factor),
      contraAccountId: "contra",
      disposal,
    };
  });
const loan = fc
  .record({
    ...{ amount: money(1), months: fc.integer({ min: 1, max: 360 }), from: days, cents: fc.integer({ min: 0, max: 3000 }) },
    extra: fc.option(money(1, 50_000_00), { nil: null }),
    paymentAccountId: fc.constantFrom(null, "clearing"),
  })
  .map(({ cents, extra, ...given }) => {
    const rate = decimal(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`);
    const interest = loanPayments({ ...given, rate, payment: null }, 2)[0]?.interest ?? decimal("0");
    return { ...base, ...given, kind: "loan", rate, payment: extra === null ? null : addDecimals(interest, extra) } as ScheduleItem;
  });
const accrual = fc
  .record({
    amount: money(1),
    months,
    from: days,
    reverses: fc.boolean(),
    settledAfter: fc.option(fc.integer({ min: 0, max: 4000 }), { nil: null }),
  })
  .map(({ settledAfter, ...given }) => {
    const settledOn = settledAfter === null ? null : addDays(given.from, settledAfter);
    return { ...base, ...given, kind: "accrual", settledOn } as ScheduleItem;
  });

const same = (a: DecimalString, b: DecimalString) => expect(compareDecimals(a, b), `${a} is ${b}`).toBe(0);
const reducedOf = (item: ScheduleItem) => total(scheduleTable(item, 2).map(({ reduced }) => reduced));
const expensedOf = (item: ScheduleItem) =>
  total(
    scheduleTable(item, 2).flatMap(({ entries }) =>
      entries.flatMap(({ lines }) => lines.filter(({ accountId }) => ["expense", "gain"].includes(accountId)).map(({ amount }) => amount)),
    ),
  );
const END = calendarDate("9000-01-01");
const balanceOf = (item: ScheduleItem, through: CalendarDate = END) =>
  total(
    balanceAccounts(item).flatMap((id) =>
      movementsOf(scheduleTable(item, 2), id)
        .filter(({ date }) => date <= through)
        .map(({ amount }) => amount),
    ),
  );

describe("schedules", () => {
  test("a prepaid expense and deferred revenue are used up to the cent, and no month goes the other way", () => {
    fc.assert(
      fc.property(spread, (item) => {
        same(reducedOf(item), item.amount);
        for (const { reduced } of scheduleTable(item, 2)) expect(reduced.startsWith("-")).toBe(false);
        expect(isZero(balanceOf(item))).toBe(true);
      }),
    );
  });

  test("what rounding leaves is in the last month", () => {
    const parts = (amount: string, count: number) =>
      scheduleTable(scheduleItem.parse({ ...base, kind: "prepaid", amount, months: count, from: "2026-01-15" }), 2).map(
        ({ reduced }) => reduced,
      );
    expect(parts("100.00", 3)).toEqual(["33.33", "33.33", "33.34"]);
    expect(parts("200.00", 3)).toEqual(["66.67", "66.67", "66.66"]);
    expect(parts("0.07", 12).filter((part) => !isZero(part))).toHaveLength(7);
  });

  test("by day, a year from the middle of a month covers thirteen months and every day once", () => {
    const parts = byDay(decimal("365.00"), calendarDate("2026-03-15"), 12, 2);
    expect(parts).toEqual([
      "17.00",
      "30.00",
      "31.00",
      "30.00",
      "31.00",
      "31.00",
      "30.00",
      "31.00",
      "30.00",
      "31.00",
      "31.00",
      "28.00",
      "14.00",
    ]);
  });

  test("depreciation comes to cost less salvage, and the carrying amount never goes under salvage", () => {
    fc.assert(
      fc.property(asset, (given) => {
        const item = { ...given, disposal: null };
        same(reducedOf(item), subtractDecimals(item.amount, item.salvage));
        for (const { closing, reduced } of scheduleTable(item, 2)) {
          expect(compareDecimals(closing, item.salvage)).toBeGreaterThanOrEqual(0);
          expect(reduced.startsWith("-")).toBe(false);
        }
        same(balanceOf(item), item.salvage);
      }),
    );
  });

  test("wherever a disposal is moved to, depreciation and write-off come to the cost, and nothing stays on the books", () => {
    fc.assert(
      fc.property(asset, fc.integer({ min: 0, max: 5000 }), (given, days) => {
        const item = { ...given, disposal: { date: addDays(given.from, days), accountId: "gain" } };
        same(expensedOf(item), item.amount);
        expect(isZero(balanceOf(item))).toBe(true);
        for (const id of balanceAccounts(item))
          expect(isZero(total(movementsOf(scheduleTable(item, 2), id).map(({ amount }) => amount)))).toBe(true);
      }),
    );
  });

  test("double declining balance takes twice the straight-line rate first and ends at salvage", () => {
    const item = {
      ...base,
      kind: "fixed_asset",
      amount: "12000.00",
      salvage: "1000.00",
      months: 60,
      from: "2026-01-10",
      contraAccountId: "contra",
    };
    const table = scheduleTable(scheduleItem.parse({ ...item, method: "declining_balance" }), 2);
    expect(table.slice(0, 2).map(({ reduced }) => reduced)).toEqual(["400.00", "386.67"]);
    expect([table.length, table.at(-1)?.closing]).toEqual([60, "1000.00"]);
  });

  test("a loan ends at zero, its interest is on the balance, and its payments are principal and interest", () => {
    fc.assert(
      fc.property(loan, (item) => {
        expect(scheduleRefusal(item, 2)).toBeNull();
        const table = scheduleTable(item, 2);
        expect(isZero(table.at(-1)?.closing ?? decimal("1"))).toBe(true);
        same(reducedOf(item), item.amount);
        expect(isZero(balanceOf(item))).toBe(true);
        same(expensedOf(item), total(table.map(({ interest }) => interest ?? decimal("0"))));
      }),
      { numRuns: 60 },
    );
  });

  test("a known loan has the known payment: 10,000 at 6 percent over 12 months is 860.66", () => {
    const [first, ...rest] = loanPayments({ amount: decimal("10000"), rate: decimal("6"), months: 12, payment: null }, 2);
    expect(first).toEqual({ payment: "860.66", interest: "50.00", principal: "810.66" });
    expect(rest.at(-1)?.payment).toBe("860.70");
  });

  test("an accrual is off the books after it was reversed or settled", () => {
    fc.assert(
      fc.property(accrual, (item) => {
        const table = scheduleTable(item, 2);
        const left = balanceOf(item);
        if (item.kind === "accrual" && (item.reverses || item.settledOn !== null)) expect(isZero(left)).toBe(true);
        for (const { date, closing } of table) same(balanceOf(item, monthEnd(date)), negateDecimal(closing));
      }),
    );
  });

  test("every month opens where the last one closed", () => {
    fc.assert(
      fc.property(fc.oneof(spread, asset, loan, accrual), (item) => {
        const table = scheduleTable(item, 2);
        for (const [at, { opening, added, reduced, closing, entries }] of table.entries()) {
          same(opening, table[at - 1]?.closing ?? decimal("0"));
          same(closing, subtractDecimals(addDecimals(opening, added), reduced));
          for (const { lines } of entries) expect(isZero(total(lines.map(({ amount }) => amount)))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("the parts of a difference add up to it, whatever was posted", () => {
    const amount = fc.integer({ min: -3, max: 3 }).map((units) => decimal(`${units}.00`));
    const recordId = fc.constantFrom(null, "a", "b", "c", "d");
    const line = fc.record({ recordId, amount });
    fc.assert(
      fc.property(
        amount,
        fc.array(line),
        fc.array(fc.record({ recordId, amount, posted: fc.boolean() })),
        fc.array(line),
        (opening, postings, entries, expected) => {
          const parts = explainDifference({ opening, postings, entries, expected });
          const sum = (list: readonly { amount: DecimalString }[]) => total(list.map((one) => one.amount));
          same(parts.difference, total([opening, sum(postings), negateDecimal(sum(entries)), negateDecimal(sum(expected))]));
        },
      ),
    );
  });

  test("what makes no sense is refused by its field", () => {
    const fieldOf = (given: object) => scheduleRefusal(scheduleItem.parse({ ...base, from: "2026-01-01", months: 12, ...given }), 2)?.field;
    expect(fieldOf({ kind: "prepaid", amount: "0" })).toBe("amount");
    expect(fieldOf({ kind: "prepaid", amount: "1", otherAccountId: "asset" })).toBe("otherAccountId");
    const car = { kind: "fixed_asset", amount: "10", contraAccountId: "contra" };
    expect(fieldOf({ ...car, salvage: "11" })).toBe("salvage");
    expect(fieldOf({ ...car, disposal: { date: "2025-12-31", accountId: "gain" } })).toBe("disposal");
    expect(fieldOf({ ...car, method: "declining_balance", factor: "0" })).toBe("factor");
    expect(fieldOf({ kind: "loan", amount: "1000", rate: "12", payment: "10.00" })).toBe("payment");
    expect(fieldOf({ kind: "accrual", amount: "5", reverses: false, settledOn: "2025-12-01" })).toBe("settledOn");
    // The last month would have the fraction of a cent.
    expect(fieldOf({ kind: "prepaid", amount: "100.005" })).toBe("amount");
    expect(fieldOf({ kind: "prepaid", amount: "100.500" })).toBeUndefined();
    expect(fieldOf({ ...car, salvage: "1.001" })).toBe("salvage");
    expect(fieldOf({ kind: "loan", amount: "1000", rate: "4.125", payment: "90.005" })).toBe("payment");
    const yen = scheduleItem.parse({ ...base, kind: "accrual", from: "2026-01-01", months: 1, amount: "10.5" });
    expect(scheduleRefusal(yen, 0)?.message).toBe("Enter an amount without decimals.");
  });

  test("a spreadsheet of items is read whole, or refused with the row and what is wrong", () => {
    const find = (named: string) => (["1400", "6050", "1500", "6160", "1590"].includes(named) ? `id-${named}` : null);
    const head = [
      "Schedule",
      "Item",
      "Account",
      "Other account",
      "Amount",
      "From",
      "Months",
      "Accumulated depreciation account",
      "Salvage",
    ];
    const insurance = ["Prepaid expense", "Insurance", "1400", "6050", "1,200.00", "2026-01-01", "12", "", ""];
    const van = ["fixed asset", "Van", "1500", "6160", "24000", "2026-03-15", "60", "1590", "4,000"];
    const read = readItemTable([head, insurance, [], van], find);
    expect(read.ok && read.value).toMatchObject([
      { kind: "prepaid", title: "Insurance", accountId: "id-1400", otherAccountId: "id-6050", amount: "1200.00", months: 12, by: "month" },
      { kind: "fixed_asset", contraAccountId: "id-1590", salvage: "4000", method: "straight_line" },
    ]);
    const problem = (...rows: string[][]) => {
      const result = readItemTable(rows, find);
      return result.ok ? null : result.failure.message;
    };
    expect(problem(head.slice(1), insurance.slice(1))).toContain("no “schedule” column");
    expect(problem(head, insurance.with(2, "1401"))).toBe(
      "Row 2, “account”: “1401” matches no account or several accounts. Check the account's code or name.",
    );
    expect(problem(head, insurance, van.with(5, "15/03/2026"))).toBe("Row 3, “from”: “15/03/2026” isn't a date written like 2026-10-31.");
    expect(problem(head, van.with(7, ""))).toBe("Row 2: “accumulated depreciation account” is missing or isn't valid.");
    expect(problem(head)).toBe("The file has no items.");
  });
});
