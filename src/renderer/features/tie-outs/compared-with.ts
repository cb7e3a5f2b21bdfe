import type { TieOut, TieOutCheck } from "#shared/model/reports/tie-out.ts";
import { t } from "../../language/t.ts";

const AGAINST_WORDS: Readonly<Record<TieOut["against"], string>> = {
  report: t("A ledger report"),
  query: t("The ledger's own totals"),
  party_balances: t("The ledger's contact balances"),
  count: t("The ledger's own counts"),
  none: t("Nothing"),
};

const TRIAL_BALANCE = t("The ledger's trial balance");

/** The report of a check that is always the same one; banks and agings are compared with the best that the ledger has. */
const REPORTS: Partial<Readonly<Record<TieOutCheck, string>>> = {
  trial_balance: TRIAL_BALANCE,
  profit_and_loss: t("The ledger's profit and loss"),
  balance_sheet: t("The ledger's balance sheet"),
  receivable_control: TRIAL_BALANCE,
  payable_control: TRIAL_BALANCE,
};

/** What Tieout's figure is compared with. */
export function againstWords({ check, against, tied = [] }: Pick<TieOut, "check" | "against" | "tied">): string {
  if (against !== "report") return AGAINST_WORDS[against];
  // A trial balance has no contacts.
  if (tied.some(({ subject }) => subject === "party")) return t("The ledger's aging report");
  return REPORTS[check] ?? AGAINST_WORDS.report;
}
