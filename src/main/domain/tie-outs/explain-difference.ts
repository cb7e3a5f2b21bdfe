import { type DecimalString, decimal, subtractDecimals, sumDecimals, toTenThousandths } from "#shared/kernel/decimal.ts";
import { DIFFERENCE_CAUSES, type DifferenceCause } from "#shared/model/reports/tie-out-causes.ts";

/** Something that may make our figure differ from the ledger's: `effect` is what it alone adds to ours less the ledger's. */
export interface DifferenceCandidate {
  readonly id: string;
  readonly cause: DifferenceCause;
  readonly effect: DecimalString;
}

export interface DifferenceExplanation<Candidate extends DifferenceCandidate> {
  /** The fewest candidates of the strongest causes that were found, strongest cause first. */
  readonly parts: readonly Candidate[];
  /** Their sum: of the difference's sign, and never more than it. */
  readonly explained: DecimalString;
  readonly left: DecimalString;
}

/** Facts: one side has it and the other doesn't. The other causes count only when they are the whole difference. */
const FACTS: ReadonlySet<DifferenceCause> = new Set(["edited", "added_late", "deleted"]);

const SEARCHED_MAX = 24;
const NODES_MAX = 100_000;

interface Sized<Candidate> {
  readonly candidate: Candidate;
  readonly effect: number;
}

/**
 * Finds what explains a difference: all facts of one cause, one candidate that is exactly it, the fewest facts that sum to it,
 * beside any revaluations, or failing those the facts that come closest without exceeding it. Sums are exact; the search is bounded, so with very many
 * candidates it may explain less, never more.
 */
export function explainDifference<Candidate extends DifferenceCandidate>(
  difference: DecimalString,
  candidates: readonly Candidate[],
): DifferenceExplanation<Candidate> {
  const wanted = toTenThousandths(difference);
  const sized = candidates.flatMap((candidate) => {
    const effect = toTenThousandths(candidate.effect);
    return effect === null || effect === 0 ? [] : [{ candidate, effect }];
  });
  if (wanted === null || wanted === 0) return told([], difference);
  return told(wholeCause(wanted, sized) ?? single(wanted, sized) ?? withRevaluations(wanted, sized), difference);
}

function told<Candidate extends DifferenceCandidate>(
  found: readonly Sized<Candidate>[],
  difference: DecimalString,
): DifferenceExplanation<Candidate> {
  const parts = found.map(({ candidate }) => candidate).sort((a, b) => strength(a) - strength(b));
  const explained = parts.length === 0 ? decimal("0") : sumDecimals(parts.map(({ effect }) => effect));
  return { parts, explained, left: subtractDecimals(difference, explained) };
}

function strength({ cause }: DifferenceCandidate): number {
  return DIFFERENCE_CAUSES.indexOf(cause);
}

function sumOf(list: readonly Sized<unknown>[]): number {
  return list.reduce((sum, { effect }) => sum + effect, 0);
}

/** Every fact of one cause together, or every fact there is. */
function wholeCause<C extends DifferenceCandidate>(wanted: number, sized: readonly Sized<C>[]): readonly Sized<C>[] | undefined {
  const facts = sized.filter(({ candidate }) => FACTS.has(candidate.cause));
  const groups = [...FACTS, "revaluation", "unapplied"].map((cause) => sized.filter(({ candidate }) => candidate.cause === cause));
  return [...groups, facts].find((group) => sumOf(group) === wanted);
}

function single<C extends DifferenceCandidate>(wanted: number, sized: readonly Sized<C>[]): readonly Sized<C>[] | null {
  const exact = sized.filter(({ effect }) => effect === wanted).sort((a, b) => strength(a.candidate) - strength(b.candidate));
  return exact[0] === undefined ? null : [exact[0]];
}

