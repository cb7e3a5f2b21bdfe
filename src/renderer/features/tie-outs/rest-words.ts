import { isZero } from "#shared/kernel/decimal.ts";
import type { TieOut, TieOutLine } from "#shared/model/reports/tie-out.ts";
import type { DifferenceAnswer } from "#shared/model/reports/tie-out-causes.ts";
import { t } from "../../language/t.ts";

type Compared = Pick<TieOut, "currency" | "outcome">;
type ComparedLine = Compared & Pick<TieOutLine, "subject" | "subjectId" | "documents">;

/**
 * The name of a difference that is one step from our figure to the ledger's. It says that no transaction has the amount only where
 * transactions were searched for it; of counts and of rounding it says just what they are.
 * @param line null: the total of the check
 */
export function restWords(check: Compared, line: ComparedLine | null, answers: readonly DifferenceAnswer[]): string {
  const { currency, outcome } = line ?? check;
  if (currency === null) return t("Difference in record count");
  // No transaction is looked for behind a difference that is small enough to be rounding.
  if (outcome === "within_tolerance") return t("Rounding");
  const [only] = answers;
  if (only !== undefined && answers.length === 1 && isZero(only.left))
    return revaluationWords(only) ?? t("As explained under “Why it doesn't tie”");
  return line !== null && isSearched(check, line) ? t("No transaction for exactly this amount") : t("Difference in amount");
}

/** What a difference is that revaluations explain; undefined where something else does. */
export function revaluationWords(answer: DifferenceAnswer | undefined): string | undefined {
  if (answer === undefined || !isZero(answer.left) || !answer.parts.every(({ cause }) => cause === "revaluation")) return undefined;
  return t("{count, plural, one {Currency revaluation} other {Currency revaluations}}", { count: answer.parts.length });
}

/**
 * Whether every transaction behind a line had its amount compared with the difference. Lines calculated from many accounts and amounts
 * without a contact have no transactions of their own, a contact's are compared in base currency only, and one whose amount isn't known
 * could still be the difference.
 */
function isSearched({ currency }: Compared, line: ComparedLine): boolean {
  if (line.documents.some(({ amount }) => amount === null)) return false;
  return line.subject === "account" || (line.subject === "party" && line.subjectId !== "" && line.currency === currency);
}
