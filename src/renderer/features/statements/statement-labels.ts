import type { PeriodRow } from "#shared/contract/books/periods.ts";
import { type CalendarDate, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import { isMonth } from "#shared/model/reports/month-spans.ts";
import type { Comparison } from "#shared/model/reports/statement.ts";
import type { KeyRatio } from "#shared/model/reports/statement-layout.ts";
import { formatPercent } from "../../format/amounts/amount.ts";
import type { Span } from "../../format/dates/date-range.ts";
import { t } from "../../language/t.ts";
import type { FigureChoice, StatementKind } from "../../state/views/figure-choices.ts";

export const STATEMENT_WORDS: Readonly<Record<StatementKind, string>> = {
  summary: t("Summary"),
  trial_balance: t("Trial balance"),
  profit_and_loss: t("Profit and loss"),
  balance_sheet: t("Balance sheet"),
  cash_flow: t("Cash flow"),
};

export const COMPARISON_WORDS: Readonly<Record<Comparison, string>> = {
  prior_month: t("Prior month"),
  prior_year: t("Same period last year"),
  year_to_date: t("Year to date"),
  budget: t("Budget"),
};

/** A comparison in words: dates of the ledger's own periods are compared with the periods before, which may be weeks. */
export function comparisonWord(
  name: Comparison,
  { from, to }: Span,
  periods: readonly Pick<PeriodRow, "start" | "end" | "isAdjustment">[],
): string {
  const own = periods.filter(({ isAdjustment }) => !isAdjustment);
  const [first, last] = [own.find(({ start }) => start === from), own.find(({ end }) => end === to)];
  if (name !== "prior_month" || first === undefined || last === undefined) return COMPARISON_WORDS[name];
  return [first, last].every(({ start, end }) => isMonth({ from: start, to: end })) ? COMPARISON_WORDS[name] : t("Prior period");
}

/**
 * Whether a statement can be compared so. A balance sheet is of one day, so the year to date would repeat it; only income and expenses
 * are budgeted.
 */
export function isComparable(kind: StatementKind, name: Comparison): boolean {
  if (kind === "profit_and_loss") return true;
  return name !== "budget" && (kind !== "balance_sheet" || name !== "year_to_date");
}

/**
 * Whether a person chooses the first day of a statement. A balance sheet is of one day, a summary of the month that ends on it, and
 * months side by side begin with the first of them.
 */
export function hasFirstDay({ statement, months }: Pick<FigureChoice, "statement" | "months">): boolean {
  if (statement === "balance_sheet" || statement === "summary") return false;
  return statement === "trial_balance" || months === undefined;
}

/** The dates with another last day. A first day that isn't after it stays; one that no field shows begins its month. */
export function spanTo(to: CalendarDate, { from }: Span, isFirstDayShown: boolean): Span {
  if (from <= to) return { from, to };
  return { from: isFirstDayShown ? to : monthStart(to), to };
}

/** The days of a summary's figures: the month to its last day, or the ledger's own period that ends on that day. */
export function summarySpan(months: readonly Span[] | undefined, to: CalendarDate): Span {
  const last = months?.at(-1);
  return { from: last?.to === to ? last.from : monthStart(to), to };
}

/** Why a profit and loss has no budget column: what is missing, or which dates don't allow it. */
export type BudgetGap = "none" | "part_of_month" | "too_long" | "other_months";

/** Null where the days are whole months, up to a year, that a budget covers. */
export function budgetGap(
  { from, to }: Span,
  budgets: readonly { readonly from: string | null; readonly to: string | null }[],
): BudgetGap | null {
  if (budgets.length === 0) return "none";
  if (from !== monthStart(from) || to !== monthEnd(to)) return "part_of_month";
  if (monthStart(from, 12) <= to) return "too_long";
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)];
  return budgets.some((one) => one.from !== null && one.to !== null && one.from <= last && first <= one.to) ? null : "other_months";
}

export const AGE_WORDS: Readonly<Record<string, string>> = {
  current: t("Current"),
  "1-30": t("1–30 days"),
  "31-60": t("31–60 days"),
  "61-90": t("61–90 days"),
  "90+": t("Over 90 days"),
};

export const RATIO_WORDS: Readonly<Record<KeyRatio["code"], { readonly word: string; readonly help: string }>> = {
  gross_margin: { word: t("Gross margin"), help: t("Gross profit as a percentage of income (excluding other income).") },
  net_margin: { word: t("Net margin"), help: t("Net income as a percentage of income (excluding other income).") },
  current_ratio: { word: t("Current ratio"), help: t("Current assets divided by current liabilities.") },
  quick_ratio: { word: t("Quick ratio"), help: t("Cash and receivables divided by current liabilities.") },
  days_receivable: {
    word: t("Days receivable"),
    help: t("Receivables divided by average daily income over the last three months. Other income isn't counted."),
  },
  days_payable: { word: t("Days payable"), help: t("Payables divided by average daily expenses over the last three months.") },
  runway: {
    word: t("Runway"),
    help: t(
      "Months until cash runs out, at the pace of the last three months. Shows n/a if cash isn't falling or would last more than ten years.",
    ),
  },
};

/** A ratio with its unit; n/a where it means nothing. */
export function ratioWords({ unit }: Pick<KeyRatio, "unit">, value: string | null): string {
  if (value === null) return t("n/a");
  if (unit === "percent") return `${formatPercent(value)}%`;
  if (unit === "times") return value;
  const count = Number(value);
  return unit === "days"
    ? t("{count, plural, one {1 day} other {{count} days}}", { count })
    : t("{count, plural, one {1 month} other {{count} months}}", { count });
}
