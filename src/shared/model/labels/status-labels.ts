import { message } from "../../language/t.ts";
import type { JobState } from "../ledger/write.ts";
import type { FluxComparison, FluxSection, FluxStatus } from "../reports/flux.ts";

/** The status of a flux line inside a sentence. `codeLabel` has the form that is used alone. */
export const FLUX_STATUS_LABELS: Readonly<Record<FluxStatus, string>> = {
  not_needed: "below its threshold",
  needed: "needs an explanation",
  draft: "explained, not signed off",
  ready_for_review: "ready for review",
  returned: "returned to the preparer",
  signed: "signed off",
  stale: "changed since sign-off",
};

/** Comparisons as they read after "compared with". */
export const FLUX_COMPARISON_LABELS: Readonly<Record<FluxComparison, string>> = {
  prior_month: "the prior month",
  prior_quarter: "the prior quarter",
  same_month_last_year: "the same month last year",
  trailing_average: "the trailing average",
  year_to_date: "the prior year to date",
  budget: "budget",
  last_signed_pack: "the last reviewed figures",
};

export const FLUX_SECTION_LABELS: Readonly<Record<FluxSection, string>> = {
  income: "Income",
  cost_of_sales: "Cost of sales",
  operating_expenses: "Operating expenses",
  other_income: "Other income",
  other_expenses: "Other expenses",
  current_assets: "Current assets",
  noncurrent_assets: message("Noncurrent assets"),
  current_liabilities: "Current liabilities",
  noncurrent_liabilities: message("Noncurrent liabilities"),
  equity: "Equity",
};

/** What the subtotal of equity is of: its accounts, without the year's earnings, which only the balance sheet adds. */
export const EQUITY_SUBTOTAL = "Equity before current year earnings";

export interface FluxTrends {
  readonly flags: readonly ("new" | "vanished" | "drifting")[];
  readonly driftPeriods: number;
  readonly statement: "profit_and_loss" | "balance_sheet";
}

/** A flux line's trends: "New this period", "8-period trend"; empty where there is none. Periods of weeks aren't months. */
export function fluxTrendLabel({ flags, driftPeriods, statement }: FluxTrends): string {
  const words = {
    new: "New this period",
    vanished: statement === "balance_sheet" ? "No balance this period" : "Net zero this period",
    drifting: `${driftPeriods}-period trend`,
  };
  return flags.map((flag) => words[flag]).join(", ");
}

/** The state of a write inside a sentence. `codeLabel` has the form that is used alone. */
export const JOB_STATE_LABELS: Readonly<Record<JobState, string>> = {
  draft: "draft",
  ready: "ready to send",
  queued: "queued",
  sent: "sent, no answer yet",
  accepted: "posted",
  partial: "partly posted",
  rejected: "rejected by the ledger",
  conflict: "in conflict",
  unknown: "outcome unknown",
  blocked: "blocked by a check",
  cancelled: "canceled",
};