/** All revaluations together, as one may reverse another, and the facts that explain what they leave. */
function withRevaluations<C extends DifferenceCandidate>(wanted: number, sized: readonly Sized<C>[]): readonly Sized<C>[] {
  const revalued = sized.filter(({ candidate }) => candidate.cause === "revaluation");
  const sum = sumOf(revalued);
  const isPart = Math.sign(sum) === Math.sign(wanted) && Math.abs(sum) < Math.abs(wanted);
  return isPart ? [...revalued, ...closestFacts(wanted - sum, sized)] : closestFacts(wanted, sized);
}

/** The facts whose sum is nearest to the difference without exceeding it; of equal sums the one with the fewest facts. */
function closestFacts<C extends DifferenceCandidate>(wanted: number, sized: readonly Sized<C>[]): readonly Sized<C>[] {
  const facts = sized
    .filter(({ candidate }) => FACTS.has(candidate.cause))
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
    .slice(0, SEARCHED_MAX);
  const sign = Math.sign(wanted);
  const aim = wanted * sign;
  // What the rest of the list can still add or take away decides whether a branch is worth following.
  const up: number[] = [...facts.map(() => 0), 0];
  const down: number[] = [...up];
  for (let at = facts.length - 1; at >= 0; at--) {
    const effect = (facts[at] as Sized<C>).effect * sign;
    up[at] = (up[at + 1] as number) + Math.max(0, effect);
    down[at] = (down[at + 1] as number) + Math.min(0, effect);
  }
  let best: { readonly sum: number; readonly taken: readonly Sized<C>[] } = { sum: 0, taken: [] };
  let nodes = 0;
  const follow = (at: number, sum: number, taken: readonly Sized<C>[]): void => {
    if (nodes++ > NODES_MAX) return;
    const isBetter = sum > best.sum || (sum === best.sum && taken.length < best.taken.length);
    if (sum <= aim && isBetter) best = { sum, taken };
    if (at === facts.length) return;
    if (sum + (up[at] as number) < best.sum || sum + (down[at] as number) > aim) return;
    if (best.sum === aim && taken.length + 1 >= best.taken.length) return;
    const next = facts[at] as Sized<C>;
    follow(at + 1, sum + next.effect * sign, [...taken, next]);
    follow(at + 1, sum, taken);
  };
  follow(0, 0, []);
  return best.taken;
}

export interface PostedAmount {
  readonly id: string;
  readonly number: string | null;
  readonly date: string | null;
  readonly amount: DecimalString;
}

/**
 * Postings that could be the whole difference by a slip: entered twice, with the opposite sign, with two digits swapped, or on
 * one side only. None of them is proof, so each has the difference as its effect and counts only alone.
 */
export function slips(difference: DecimalString, posted: readonly PostedAmount[]): DifferenceCandidate[] {
  const wanted = toTenThousandths(difference);
  if (wanted === null || wanted === 0) return [];
  const seen = new Set<string>();
  return posted.flatMap(({ id, number, date, amount }): DifferenceCandidate[] => {
    const own = toTenThousandths(amount);
    if (own === null) return [];
    const key = `${number ?? date} ${own}`;
    const isTwice = seen.has(key);
    seen.add(key);
    if (own === wanted) return [{ id, cause: isTwice ? "duplicate" : "one_side", effect: difference }];
    if (own * 2 === wanted) return [{ id, cause: "sign", effect: difference }];
    return isTransposed(own, wanted) ? [{ id, cause: "transposed", effect: difference }] : [];
  });
}

/** Whether swapping two neighboring digits of an amount changes it by exactly the difference. */
function isTransposed(own: number, wanted: number): boolean {
  // Such a change is always a multiple of nine, which rules out almost all amounts at once.
  if (wanted % 9 !== 0) return false;
  const digits = String(Math.abs(own));
  const sign = Math.sign(own);
  for (let at = 0; at + 1 < digits.length; at++) {
    const swapped = `${digits.slice(0, at)}${digits[at + 1]}${digits[at]}${digits.slice(at + 2)}`;
    if (own - sign * Number(swapped) === wanted) return true;
  }
  return false;
}
