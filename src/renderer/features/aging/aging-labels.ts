import type { OperationOutput } from "#main/operations/collection.ts";
import { t } from "../../language/t.ts";
import type { AgingSide } from "../../state/views/figure-choices.ts";
import type { AgingGapReason } from "../../ui/figures/aging-gaps.ts";

type Aging = OperationOutput<"reports.aging">;
export type Bucket = Aging["buckets"][number];
export type UnappliedKind = Aging["unappliedCash"][number]["kind"];

export const BUCKET_LABELS: Readonly<Record<Bucket, { readonly word: string; readonly means: string }>> = {
  current: { word: t("Current"), means: t("Not overdue on the as-of date.") },
  "1-30": { word: t("1–30 days"), means: t("1 to 30 days overdue on the as-of date.") },
  "31-60": { word: t("31–60 days"), means: t("31 to 60 days overdue on the as-of date.") },
  "61-90": { word: t("61–90 days"), means: t("61 to 90 days overdue on the as-of date.") },
  "90+": { word: t("Over 90 days"), means: t("More than 90 days overdue on the as-of date.") },
};

export const UNAPPLIED_LABELS: Readonly<Record<UnappliedKind, string>> = {
  credit: t("unapplied credit"),
  overpayment: "overpayment",
  prepayment: "prepayment",
  deposit: "deposit",
  payment: t("unapplied payment"),
};

/** Why one transaction's outstanding amount is uncertain. */
export const UNCERTAIN_TITLES: Readonly<Record<AgingGapReason, string>> = {
  allocation_without_date: t("An allocation has no date in the ledger, so the outstanding amount on the as-of date is uncertain."),
  allocation_in_another_currency: t("An allocation is in another currency, so the outstanding amount on the as-of date is uncertain."),
  outstanding_not_explained_by_allocations: t(
    "The total less allocations doesn't match the ledger's outstanding amount, so the amount on the as-of date is uncertain.",
  ),
  entity_unknown: t("This transaction has no entity in the ledger, so it isn't in any entity's aging."),
};

export const SIDE_LABELS: Readonly<
  Record<AgingSide, { readonly word: string; readonly means: string; readonly title: string; readonly none: (day: string) => string }>
> = {
  receivable: {
    word: t("Receivables"),
    means: t("What customers owe the client."),
    title: t("Aged receivables"),
    none: (day) => t("No open receivables as of {day}", { day }),
  },
  payable: {
    word: t("Payables"),
    means: t("What the client owes its vendors."),
    title: t("Aged payables"),
    none: (day) => t("No open payables as of {day}", { day }),
  },
};

/** What an aging was compared with. */
export const AGAINST_WORDS: Readonly<Record<Aging["tieOut"]["source"], string>> = {
  ledger_report: t("the ledger's aging report"),
  ledger_query: t("the ledger's totals by contact"),
  party_balances: t("the ledger's contact balances"),
  control_accounts: t("the control accounts in the ledger's trial balance"),
};

/** Without anything by contact from the ledger, only the total is compared: that is part of the result. */
export function isTotal({ source }: Pick<Aging["tieOut"], "source">): boolean {
  return source === "control_accounts";
}

/** What an aging was compared with, as the tip of its result. */
export function comparedTip({ outcome, source, control }: Pick<Aging["tieOut"], "outcome" | "source" | "control">): string {
  if (outcome === "cannot_check") return t("What was compared");
  if (isTotal({ source })) return t("Only the total was compared, with the control accounts in the ledger's trial balance");
  return control === undefined
    ? t("Compared with {source}", { source: AGAINST_WORDS[source] })
    : t("Compared with {source} and the control accounts", { source: AGAINST_WORDS[source] });
}

/** Which of Tieout's figures was compared. */
export const OURS_LABELS: Readonly<Record<NonNullable<Aging["tieOut"]["basis"]>, string>> = {
  open_documents: t("open transactions"),
  open_documents_less_unapplied_cash: t("open transactions less unapplied credits and payments"),
  control_accounts: t("open transactions less the unapplied credits and payments that post to the control accounts"),
};
