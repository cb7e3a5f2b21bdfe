import { type DecimalString, decimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { LedgerReportKind, ReportAmount, ReportRow } from "#shared/model/reports/ledger-report.ts";
import { AnswerUnreadable } from "../adapter.ts";
import { cellAmount, debitPositive, reportAmount, type Side, sideOf } from "../report-parts.ts";

/** What a report's rows are read with. */
export interface RowFacts {
  readonly columns: readonly string[];
  readonly rows: readonly ReportRow[];
  readonly currency: string;
  readonly accounts: ReadonlyMap<string, Account>;
}

/** Outside some countries the accounts of currency gains and losses are one row under this account value. */
const CURRENCY_GROUP = "Account:FXGROUPID";

/** The amounts that the rows state, debits positive. @throws AnswerUnreadable */
export function amountsOf(kind: LedgerReportKind, facts: RowFacts): ReportAmount[] {
  if (kind === "trial_balance") return trialBalanceAmounts(facts);
  if (kind === "bank_summary") return bankAmounts(facts);
  return kind === "profit_and_loss"
    ? statementAmounts(facts, "movement", PROFIT_AND_LOSS_LINES)
    : statementAmounts(facts, "balance", BALANCE_SHEET_LINES);
}

function trialBalanceAmounts({ columns, rows, currency }: RowFacts): ReportAmount[] {
  // Debit and Credit are the month to date; only the year-to-date columns hold balances.
  const debit = columnAt(columns, "YTD Debit");
  const credit = columnAt(columns, "YTD Credit");
  return rows.flatMap((row) => {
    if (row.role !== "data" || row.recordId === undefined) return [];
    const zero = decimal("0");
    const amount = subtractDecimals(cellAmount(row.cells[debit], row.label) ?? zero, cellAmount(row.cells[credit], row.label) ?? zero);
    return [ofRow(row.recordId, "balance", amount, currency)];
  });
}

function bankAmounts({ columns, rows, currency }: RowFacts): ReportAmount[] {
  const closing = columnAt(columns, "Closing Balance");
  return rows.flatMap((row) => {
    const amount = row.role === "data" && row.recordId !== undefined ? cellAmount(row.cells[closing], row.label) : null;
    return amount === null ? [] : [ofRow(row.recordId as string, "balance", amount, currency)];
  });
}

/** Lines that the ledger computes and that name no account, by their label. */
const PROFIT_AND_LOSS_LINES: readonly (readonly [RegExp, string])[] = [[/^net (?:profit|loss|income|surplus|deficit)\b/i, "net_profit"]];
const BALANCE_SHEET_LINES: readonly (readonly [RegExp, string])[] = [[/^current year (?:earnings|surplus)/i, "current_earnings"]];

function statementAmounts(
  { rows, currency, accounts }: RowFacts,
  measure: ReportAmount["measure"],
  computed: readonly (readonly [RegExp, string])[],
): ReportAmount[] {
  const amounts: ReportAmount[] = [];
  let section: Side | null = null;
  for (const row of rows) {
    if (row.role === "section") section = sectionSide(row.label) ?? (row.label === "" || measure === "movement" ? null : section);
    if (row.role !== "data") continue;
    const amount = cellAmount(row.cells[0], row.label);
    if (amount === null) continue;
    if (row.recordId === undefined) {
      const line = computed.find(([label]) => label.test(row.label));
      // What was earned is a credit.
      if (line !== undefined) amounts.push(reportAmount("computed", line[1], measure, debitPositive(amount, "credit"), currency));
      continue;
    }
    const side = sideOf(section, accounts.get(row.recordId), row.label);
    amounts.push(ofRow(row.recordId, measure, debitPositive(amount, side), currency));
  }
  return amounts;
}

/**
 * Sections of the standard layout. A balance sheet opens its halves with sections that hold no rows;
 * those inside them (Bank, Current Assets) keep the half's side. Other titles tell nothing.
 */
function sectionSide(title: string): Side | null {
  if (/^(?:less\b|.*\bexpenses?\b|.*\bcosts?\b)/i.test(title)) return "debit";
  if (/^(?:plus\b|income|revenue|trading income|other income)/i.test(title)) return "credit";
  if (/^(?:assets|bank)$|\bassets$/i.test(title)) return "debit";
  return /^equity$|liabilit/i.test(title) ? "credit" : null;
}

function ofRow(recordId: string, measure: ReportAmount["measure"], amount: DecimalString, currency: string): ReportAmount {
  return recordId === CURRENCY_GROUP
    ? reportAmount("computed", "currency_differences", measure, amount, currency)
    : reportAmount("account", recordId, measure, amount, currency);
}

function columnAt(columns: readonly string[], title: string): number {
  const at = columns.indexOf(title);
  if (at < 0) throw new AnswerUnreadable(`The report has no column “${title}”.`);
  return at;
}
