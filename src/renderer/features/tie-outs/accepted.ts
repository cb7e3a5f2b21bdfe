import type { OperationOutput } from "#main/operations/collection.ts";
import { isZero, negateDecimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import { decimalString } from "#shared/model/books/money.ts";
import { isOwed, type TieOut } from "#shared/model/reports/tie-out.ts";

/** Who accepted a check as it stood, why, and at which difference. */
export interface Acceptance {
  readonly decisionNo: number;
  readonly person: string;
  readonly at: string;
  readonly why: string;
  readonly difference: TieOut["difference"];
  /** The check still finds what was accepted. */
  readonly stands: boolean;
}

/** The acceptance of a check, as it's shown, in a period; null where nobody accepted it. */
export function acceptanceOf(
  decisions: OperationOutput<"decisions.list">,
  periodId: string,
  check: Pick<TieOut, "check" | "outcome" | "difference">,
): Acceptance | null {
  const made = decisions.findLast(({ subject, undoneAt }) => undoneAt === null && subject === `${periodId}|${check.check}`);
  if (made === undefined) return null;
  const { why, outcome, difference: given } = made.body as Readonly<Record<string, unknown>>;
  const read = decimalString.nullable().safeParse(given);
  const kept = read.success ? read.data : null;
  // A decision has the core's signs.
  const difference = kept !== null && isOwed(check.check) ? negateDecimal(kept) : kept;
  const stands = outcome === check.outcome && isSame(difference, check.difference);
  return { decisionNo: made.decisionNo, person: made.person, at: made.at, why: String(why ?? ""), difference, stands };
}

function isSame(a: TieOut["difference"], b: TieOut["difference"]): boolean {
  return a === null || b === null ? a === b : isZero(subtractDecimals(a, b));
}
