import { describe, expect, test } from "vitest";
import { keyRatios, type SummaryFigures } from "#main/domain/statements/summary.ts";
import { type DecimalString, decimal } from "#shared/kernel/decimal.ts";

const amounts = (...values: readonly number[]): DecimalString[] => values.map((value) => decimal(String(value)));

/** Four months; the last one has income of 100, cost of 40 and expenses of 70 in all. */
const FIGURES: SummaryFigures = {
  income: amounts(100, 100, 80, 100),
  otherIncome: amounts(1, 1, 1, 1),
  expenses: amounts(70, 60, 60, 70),
  netProfit: amounts(30, 40, 20, 30),
  grossProfit: amounts(60, 60, 40, 60),
  cash: amounts(300, 280, 250, 240),
  currentAssets: amounts(500, 500, 500, 450),
  currentLiabilities: amounts(200, 200, 0, 180),
  receivables: amounts(50, 50, 50, 70),
  payables: amounts(20, 20, 20, 38),
  days: [31, 31, 30, 31],
};
const ratios = (figures: Partial<SummaryFigures> = {}) =>
  Object.fromEntries(keyRatios({ ...FIGURES, ...figures }).map(({ code, value, prior }) => [code, [value, prior]]));

describe("key ratios", () => {
  test("are those of the last month, with the month before", () => {
    expect(ratios()).toEqual({
      gross_margin: ["60.0", "50.0"],
      net_margin: ["30.0", "25.0"],
      current_ratio: ["2.50", null],
      quick_ratio: ["1.72", null],
      // 70 of 280 in 92 days; 50 of 280 in 92.
      days_receivable: ["23", "16"],
      // 38 of 190 in 92 days; 20 of 190.
      days_payable: ["18", "10"],
      // 60 in three months leave 240 for twelve.
      runway: ["12.0", null],
    });
  });

  test("are left out where they mean nothing", () => {
    const none = amounts(0, 0, 0, 0);
    expect(ratios({ income: none, grossProfit: null, currentLiabilities: none, cash: amounts(1, 2, 3, 4) })).toMatchObject({
      gross_margin: [null, null],
      net_margin: [null, null],
      current_ratio: [null, null],
      days_receivable: [null, null],
      runway: [null, null],
    });
  });

  test("say that cash that has run out lasts no longer", () => {
    expect(ratios({ cash: amounts(30, 20, 10, -5) }).runway?.[0]).toBe("0");
    // A fall of 17 a month would last nearly 300 years.
    expect(ratios({ cash: amounts(60_051, 60_040, 60_020, 60_000) }).runway?.[0]).toBeNull();
  });
});
