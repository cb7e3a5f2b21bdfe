import type { TieOutCheck, TieOutDocumentReason, TieOutOutcome } from "#shared/model/tie-out.ts";
import type { Tone } from "./sync-words.ts";

interface OutcomeWords {
  readonly word: string;
  readonly tone: Tone;
  readonly means: string;
}

/** The five outcomes of a check. Only `ties` says that figures agree; what could not be checked never looks like it. */
export const OUTCOME_WORDS: Readonly<Record<TieOutOutcome, OutcomeWords>> = {
  ties: { word: "Ties", tone: "ok", means: "Our figure and the ledger's are equal to the last digit." },
  within_tolerance: { word: "Within tolerance", tone: "queued", means: "They differ by no more than rounding can make." },
  variance: { word: "Variance", tone: "warning", means: "They differ. The accounts and documents behind the difference are named." },
  cannot_check: {
    word: "Cannot check",
    tone: "offline",
    means: "There was nothing to hold our figure against, or not for all of it. The reason is given.",
  },
  not_run: { word: "Not run", tone: "neutral", means: "This check was not made in this run. The reason is given." },
};

/** The checks by name, and what each of them holds against what. */
export const CHECK_WORDS: Readonly<Record<TieOutCheck, { readonly word: string; readonly means: string }>> = {
  trial_balance: { word: "Trial balance", means: "Every account's balance. The totals shown are those of the debit balances." },
  profit_and_loss: { word: "Profit and loss", means: "Every income and expense account. The totals shown are the net profit." },
  balance_sheet: { word: "Balance sheet", means: "Every asset, liability and equity account. The totals shown are those of the assets." },
  receivable_control: { word: "Receivable control accounts", means: "The balance of the accounts that gather what customers owe." },
  payable_control: { word: "Payable control accounts", means: "The balance of the accounts that gather what is owed to vendors." },
  aging_receivable: {
    word: "Aged receivables",
    means: "What each customer owes, from open documents, against what the ledger says of it.",
  },
  aging_payable: { word: "Aged payables", means: "What is owed to each vendor, from open documents, against what the ledger says of it." },
  bank_balances: { word: "Bank balances", means: "The book balance of every bank account." },
  document_counts: { word: "Document counts", means: "How many records the mirror holds, against how many the ledger counts." },
};

/** Why a document is named beside a variance. */
export const SUSPECT_WORDS: Readonly<Record<TieOutDocumentReason, string>> = {
  amount_equals_difference: "its amount is the difference, or half of it",
  changed_after_report: "changed after the ledger made its report",
  removed: "no longer in the ledger",
  no_base_amount: "in another currency, without a base amount",
  reconstruction_gap: "its postings could not be put together whole",
  history_uncertain: "how it stood at that day is not certain",
};
