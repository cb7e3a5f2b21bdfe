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

/** What a row of a few lines has room for. */
const BRIEF_MAX = 90;

/** Where the point of a reason ends: details come in a further sentence or after a colon. What ends sooner may be a name. */
const POINT = /^.{24,}?(?=\. \p{Lu}|: \p{Ll})/u;

/** The entity that a reason is of, by its own name, which may have a period in it. */
const ENTITY = /^[^:]+: (?=\p{Lu})/u;

/** What a row says of its result: the point of the reason, or what the figure is compared with. The panel has all of a reason. */
export function rowWords(check: Pick<TieOut, "check" | "against" | "report" | "tied" | "reason">): string {
  const { reason } = check;
  if (reason === null) return againstWords(check);
  const entity = ENTITY.exec(reason)?.[0] ?? "";
  const point = reason.length > BRIEF_MAX ? POINT.exec(reason.slice(entity.length))?.[0] : undefined;
  return point === undefined ? reason : `${entity}${point}.`;
}

/** What Tieout's figure is compared with. */
export function againstWords(check: Pick<TieOut, "check" | "against" | "report" | "tied">): string {
  const { against, tied = [] } = check;
  if (against !== "report") return AGAINST_WORDS[against];
  const report = check.report ?? USUAL[check.check];
  if (report !== undefined) return REPORT_WORDS[report];
  // A trial balance has no contacts.
  return tied.some(({ subject }) => subject === "party") ? REPORT_WORDS.aged_receivable : AGAINST_WORDS.report;
}
