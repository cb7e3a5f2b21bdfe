import { ZERO } from "#main/domain/postings/account-sum.ts";
import { daysBetween } from "#shared/kernel/calendar-date.ts";
import {
  addDecimals,
  compareDecimals,
  type DecimalString,
  decimal,
  divideDecimal,
  isZero,
  multiplyDecimals,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { isCash } from "#shared/model/reports/is-cash.ts";
import { profitParts } from "#shared/model/reports/profit-parts.ts";
import type { KeyRatio, LaidOutStatement } from "#shared/model/reports/statement-layout.ts";
import { lineAmounts } from "./layout.ts";

type Months = Pick<LaidOutStatement, "lines" | "columns" | "rows" | "items">;

const HUNDRED = decimal("100");
/** Months that days receivable, days payable and the runway look back on. */
const QUARTER = 3;

/** What the ratios and trends are made from, one amount a month, the oldest first. */
export interface SummaryFigures {
  /** Without other income: what margins and days receivable are measured by. */
  readonly income: readonly DecimalString[];
  readonly otherIncome: readonly DecimalString[];
  readonly expenses: readonly DecimalString[];
  readonly netProfit: readonly DecimalString[];
  /** Null where the statement has no cost of sales, and so no gross profit. */
  readonly grossProfit: readonly DecimalString[] | null;
  readonly cash: readonly DecimalString[];
  readonly currentAssets: readonly DecimalString[];
  readonly currentLiabilities: readonly DecimalString[];
  readonly receivables: readonly DecimalString[];
  readonly payables: readonly DecimalString[];
  /** Days of each month. */
  readonly days: readonly number[];
}

/** Reads them from a profit and loss and a balance sheet of the same months. */
export function summaryFigures(profit: Months, sheet: Months): SummaryFigures {
  const ofRole = (role: "receivable" | "payable") =>
    added(
      sheet,
      sheet.rows.filter(({ kind, account }) => kind === "account" && account?.role === role).map(({ amounts }) => amounts),
    );
  return {
    ...profitParts(profit),
    grossProfit: profit.lines.find(({ key }) => key === "gross_profit")?.amounts ?? null,
    cash: added(
      sheet,
      sheet.rows.filter(({ kind, account }) => kind === "account" && isCash(account)).map(({ amounts }) => amounts),
    ),
    currentAssets: lineAmounts(sheet, "total:current_assets"),
    currentLiabilities: lineAmounts(sheet, "total:current_liabilities"),
    receivables: ofRole("receivable"),
    payables: ofRole("payable"),
    days: profit.columns.map(({ from, to }) => daysBetween(from, to) + 1),
  };
}

function added({ columns }: Months, rows: readonly (readonly DecimalString[])[]): DecimalString[] {
  return columns.map((_, at) => sumDecimals([ZERO, ...rows.map((amounts) => amounts[at] ?? ZERO)]));
}

/** The ratios of the last month, each with that of the month before. */
export function keyRatios(figures: SummaryFigures): KeyRatio[] {
  const last = figures.income.length - 1;
  const both = (code: KeyRatio["code"], unit: KeyRatio["unit"], of: (at: number) => DecimalString | null): KeyRatio => ({
    code,
    unit,
    value: of(last),
    prior: last < 1 ? null : of(last - 1),
  });
  const at = (amounts: readonly DecimalString[], index: number) => amounts[index] ?? ZERO;
  const quick = (index: number) => addDecimals(at(figures.cash, index), at(figures.receivables, index));
  const { grossProfit } = figures;
  return [
    both("gross_margin", "percent", (index) => (grossProfit === null ? null : percent(at(grossProfit, index), at(figures.income, index)))),
    both("net_margin", "percent", (index) => percent(at(figures.netProfit, index), at(figures.income, index))),
    both("current_ratio", "times", (index) => times(at(figures.currentAssets, index), at(figures.currentLiabilities, index))),
    both("quick_ratio", "times", (index) => times(quick(index), at(figures.currentLiabilities, index))),
    both("days_receivable", "days", (index) => daysOf(figures.receivables, figures.income, figures.days, index)),
    both("days_payable", "days", (index) => daysOf(figures.payables, figures.expenses, figures.days, index)),
    both("runway", "months", (index) => runway(figures.cash, index)),
  ];
}

function isPositive(amount: DecimalString): boolean {
  return !isZero(amount) && !amount.startsWith("-");
}

function percent(part: DecimalString, whole: DecimalString): DecimalString | null {
  return isPositive(whole) ? divideDecimal(multiplyDecimals(part, HUNDRED), whole, 1) : null;
}

function times(part: DecimalString, whole: DecimalString): DecimalString | null {
  return isPositive(whole) ? divideDecimal(part, whole, 2) : null;
}

/** How many days of income or expenses a balance is worth, from the last three months. */
function daysOf(
  balances: readonly DecimalString[],
  flows: readonly DecimalString[],
  days: readonly number[],
  at: number,
): DecimalString | null {
  const first = Math.max(0, at - QUARTER + 1);
  const flow = sumDecimals([ZERO, ...flows.slice(first, at + 1)]);
  if (!isPositive(flow)) return null;
  const length = days.slice(first, at + 1).reduce((sum, count) => sum + count, 0);
  return divideDecimal(multiplyDecimals(balances[at] ?? ZERO, decimal(String(length))), flow, 0);
}

/** Beyond ten years a pace of three months says nothing. */
const RUNWAY_MAX = decimal("120");

/** Months until cash runs out at the pace of the last three; null where it isn't falling, or hardly. */
function runway(cash: readonly DecimalString[], at: number): DecimalString | null {
  const now = cash[at] ?? ZERO;
  const before = cash[at - QUARTER];
  if (before === undefined) return null;
  const burnt = subtractDecimals(before, now);
  if (!isPositive(burnt)) return null;
  if (!isPositive(now)) return ZERO;
  const months = divideDecimal(multiplyDecimals(now, decimal(String(QUARTER))), burnt, 1);
  return months === null || compareDecimals(months, RUNWAY_MAX) > 0 ? null : months;
}
