import { dayName } from "#shared/kernel/readable.ts";
import type { LedgerReportKind, ReportQuestion } from "#shared/model/reports/ledger-report.ts";
import { AnswerUnreadable, type LedgerReports } from "../adapter.ts";
import { readReportBody } from "../report-parts.ts";
import { amountsOf } from "./report-amounts.ts";
import { readReportTree } from "./report-tree.ts";
import { reportRequest } from "./requests.ts";

type KindB = Exclude<LedgerReportKind, "bank_summary">;

const NAMES: Readonly<Record<KindB, string>> = {
  trial_balance: "TrialBalance",
  profit_and_loss: "ProfitAndLoss",
  balance_sheet: "BalanceSheet",
  aged_receivable: "AgedReceivables",
  aged_payable: "AgedPayables",
};
const KINDS = Object.keys(NAMES) as KindB[];

/** The reports of Ledger B, which has no other way to its general ledger (rule 18). */
export const reportsB: LedgerReports = {
  kinds: KINDS,
  *read(context, question) {
    const { raw, body } = readReportBody(yield reportRequest(context, NAMES[question.kind as KindB], parameters(question)));
    const { currency: stated, end, title, columns, rows, sides } = readReportTree(body, question.kind);
    if (end !== "" && end !== question.to)
      throw new AnswerUnreadable(`The report was requested for ${dayName(question.to)}, but the ledger returned it for ${dayName(end)}.`);
    const currency = stated || context.discovery.organisation.baseCurrency;
    const amounts = amountsOf(question.kind, { columns, rows, sides, currency, accounts: context.accounts });
    return { report: { ...question, title, currency, method: "report", columns, rows, amounts, fetchedAt: context.fetchedAt }, raw };
  },
};

function parameters({ kind, from, to, basis }: ReportQuestion): Readonly<Record<string, string>> {
  if (kind === "aged_receivable" || kind === "aged_payable") return { report_date: to, aging_method: "Report_Date" };
  return { start_date: from, end_date: to, accounting_method: basis === "cash" ? "Cash" : "Accrual" };
}
