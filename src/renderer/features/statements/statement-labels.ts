import type { Comparison } from "#shared/model/reports/statement.ts";
import { t } from "../../language/t.ts";
import type { StatementKind } from "../../state/views/figure-choices.ts";

export const STATEMENT_WORDS: Readonly<Record<StatementKind, string>> = {
  trial_balance: t("Trial balance"),
  profit_and_loss: t("Profit and loss"),
  balance_sheet: t("Balance sheet"),
  cash_flow: t("Cash flow"),
};

export const COMPARISON_WORDS: Readonly<Record<Comparison, string>> = {
  prior_month: t("Prior month"),
  prior_year: t("Same month last year"),
  year_to_date: t("Year to date"),
  budget: t("Budget"),
};

/**
 * Whether a statement can be compared so. A balance sheet is of one day, so the year to date would repeat it; only income and expenses
 * are budgeted.
 */
export function isComparable(kind: StatementKind, name: Comparison): boolean {
  if (kind === "profit_and_loss") return true;
  return name !== "budget" && (kind !== "balance_sheet" || name !== "year_to_date");
}
