import type { LedgerReportKind } from "#shared/model/reports/ledger-report.ts";
import type { TieOut, TieOutCheck } from "#shared/model/reports/tie-out.ts";
import { t } from "../../language/t.ts";

const AGAINST_WORDS: Readonly<Record<TieOut["against"], string>> = {
  report: t("A ledger report"),
  query: t("The ledger's own totals"),
  party_balances: t("The ledger's contact balances"),
  count: t("The ledger's own counts"),
  none: t("Nothing"),
};

const REPORT_WORDS: Readonly<Record<LedgerReportKind, string>> = {
  trial_balance: t("The ledger's trial balance"),
  profit_and_loss: t("The ledger's profit and loss"),
  balance_sheet: t("The ledger's balance sheet"),
  aged_receivable: t("The ledger's aging report"),
  aged_payable: t("The ledger's aging report"),
  bank_summary: t("The ledger's bank summary"),
};

/** The report of a check in runs that don't name it; what banks and agings were compared with isn't known there. */
const USUAL: Partial<Readonly<Record<TieOutCheck, LedgerReportKind>>> = {
  trial_balance: "trial_balance",
  profit_and_loss: "profit_and_loss",
  balance_sheet: "balance_sheet",
  receivable_control: "trial_balance",
  payable_control: "trial_balance",
};

/** What Tieout's figure is compared with. */
export function againstWords(check: Pick<TieOut, "check" | "against" | "report" | "tied">): string {
  const { against, tied = [] } = check;
  if (against !== "report") return AGAINST_WORDS[against];
  const report = check.report ?? USUAL[check.check];
  if (report !== undefined) return REPORT_WORDS[report];
  // A trial balance has no contacts.
  return tied.some(({ subject }) => subject === "party") ? REPORT_WORDS.aged_receivable : AGAINST_WORDS.report;
}
