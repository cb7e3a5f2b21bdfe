import type { Comparison, StatementKind } from "../../state/figure-choices.ts";

export const STATEMENT_WORDS: Readonly<Record<StatementKind, string>> = {
  trial_balance: "Trial balance",
  profit_and_loss: "Profit and loss",
  balance_sheet: "Balance sheet",
};

export const COMPARISON_WORDS: Readonly<Record<Comparison, string>> = {
  prior_month: "Month before",
  prior_year: "Year before",
  year_to_date: "Year to date",
};
