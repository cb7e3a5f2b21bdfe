import type { OperationOutput } from "#main/operations/collection.ts";
import { t } from "../../language/t.ts";
import type { AgingSide } from "../../state/views/figure-choices.ts";

type Aging = OperationOutput<"reports.aging">;
export type Bucket = Aging["buckets"][number];
export type UnappliedKind = Aging["unappliedCash"][number]["kind"];
export type AgingGapReason = Aging["gaps"][number]["reason"];

export const BUCKET_WORDS: Readonly<Record<Bucket, { readonly word: string; readonly means: string }>> = {
  current: { word: t("Current"), means: t("Not due yet at that day.") },
  "1-30": { word: t("1–30 days"), means: t("Due up to 30 days before that day.") },
  "31-60": { word: t("31–60 days"), means: t("Due 31 to 60 days before that day.") },
  "61-90": { word: t("61–90 days"), means: t("Due 61 to 90 days before that day.") },
  "90+": { word: t("Over 90 days"), means: t("Due more than 90 days before that day.") },
};

export const UNAPPLIED_WORDS: Readonly<Record<UnappliedKind, string>> = {
  credit: t("credit not applied"),
  overpayment: "overpayment",
  prepayment: "prepayment",
  deposit: "deposit",
  payment: t("payment not applied"),
};

export const AGING_GAP_WORDS: Readonly<Record<AgingGapReason, string>> = {
  allocation_without_date: t(
    "transactions with an allocation the ledger gives no date for, so their open amount on that day is uncertain.",
  ),
  allocation_in_another_currency: t("transactions settled in another currency, so their open amount on that day is uncertain."),
  outstanding_not_explained_by_allocations: t(
    "transactions whose open amount isn't explained by their allocations, so their open amount on that day is uncertain.",
  ),
  entity_unknown: t("transactions whose legal entity the ledger doesn't name, so they aren't in any entity's aging."),
};

export const SIDE_WORDS: Readonly<Record<AgingSide, { readonly word: string; readonly means: string; readonly title: string }>> = {
  receivable: { word: t("Receivable"), means: t("What customers owe the client."), title: t("Aged receivables") },
  payable: { word: t("Payable"), means: t("What the client owes its vendors."), title: t("Aged payables") },
};

/** What an aging was held against. */
export const AGAINST_WORDS: Readonly<Record<Aging["tieOut"]["source"], string>> = {
  ledger_report: t("the ledger's aging report"),
  ledger_query: t("a query of the ledger"),
  party_balances: t("the ledger's contact balances"),
  control_accounts: t("the control accounts of the ledger's trial balance"),
};

/** Which of our figures was held against it. */
export const OURS_WORDS: Readonly<Record<NonNullable<Aging["tieOut"]["basis"]>, string>> = {
  open_documents: t("the open transactions"),
  open_documents_less_unapplied_cash: t("the open transactions less unapplied cash"),
  control_accounts: t("the open transactions less unapplied cash, as in the control accounts"),
};
