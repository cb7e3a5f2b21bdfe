import type { LedgerReportKind, ReportQuestion } from "#shared/model/reports/ledger-report.ts";
import type { LedgerReports, LedgerRequest, ReportContext } from "../adapter.ts";
import { readReportBody } from "../report-parts.ts";
import { amountsOf } from "./report-amounts.ts";
import { readReportTree } from "./report-tree.ts";

type KindA = Exclude<LedgerReportKind, "aged_receivable" | "aged_payable">;

const NAMES: Readonly<Record<KindA, string>> = {
  trial_balance: "TrialBalance",
  profit_and_loss: "ProfitAndLoss",
  balance_sheet: "BalanceSheet",
  bank_summary: "BankSummary",
};
const KINDS = Object.keys(NAMES) as KindA[];

/**
 * The reports of Ledger A. Its aged reports need a contact each, so there is none of the whole
 * organisation: agings are tied to the contacts' balances and the control accounts instead (rule 16).
 */
export const reportsA: LedgerReports = {
  kinds: KINDS,
  *read(context, question) {
    const { raw, body } = readReportBody(yield reportRequest(context, question));
    const { title, columns, rows } = readReportTree(body);
    const currency = context.discovery.organisation.baseCurrency;
    const amounts = amountsOf(question.kind, { columns, rows, currency, accounts: context.accounts });
    return { report: { ...question, title, currency, method: "report", columns, rows, amounts, fetchedAt: context.fetchedAt }, raw };
  },
};

function reportRequest({ profile, tenantId }: ReportContext, { kind, from, to, basis }: ReportQuestion): LedgerRequest {
  const isSpan = kind === "profit_and_loss" || kind === "bank_summary";
  return {
    method: "GET",
    path: `/Reports/${NAMES[kind as KindA]}`,
    query: {
      ...(isSpan ? { fromDate: from, toDate: to } : { date: to }),
      // A layout of the organisation's own may rename and move every section.
      ...(kind === "profit_and_loss" || kind === "balance_sheet" ? { standardLayout: "true" } : {}),
      ...(basis === "cash" ? { paymentsOnly: "true" } : {}),
    },
    headers: { [profile.a.tenantHeader]: tenantId, Accept: "application/json" },
  };
}
