import type { Comparison } from "#shared/model/statement.ts";
import { t } from "../../language/t.ts";
import type { StatementKind } from "../../state/figure-choices.ts";

export const STATEMENT_WORDS: Readonly<Record<StatementKind, string>> = {
  trial_balance: t("Trial balance"),
  profit_and_loss: t("Profit and loss"),
  balance_sheet: t("Balance sheet"),
};

export const COMPARISON_WORDS: Readonly<Record<Comparison, string>> = {
  prior_month: t("Month before"),
  prior_year: t("Year before"),
  year_to_date: t("Year to date"),
};
