import type { JobState } from "./ledger/write.ts";
import type { FluxStatus } from "./reports/flux.ts";
import type { TieOutCheck } from "./reports/tie-out.ts";

/** What people call a code of the model, wherever the core writes a sentence about it. */
export const CHECK_LABELS: Readonly<Record<TieOutCheck, string>> = {
  trial_balance: "Trial balance",
  profit_and_loss: "Profit and loss",
  balance_sheet: "Balance sheet",
  receivable_control: "Receivables control account",
  payable_control: "Payables control account",
  aging_receivable: "Aged receivables",
  aging_payable: "Aged payables",
  bank_balances: "Bank balances",
  document_counts: "Transaction counts",
};

export const FLUX_STATUS_LABELS: Readonly<Record<FluxStatus, string>> = {
  not_needed: "below its threshold",
  needed: "needs an explanation",
  draft: "explained, not signed off",
  ready_for_review: "ready for review",
  returned: "returned to the preparer",
  signed: "signed off",
  stale: "changed since sign-off",
};

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
  cancelled: "cancelled",
};
