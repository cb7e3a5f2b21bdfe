import type { Comparison } from "#shared/model/reports/statement.ts";
import { t } from "../../language/t.ts";
import type { StatementKind } from "../../state/views/figure-choices.ts";

export const STATEMENT_WORDS: Readonly<Record<StatementKind, string>> = {
  trial_balance: t("Trial balance"),
  profit_and_loss: t("Profit and loss"),
  balance_sheet: t("Balance sheet"),
};

export const COMPARISON_WORDS: Readonly<Record<Comparison, string>> = {
  prior_month: t("Prior month"),
  prior_year: t("Prior year"),
  year_to_date: t("Year to date"),
};
