import { z } from "zod";
import { calendarDateString, decimalString, instantString } from "../books/money.ts";

/** Reports that a ledger makes of itself. Used only to assert (rule 19). */
export const ledgerReportKinds = [
  "trial_balance",
  "profit_and_loss",
  "balance_sheet",
  "aged_receivable",
  "aged_payable",
  "bank_summary",
] as const;
export const ledgerReportKind = z.enum(ledgerReportKinds);
export type LedgerReportKind = z.infer<typeof ledgerReportKind>;

export const accountingBasis = z.enum(["accrual", "cash"]);
export type AccountingBasis = z.infer<typeof accountingBasis>;

/** What is asked: dates inclusive; reports at a date read `to` alone. */
export const reportQuestion = z.object({
  kind: ledgerReportKind,
  from: calendarDateString,
  to: calendarDateString,
  basis: accountingBasis,
  /** One legal entity alone, in the currency of its books. */
  entityId: z.string().optional(),
});
export type ReportQuestion = z.infer<typeof reportQuestion>;

/**
 * A presentation row, in the ledger's order: `depth` from 0, cells as sent, one a column. `recordId`
 * is the account or party that the row names; computed rows name none.
 */
export const reportRow = z.object({
  role: z.enum(["header", "section", "data", "summary"]),
  depth: z.number().int().min(0),
  label: z.string(),
  recordId: z.string().optional(),
  cells: z.array(z.string().nullable()),
});
export type ReportRow = z.infer<typeof reportRow>;

/**
 * One amount from the ledger's report, ready to compare. Debits are positive for accounts and totals; a contact's open
 * amount is positive when it is owed.
 * - `balance`: of an account at `to`. Income and expenses: the fiscal year to date.
 * - `movement`: of an account between `from` and `to`.
 * - `outstanding`: of a contact at `to`, less unapplied cash if the report deducts it.
 * `subjectId` is an account's or contact's ID, or a computed line: `current_earnings`, `net_profit`.
 */
export const reportAmount = z.object({
  subject: z.enum(["account", "party", "computed"]),
  subjectId: z.string(),
  measure: z.enum(["balance", "movement", "outstanding"]),
  amount: decimalString,
  currency: z.string(),
});
export type ReportAmount = z.infer<typeof reportAmount>;

/** A ledger's report: its rows, and the amounts it states. `method` says how it was obtained. */
export const ledgerReport = reportQuestion.extend({
  title: z.string(),
  currency: z.string(),
  method: z.enum(["report", "query"]),
  columns: z.array(z.string()),
  rows: z.array(reportRow),
  amounts: z.array(reportAmount),
  fetchedAt: instantString,
});
export type LedgerReport = z.infer<typeof ledgerReport>;
