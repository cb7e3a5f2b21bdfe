import { isTotalOnly, shownOutcome, type TieOut } from "../reports/tie-out.ts";
import { codeLabel } from "./code-labels.ts";

/** The result of a check, for packs and the command line: where it ties by its total only, that is part of the result. */
export function tieOutLabel(check: Pick<TieOut, "check" | "outcome" | "report">, recheck: boolean): string {
  const shown = shownOutcome(check.outcome, recheck);
  const ties = shown === "ties" || shown === "within_tolerance";
  return ties && isTotalOnly(check) ? `${codeLabel(shown)}, total only` : codeLabel(shown);
}
