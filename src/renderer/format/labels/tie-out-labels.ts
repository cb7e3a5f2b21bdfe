import type {
  Recheck,
  ShownOutcome,
  TieOutCheck,
  TieOutCounts,
  TieOutDocumentReason,
  TieOutOutcome,
} from "#shared/model/reports/tie-out.ts";
import { t } from "../../language/t.ts";
import type { Tone } from "./sync-labels.ts";

interface OutcomeLabel {
  readonly word: string;
  readonly tone: Tone;
  readonly means: string;
}

/** The five outcomes of a check. Only `ties` says that figures agree; what could not be checked never looks like it. */
export const OUTCOME_WORDS: Readonly<Record<TieOutOutcome, OutcomeLabel>> = {
  ties: { word: t("Tied out"), tone: "ok", means: t("Tieout's figure and the ledger's match exactly.") },
  within_tolerance: { word: t("Within tolerance"), tone: "queued", means: t("The difference is small enough to be rounding.") },
  variance: {
    word: t("Out of balance"),
    tone: "warning",
    means: t("At least one of Tieout's figures differs from the ledger's. Open the tie-out for details."),
  },
  cannot_check: {
    word: t("Can't be checked"),
    tone: "offline",
    means: t("All or part of this figure can't be compared with the ledger's. The tie-out gives the reason."),
  },
  not_run: {
    word: t("Not checked"),
    tone: "neutral",
    means: t("This figure hasn't been compared with the ledger's yet. The tie-out gives the reason."),
  },
};

/** The checks by name, and what each of them holds against what. */
export const CHECK_WORDS: Readonly<Record<TieOutCheck, { readonly word: string; readonly means: string }>> = {
  trial_balance: { word: t("Trial balance"), means: t("Every account's balance. The total is the sum of the debit balances.") },
  profit_and_loss: {
    word: t("Profit and loss"),
    means: t(
      "Every income and expense account with an amount for these dates. The statement may list more accounts, because it also shows other periods. The total is net income.",
    ),
  },
  balance_sheet: {
    word: t("Balance sheet"),
    means: t("Every asset, liability and equity account. The total is the sum of the asset accounts."),
  },
  receivable_control: { word: t("Receivables control accounts"), means: t("Balance of the receivables control accounts.") },
  payable_control: {
    word: t("Payables control accounts"),
    means: t("Balance of the payables control accounts. Amounts owed are positive, as in the aging."),
  },
  aging_receivable: {
    word: t("Aged receivables"),
    means: t("What each customer owes in open transactions, compared with the ledger."),
  },
  aging_payable: {
    word: t("Aged payables"),
    means: t("What each vendor is owed in open transactions, compared with the ledger."),
  },
  bank_balances: {
    word: t("Bank balances"),
    means: t(
      "Book balance of every account that the ledger lists as a bank account. This may include credit cards. Cash in Overview and Statements never does, so the two can differ.",
    ),
  },
  document_counts: {
    word: t("Record counts"),
    means: t("Number of records in each data set that the ledger can count, compared with the ledger's count."),
  },
};

/** Why a document is named beside a variance. */
export const SUSPECT_LABELS: Readonly<Record<TieOutDocumentReason, string>> = {
  amount_equals_difference: t("same amount as the difference, or half of it"),
  changed_after_report: t("changed after the ledger's figure was read"),
  removed: t("deleted in ledger"),
  no_base_amount: t("in another currency, and a base-currency amount is missing"),
  reconstruction_gap: t("postings couldn't be fully determined"),
  history_uncertain: t("amount on the as-of date is uncertain"),
};

/** Shown wherever a run's outcome is: figures for its date may have changed after it. */
export const RECHECK = {
  word: t("Recheck needed"),
  running: t("Rechecking"),
  whileRunning: t(
    "Figures for this date have changed since they were checked. This sync checks them again once it has read all data sets.",
  ),
  means: t(
    "Figures for this date may have changed since they were checked. To check them now, open Tie-outs and choose “Tie out now.” If a period in close ends on this date, the next complete sync also checks them.",
  ),
};

/** Shown in place of “Tied out” where nothing was compared with nothing. */
export const NOTHING_TO_TIE_OUT = {
  word: t("Nothing to tie out"),
  yet: t("Nothing to tie out yet"),
  means: t("The books have no transactions yet, so there was nothing to compare."),
} as const;

interface Books {
  readonly asOf: string | null;
  readonly documents: number;
  /** Whether any period has ended. */
  readonly hasPeriod: boolean;
}

/**
 * Whether a run compared nothing with nothing: the books are synced, and have neither a transaction nor a period. Its results are stored
 * as they are, but no screen calls that tied out. What doesn't agree all the same is told.
 */
export function isNothingToTieOut(
  { asOf, documents, hasPeriod }: Books,
  { variance, cannotCheck }: Pick<TieOutCounts, "variance" | "cannotCheck">,
): boolean {
  return asOf !== null && documents === 0 && !hasPeriod && variance + cannotCheck === 0;
}

type TiedCounts = Pick<TieOutCounts, "ties" | "totalOnly" | "withinTolerance">;

/** How many tie-outs are tied out, in the one form of every screen. Of how many is said only where not all of them are. */
export function tiedOutWords(counts: TiedCounts, checks = counts.ties): string {
  const { ties } = counts;
  const part = tiedInPart(counts);
  return ties === checks ? t("{ties} tied out{part}", { ties, part }) : t("{ties} of {checks} tied out{part}", { ties, checks, part });
}

/** Behind a count of what tied out: how many of those by their total alone or within tolerance. */
function tiedInPart({ totalOnly = 0, withinTolerance = 0 }: TiedCounts): string {
  if (totalOnly + withinTolerance === 0) return "";
  if (withinTolerance === 0) return t(" ({totalOnly} total only)", { totalOnly });
  return totalOnly === 0
    ? t(" ({withinTolerance} within tolerance)", { withinTolerance })
    : t(" ({totalOnly} total only, {withinTolerance} within tolerance)", { totalOnly, withinTolerance });
}

/** Why results that a sync has overtaken may no longer be right, and when they're checked again. */
export function recheckMeans(recheck: Recheck): string {
  return recheck === "running" ? RECHECK.whileRunning : RECHECK.means;
}

export function outcomeWord(outcome: ShownOutcome): string {
  if (outcome === "rechecking") return RECHECK.running;
  return outcome === "recheck_needed" ? RECHECK.word : OUTCOME_WORDS[outcome].word;
}
