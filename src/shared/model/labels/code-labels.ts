import { message, t } from "#shared/language/t.ts";
import { CHECK_LABELS } from "./check-labels.ts";

/** English for the model's codes, for packs, exports and the command line. The window has its own in its catalogue. */
const LABELS: Readonly<Record<string, string>> = {
  // Tie-outs
  ...CHECK_LABELS,
  ties: "Tied out",
  within_tolerance: "Within tolerance",
  variance: "Out of balance",
  cannot_check: "Can't be checked",
  not_run: "Not checked",
  recheck_needed: "Recheck needed",
  report: "Ledger report",
  query: "Ledger totals",
  count: "Ledger count",
  none: "None",
  ledger_report: message("the ledger's aging report"),
  ledger_query: "the ledger's totals by contact",
  party_balances: "contact balances",
  control_accounts: "control accounts",
  amount_equals_difference: "same amount as the difference, or half of it",
  changed_after_report: "changed after the ledger's report",
  removed: "deleted in ledger",
  no_base_amount: "foreign currency without an amount in base currency",
  reconstruction_gap: "incomplete postings",
  history_uncertain: "amount on the as-of date is uncertain",
  // Sections of a pack
  summary: "Summary",
  cash_flow: "Cash flow",
  receivables_payables: message("Receivables and payables"),
  // Transactions
  sales_invoice: "Invoice",
  purchase_bill: "Bill",
  sales_credit: "Credit note",
  purchase_credit: message("Vendor credit"),
  cash_sale: "Cash sale",
  cash_purchase: "Expense",
  journal: "Journal",
  // Periods and tasks
  open: "Open",
  in_close: "In close",
  closed: "Closed",
  reopened: "Reopened",
  waiting: "Waiting",
  done: "Done",
  by_hand: "Marked complete",
  // Flux
  not_needed: "Below threshold",
  needed: "Needs explanation",
  draft: "Draft",
  ready_for_review: "Ready for review",
  returned: "Returned",
  signed: "Signed off",
  stale: "Sign off again",
  favourable: message("Favorable"),
  adverse: message("Unfavorable"),
  new: "New",
  vanished: "Net zero this period",
  drifting: "Trend",
  // Reconciliations
  reconciled: "Reconciled",
  difference: "Unreconciled difference",
  needs_file: "File required",
  bank: "Bank statement",
  subledger: "Subledger",
  zero_balance: "Zero balance",
  schedule: "Schedule",
  support: "Other support",
  low: "Low",
  medium: "Medium",
  high: "High",
  monthly: "Monthly",
  quarterly: "Quarterly",
  yearly: "Yearly",
  no_support: "No support",
  moved: "Balance changed",
  not_required: "Not required",
  to_match: "Lines to match",
  // Adjusting entries and writes
  accrual: "Accrual",
  prepayment: "Prepayment",
  depreciation: "Depreciation",
  recurring: "Recurring",
  // Balance sheet schedules
  prepaid: "Prepaid expense",
  booked: "Already booked",
  brought_forward: "Difference brought forward",
  earlier_not_posted: "Unposted entries for earlier months",
  not_posted: "Unposted entries for this month",
  posted_differently: "Posted amounts that differ from the schedule",
  without_item: "Transactions without a schedule item this month",
  without_transaction: "Schedule items without a transaction this month",
  entry: "entry",
  reversal: "reversal",
  due: "Due",
  confirmed: "Posted",
  voided: "Voided",
  ready: "Ready",
  queued: "Queued",
  sent: "Sent",
  accepted: "Posted",
  partial: "Partly posted",
  rejected: "Rejected",
  conflict: "Conflict",
  unknown: "Outcome unknown",
  blocked: "Blocked",
  cancelled: message("Canceled"),
  pending: "No result yet",
  // Purchase orders
  unbilled: "Unbilled",
  part_billed: "Partly billed",
  matched: "Matched",
  over_billed: "Overbilled",
  ledger: "Ledger",
  computed: "Linked bills",
  proposed: "Suggested",
  linked: "linked",
  // Exceptions
  lock_moved_back: "Lock date moved back",
  deleted_document: "Deleted transaction",
  back_dated_document: "Backdated transaction",
  edited_in_closed_period: "Changed in a locked period",
  merged_on_masked_tax_id: "Contacts unmerged",
  unknown_value: "Unknown value",
  malformed_record: "Problem with a record",
  unresolved_account: "Account not found",
  count_drop: "Fewer records than before",
  // Changes after closing
  added: "Added",
  changed: "Changed",
  accept: "Accepted",
  reopen: "Period reopened",
  adjust: "Marked for adjustment",
  // Syncing
  never_read: "Not synced yet",
  never_synced: "Not synced yet",
  reading: "Syncing",
  up_to_date: "Up to date",
  incomplete: "Incomplete",
  failed: "Failed",
  not_supported: "Not available",
  offline: "Unavailable",
  needs_sign_in: "Connection ended",
  not_connected: "Not connected",
  paused: "Paused",
  // Consolidation
  eliminated: "eliminated",
  not_in_group: "not in the group",
  cannot_eliminate: "can't be eliminated",
  closing: "closing rate",
  average: "average rate",
  historical: "historical rate",
  // Unapplied cash
  credit: "Credit",
  overpayment: "Overpayment",
  deposit: "Deposit",
  payment: "Payment",
  // Locks
  all: "All",
  ap: message("Payables"),
  ar: message("Receivables"),
  gl: "General ledger",
  advisers: "Advisors",
};

/** The label of a model's code. A code without a label is written as words. */
export function codeLabel(code: string): string;
export function codeLabel(code: string | null | undefined): string | null;
export function codeLabel(code: string | null | undefined): string | null {
  if (code === null || code === undefined) return null;
  const label = LABELS[code];
  return label === undefined ? `${code.slice(0, 1).toUpperCase()}${code.slice(1).replaceAll("_", " ")}` : t(label);
}

/** The state of an adjusting entry or a schedule entry; a voided and a deleted journal have one state. */
export function entryStateLabel(state: string): string {
  return state === "voided" ? "Voided or deleted" : codeLabel(state);
}
