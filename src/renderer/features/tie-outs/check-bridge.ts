import { addDecimals, type DecimalString, decimal, isZero, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { TieOut, TieOutDocument, TieOutLine } from "#shared/model/reports/tie-out.ts";

/** One step from our figure to the ledger's. */
export interface BridgeStep {
  readonly key: string;
  readonly amount: DecimalString;
  readonly what:
    | { readonly kind: "line"; readonly line: TieOutLine }
    | { readonly kind: "document"; readonly document: TieOutDocument }
    /** One of several documents, each of exactly this amount. */
    | { readonly kind: "one_of"; readonly count: number }
    | { readonly kind: "lines_left"; readonly count: number }
    /** The lines differ by more than the total, which doesn't include all of them. */
    | { readonly kind: "lines_apart"; readonly count: number }
    /** The unexplained remainder. */
    | { readonly kind: "rest" };
}

const STEPS = 6;
const NET_INCOME = "net_profit";
const ZERO = decimal("0");

/**
 * The steps from the total of a check to the ledger's: the lines that differ where they add up to the
 * difference of the totals, else the difference as one step (a total of debit balances, for example, changes by
 * less than its accounts do). Null where a side is unknown or nothing differs.
 */
export function checkBridge({ difference, lines }: Pick<TieOut, "difference" | "lines">): readonly BridgeStep[] | null {
  if (difference === null || isZero(difference)) return null;
  // The totals are the whole company's, and so are the steps between them. Net income is the total itself, no step to it, and
  // an amount of income is positive in it, where lines are debits positive.
  const isTurned = lines.some(({ subjectId }) => subjectId === NET_INCOME);
  const differing = lines.filter(
    (line) => line.entity === undefined && line.subjectId !== NET_INCOME && line.difference !== null && !isZero(line.difference),
  );
  const sum = sumDecimals([ZERO, ...differing.map((line) => line.difference as DecimalString)]);
  if (!isZero(subtractDecimals(isTurned ? negateDecimal(sum) : sum, difference)))
    return [apart(negateDecimal(difference), differing.length)];
  const stepOf = (own: DecimalString) => (isTurned ? own : negateDecimal(own));
  const shown = differing.length > STEPS ? differing.slice(0, STEPS - 1) : differing;
  const left = differing.slice(shown.length);
  const steps = shown.map((line): BridgeStep => {
    const key = `${line.subject}|${line.subjectId}|${line.currency}`;
    return { key, amount: stepOf(line.difference as DecimalString), what: { kind: "line", line } };
  });
  if (left.length === 0) return steps;
  const amount = stepOf(sumDecimals(left.map((line) => line.difference as DecimalString)));
  return [...steps, { key: "left", amount, what: { kind: "lines_left", count: left.length } }];
}

/**
 * The steps from our figure of one account or party to the ledger's: the document that equals the difference if
 * there is one, else the unexplained remainder.
 */
export function lineBridge({ difference, documents }: Pick<TieOutLine, "difference" | "documents">): readonly BridgeStep[] | null {
  if (difference === null || isZero(difference)) return null;
  const step = negateDecimal(difference);
  const equal = documents.filter(({ amount, reasons }) => reasons.includes("amount_equals_difference") && isSame(amount, difference));
  const [only] = equal;
  if (only === undefined) return [rest(step)];
  if (equal.length > 1) return [{ key: "one_of", amount: step, what: { kind: "one_of", count: equal.length } }];
  return [{ key: only.id, amount: step, what: { kind: "document", document: only } }];
}

function isSame(amount: DecimalString | null, difference: DecimalString): boolean {
  return amount !== null && (isZero(subtractDecimals(amount, difference)) || isZero(addDecimals(amount, difference)));
}

function apart(amount: DecimalString, count: number): BridgeStep {
  return count === 0 ? rest(amount) : { key: "apart", amount, what: { kind: "lines_apart", count } };
}

function rest(amount: DecimalString): BridgeStep {
  return { key: "rest", amount, what: { kind: "rest" } };
}

/** The reason of a check without its gaps, which have their own list. */
export function ownReason({ reason, gaps = [] }: Pick<TieOut, "reason" | "gaps">): string | null {
  const own = (gaps ?? [])
    .reduce((text, { message }) => text.replace(message, ""), reason ?? "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return own === "" ? null : own;
}
