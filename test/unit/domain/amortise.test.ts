import { describe, expect, it } from "vitest";
import {
  byDay,
  byMonth,
  decliningBalance,
  levelPayment,
  loanPayments,
  monthLater,
  monthsInterest,
} from "#main/domain/schedules/amortise.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";

describe("a total by months", () => {
  it("is in equal parts, the last with what rounding left, in the currency's decimals", () => {
    expect(byMonth(decimal("100.00"), 3, 2)).toEqual(["33.33", "33.33", "33.34"]);
    expect(byMonth(decimal("100"), 3, 0)).toEqual(["33", "33", "34"]);
    expect(byMonth(decimal("100.00"), 1, 2)).toEqual(["100.00"]);
  });

  it("is never more than what is left, when each part was rounded up", () => {
    expect(byMonth(decimal("0.03"), 5, 2).map(Number)).toEqual([0.01, 0.01, 0.01, 0, 0]);
  });

  it("goes by the days of each calendar month, from the first day through the day before it ends", () => {
    expect(byDay(decimal("31.00"), calendarDate("2026-01-31"), 1, 2).map(Number)).toEqual([1.11, 29.89]);
    expect(byDay(decimal("59.00"), calendarDate("2026-01-01"), 2, 2).map(Number)).toEqual([31, 28]);
    expect(byDay(decimal("60.00"), calendarDate("2028-01-01"), 2, 2).map(Number)).toEqual([31, 29]);
  });

  it("ends on the same day some months later, or on the last one of a shorter month", () => {
    const later = (from: string, months: number) => monthLater(calendarDate(from), months);
    expect([
      later("2026-01-15", 1),
      later("2026-01-31", 1),
      later("2028-01-30", 1),
      later("2026-02-28", 1),
      later("2026-11-30", 14),
    ]).toEqual([...["2026-02-15", "2026-02-28", "2028-02-29", "2026-03-28", "2028-01-30"]]);
  });
});

describe("depreciation by declining balance", () => {
  const of = (factor: string, salvage: string, months = 4) =>
    decliningBalance({ cost: decimal("1000.00"), salvage: decimal(salvage), months, factor: decimal(factor) }, 2).map(Number);

  it("is a share of the carrying amount until an equal part of the rest is more", () => {
    // Twice the straight-line rate of a quarter: 50 % of 1000, 500 and 250; the last month takes the rest.
    expect(of("2", "0.00")).toEqual([500, 250, 125, 125]);
    expect(of("1.5", "0.00")).toEqual([375, 234.38, 195.31, 195.31]);
    expect(of("1", "0.00")).toEqual([250, 250, 250, 250]);
  });

  it("leaves salvage, never less, and exactly that in the end", () => {
    expect(of("2", "400.00")).toEqual([500, 100, 0, 0]);
    expect(of("1", "200.00")).toEqual([250, 187.5, 181.25, 181.25]);
    expect(of("2", "0.00", 1)).toEqual([1000]);
  });
});

describe("a loan", () => {
  const loan = { amount: decimal("12000.00"), rate: decimal("6"), months: 12 };

  it("has a twelfth of a year's interest a month", () => {
    expect(monthsInterest(decimal("12000.00"), decimal("6"), 2)).toBe("60.00");
  });

  it("is paid off by the level payment that every textbook has for it", () => {
    expect(levelPayment(loan, 2)).toBe("1032.80");
    expect(levelPayment({ ...loan, rate: decimal("0") }, 2)).toBe("1000.00");
    expect(levelPayment({ amount: decimal("200000.00"), rate: decimal("4.5"), months: 360 }, 2)).toBe("1013.37");
  });

  it("splits each payment into interest on the balance and principal, and the last pays off what is left", () => {
    const payments = loanPayments({ ...loan, payment: null }, 2);
    expect(payments).toHaveLength(12);
    expect(payments[0]).toEqual({ payment: "1032.80", interest: "60.00", principal: "972.80" });
    expect(payments[1]).toEqual({ payment: "1032.80", interest: "55.14", principal: "977.66" });
    const last = payments[11];
    expect(Number(last?.payment)).toBeCloseTo(Number(last?.interest) + Number(last?.principal), 6);
    expect(payments.reduce((sum, { principal }) => sum + Math.round(Number(principal) * 100), 0)).toBe(1_200_000);
  });

  it("with a larger payment ends early, with the last one no larger than what is owed", () => {
    const payments = loanPayments({ ...loan, payment: decimal("7000.00") }, 2);
    expect(payments.map(({ payment }) => payment)).toEqual(["7000.00", "5085.30"]);
    expect(payments[1]).toMatchObject({ interest: "25.30", principal: "5060.00" });
  });

  it("with a smaller payment leaves a larger last one", () => {
    const payments = loanPayments({ ...loan, months: 2, payment: decimal("100.00") }, 2);
    expect(payments.map(({ payment }) => payment)).toEqual(["100.00", "12019.80"]);
  });
});
