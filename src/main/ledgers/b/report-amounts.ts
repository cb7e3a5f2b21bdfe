import { decimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { LedgerReportKind, ReportAmount, ReportRow } from "#shared/model/reports/ledger-report.ts";
import { AnswerUnreadable } from "../adapter.ts";
import { cellAmount, debitPositive, reportAmount, type Side, sideOf } from "../report-parts.ts";

/** What a report's rows are read with. */
export interface RowFacts {
  readonly columns: readonly string[];
  readonly rows: readonly ReportRow[];
  readonly sides: readonly (Side | null)[];
  readonly currency: string;
  readonly accounts: ReadonlyMap<string, Account>;
}

/** The amounts that the rows state; of accounts debits are positive. @throws AnswerUnreadable */
export function amountsOf(kind: LedgerReportKind, facts: RowFacts): ReportAmount[] {
  if (kind === "trial_balance") return trialBalanceAmounts(facts);
  if (kind === "aged_receivable" || kind === "aged_payable") return agedAmounts(facts);
  return statementAmounts(facts, kind === "profit_and_loss" ? "movement" : "balance");
}

function trialBalanceAmounts({ columns, rows, currency }: RowFacts): ReportAmount[] {
  const debit = columnAt(columns, "Debit");
  const credit = columnAt(columns, "Credit");
  const zero = decimal("0");
  return rows.flatMap((row) => {
    if (row.role === "summary" || row.recordId === undefined) return [];
    const amount = subtractDecimals(cellAmount(row.cells[debit], row.label) ?? zero, cellAmount(row.cells[credit], row.label) ?? zero);
    return [reportAmount("account", row.recordId, "balance", amount, currency)];
  });
}

/** The report is in home currency, and takes credits and unapplied payments off what a party owes. */
function agedAmounts({ columns, rows, currency }: RowFacts): ReportAmount[] {
  const total = columnAt(columns, "Total");
  return rows.flatMap((row) => {
    if (row.role === "summary" || row.recordId === undefined) return [];
    const amount = cellAmount(row.cells[total], row.label);
    return amount === null ? [] : [reportAmount("party", row.recordId, "outstanding", amount, currency)];
  });
}

function statementAmounts({ rows, sides, currency, accounts }: RowFacts, measure: "movement" | "balance"): ReportAmount[] {
  return rows.flatMap((row, at) => {
    const amount = cellAmount(row.cells.at(-1), row.label);
    if (amount === null) return [];
    const computed = computedLine(row, measure);
    // What was earned is a credit.
    if (computed !== null) return [reportAmount("computed", computed, measure, debitPositive(amount, "credit"), currency)];
    if (row.role === "summary" || row.recordId === undefined) return [];
    const side = sideOf(sides[at] ?? null, accounts.get(row.recordId), row.label);
    return [reportAmount("account", row.recordId, measure, debitPositive(amount, side), currency)];
  });
}

/** The year's result: the last line of a profit and loss, a row without an account in a balance sheet's equity. */
function computedLine(row: ReportRow, measure: "movement" | "balance"): string | null {
  if (row.recordId !== undefined || !/^net (?:income|loss|earnings)$/i.test(row.label)) return null;
  if (measure === "movement") return row.role === "summary" ? "net_profit" : null;
  return row.role === "data" ? "current_earnings" : null;
}

function columnAt(columns: readonly string[], title: string): number {
  const at = columns.findIndex((column) => column.toLowerCase() === title.toLowerCase());
  if (at < 0) throw new AnswerUnreadable(`The report has no column “${title}”.`);
  return at;
}
