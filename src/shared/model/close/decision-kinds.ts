/** Decisions that stay where they were made: above all the status of a period, which no file that somebody sends may close. */
const KEPT_KINDS = [
  "duplicate_dismissed",
  "order_match",
  "party_merge",
  "party_pair_dismissed",
  "period_status",
  "own_dimension",
  "own_dimension_value",
  "close_checklist",
  "adjusting_entry",
  "finding_acknowledged",
  "bank_draft",
] as const;

/** What people decide in a review, and what a reviewer needs to see the same figures: a review bundle carries it. */
export const CARRIED_KINDS = [
  "approval",
  "close_task",
  "close_tick",
  "close_sign",
  "tie_out_accepted",
  "change_disposition",
  "flux_threshold",
  "flux_explanation",
  "flux_sign",
  "flux_return",
  "reconciliation",
  "reconciliation_sign",
  "reconciliation_return",
  "bank_match",
  "bank_rule",
  "bank_mapping",
  "commentary",
  "schedule_item",
  "bank_balance",
  "statement_layout",
  "repeating_template",
  "repeating_date",
  "client_question",
  "question_sent",
  "question_answer",
  "question_resolved",
  "gate_override",
  "review_note",
] as const;

/** What people decide about a client's records; Tieout's own and unknown to the ledger. */
export const DECISION_KINDS = [...KEPT_KINDS, ...CARRIED_KINDS] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];
