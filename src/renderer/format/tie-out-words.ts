import type { TieOutCheck, TieOutDocumentReason, TieOutOutcome } from "#shared/model/tie-out.ts";
import { t } from "../language/t.ts";
import type { Tone } from "./sync-words.ts";

interface OutcomeWords {
  readonly word: string;
  readonly tone: Tone;
  readonly means: string;
}

/** The five outcomes of a check. Only `ties` says that figures agree; what could not be checked never looks like it. */
export const OUTCOME_WORDS: Readonly<Record<TieOutOutcome, OutcomeWords>> = {
  ties: { word: t("Ties"), tone: "ok", means: t("Our figure and the ledger's are equal to the last digit.") },
  within_tolerance: { word: t("Within tolerance"), tone: "queued", means: t("They differ by no more than rounding can make.") },
  variance: { word: t("Variance"), tone: "warning", means: t("They differ. The accounts and documents behind the difference are named.") },
  cannot_check: {
    word: t("Cannot check"),
    tone: "offline",
    means: t("There was nothing to hold our figure against, or not for all of it. The reason is given."),
  },
  not_run: { word: t("Not run"), tone: "neutral", means: t("This check was not made in this run. The reason is given.") },
};

/** The checks by name, and what each of them holds against what. */
export const CHECK_WORDS: Readonly<Record<TieOutCheck, { readonly word: string; readonly means: string }>> = {
  trial_balance: { word: t("Trial balance"), means: t("Every account's balance. The totals shown are those of the debit balances.") },
  profit_and_loss: { word: t("Profit and loss"), means: t("Every income and expense account. The totals shown are the net profit.") },
  balance_sheet: {
    word: t("Balance sheet"),
    means: t("Every asset, liability and equity account. The totals shown are those of the assets."),
  },
  receivable_control: { word: t("Receivable control accounts"), means: t("The balance of the accounts that gather what customers owe.") },
  payable_control: { word: t("Payable control accounts"), means: t("The balance of the accounts that gather what is owed to vendors.") },
  aging_receivable: {
    word: t("Aged receivables"),
    means: t("What each customer owes, from open documents, against what the ledger says of it."),
  },
  aging_payable: {
    word: t("Aged payables"),
    means: t("What is owed to each vendor, from open documents, against what the ledger says of it."),
  },
  bank_balances: { word: t("Bank balances"), means: t("The book balance of every bank account.") },
  document_counts: { word: t("Document counts"), means: t("How many records the mirror holds, against how many the ledger counts.") },
};

/** Why a document is named beside a variance. */
export const SUSPECT_WORDS: Readonly<Record<TieOutDocumentReason, string>> = {
  amount_equals_difference: t("its amount is the difference, or half of it"),
  changed_after_report: t("changed after the ledger made its report"),
  removed: t("no longer in the ledger"),
  no_base_amount: t("in another currency, without a base amount"),
  reconstruction_gap: t("its postings could not be put together whole"),
  history_uncertain: t("how it stood at that day is not certain"),
};
