import { describe, expect, test } from "vitest";
import { standardItems } from "#main/domain/statements/account-groups.ts";
import { keyRatios, type SummaryFigures, summaryFigures } from "#main/domain/statements/summary.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
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

describe("the figures of a summary", () => {
  const column = (from: string, to: string) => ({ name: "month" as const, from: calendarDate(from), to: calendarDate(to) });
  const columns = [column("2026-09-01", "2026-09-30"), column("2026-10-01", "2026-10-31")];
  const line = (key: string, ...values: number[]) =>
    ({ kind: "total", key, label: key, account: null, group: null, amounts: amounts(...values) }) as const;
  const row = (role: string | undefined, side: string, kind: string, ...values: number[]) =>
    ({ kind, section: side, label: "", account: { id: "1", name: "", type: "", class: side, role }, amounts: amounts(...values) }) as never;
  const profit = {
    ...{ columns, rows: [], items: standardItems("profit_and_loss") },
    lines: [line("total:income", 10, 20), line("total:other_income", 1, 2), line("total:cost_of_sales", 3, 4), line("net_profit", 8, 18)],
  };
  const sheet = {
    ...{
      columns,
      items: standardItems("balance_sheet"),
      lines: [line("total:current_assets", 7, 9), line("total:current_liabilities", 5, 6)],
    },
    rows: [
      row("bank", "asset", "account", 100, 200),
      row("bank", "asset", "account", 1, 2),
      row("bank", "liability", "account", 40, 40),
      row("bank", "asset", "computed", 1_000, 1_000),
      row("receivable", "asset", "account", 30, 31),
      row("receivable", "asset", "section_total", 1_000, 1_000),
      row("payable", "liability", "account", 20, 21),
      row(undefined, "asset", "account", 500, 500),
    ],
  };

  test("are read month by month from the totals and from the accounts' roles", () => {
    const numbers = (figures: SummaryFigures) =>
      Object.fromEntries(Object.entries(figures).map(([name, values]) => [name, values === null ? null : values.map(Number)]));
    expect(numbers(summaryFigures(profit, sheet))).toEqual({
      ...{ income: [10, 20], otherIncome: [1, 2], expenses: [3, 4], netProfit: [8, 18], grossProfit: null },
      ...{ cash: [101, 202], currentAssets: [7, 9], currentLiabilities: [5, 6], receivables: [30, 31], payables: [20, 21], days: [30, 31] },
    });
    const gross = { ...profit, lines: [...profit.lines, line("gross_profit", 7, 16)] };
    expect(summaryFigures(gross, sheet).grossProfit).toEqual(["7", "16"]);
  });
});

describe("key ratios", () => {
  test("come with the unit that they are shown in, and the first month has none before it", () => {
    expect(keyRatios(FIGURES).map(({ code, unit }) => [code, unit])).toEqual([
      ["gross_margin", "percent"],
      ["net_margin", "percent"],
      ["current_ratio", "times"],
      ["quick_ratio", "times"],
      ["days_receivable", "days"],
      ["days_payable", "days"],
      ["runway", "months"],
    ]);
    const first = Object.fromEntries(Object.entries(FIGURES).map(([name, values]) => [name, values?.slice(0, 1)])) as never;
    expect(ratios(first)).toMatchObject({ net_margin: ["30.0", null], current_ratio: ["2.50", null], runway: [null, null] });
  });

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
    // Ten years to the month still say something.
    expect(ratios({ cash: amounts(4_100, 4_080, 4_040, 4_000) }).runway?.[0]).toBe("120.0");
  });
});
