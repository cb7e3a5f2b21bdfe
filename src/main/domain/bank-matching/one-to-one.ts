import type { MatchSuggestion } from "#shared/contract/close/bank.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { type OpenLine, type OpenPosting, type Pair, pairOf } from "./candidates.ts";

/** Postings of one amount that are compared with a line: the nearest by date. */
const COMPARED_MAX = 60;
/** Pairs this near to each other in score are rivals: a person should choose. */
const RIVAL = 7;
/** Days within which an amount that nothing else has is enough. */
const ALONE_DAYS = 7;
/** Beyond them an amount alone is only possible. */
const LIKELY_DAYS = 14;

/** One line and one posting of the same amount, each used once, the best pairs first. */
export function oneToOne(lines: readonly OpenLine[], postings: readonly OpenPosting[]): MatchSuggestion[] {
  const pairs = candidatePairs(lines, postings);
  const bestOfLine = new Map<OpenLine, number>();
  const bestOfPosting = new Map<OpenPosting, number>();
  const ofLine = new Map<OpenLine, Pair[]>();
  const ofPosting = new Map<OpenPosting, Pair[]>();
  for (const pair of pairs) {
    bestOfLine.set(pair.line, Math.max(pair.score, bestOfLine.get(pair.line) ?? 0));
    bestOfPosting.set(pair.posting, Math.max(pair.score, bestOfPosting.get(pair.posting) ?? 0));
    push(ofLine, pair.line, pair);
    push(ofPosting, pair.posting, pair);
  }
  // A pair is a rival only where neither of its ends has something clearly better.
  const isRival = (own: Pair) => (other: Pair) =>
    other !== own &&
    other.score >= own.score - RIVAL &&
    other.score >= (bestOfLine.get(other.line) ?? 0) - RIVAL &&
    other.score >= (bestOfPosting.get(other.posting) ?? 0) - RIVAL;
  const used = new Set<OpenLine | OpenPosting>();
  const suggestions: MatchSuggestion[] = [];
  for (const pair of pairs.sort(bestFirst)) {
    if (used.has(pair.line) || used.has(pair.posting)) continue;
    used.add(pair.line).add(pair.posting);
    const rivals = [...(ofLine.get(pair.line) ?? []), ...(ofPosting.get(pair.posting) ?? [])].filter(isRival(pair)).length;
    suggestions.push(suggestionOf(pair, rivals));
  }
  return suggestions;
}

function suggestionOf(pair: Pair, rivals: number): MatchSuggestion {
  const { line, posting, score, days, named, reasons } = pair;
  const isSure = rivals === 0 && (named || Math.abs(days) <= ALONE_DAYS);
  return {
    lineIds: [line.line.lineId],
    recordIds: [posting.posting.recordId],
    score: Math.min(100, isSure ? score : score - 10),
    level: isSure ? "exact" : named || (rivals > 0 && Math.abs(days) <= LIKELY_DAYS) ? "likely" : "possible",
    reasons: [...reasons, rivals === 0 ? { code: "only_one" } : { code: "several", count: rivals + 1 }],
    fee: decimal("0"),
    ruleId: null,
  };
}

function candidatePairs(lines: readonly OpenLine[], postings: readonly OpenPosting[]): Pair[] {
  const byAmount = new Map<number, OpenPosting[]>();
  for (const posting of postings) push(byAmount, posting.units, posting);
  return lines.flatMap((line) => nearest(byAmount.get(line.units) ?? [], line.day).flatMap((posting) => pairOf(line, posting) ?? []));
}

/** Those nearest to a day, of a list sorted by day. */
function nearest(sorted: readonly OpenPosting[], day: number): readonly OpenPosting[] {
  if (sorted.length <= COMPARED_MAX) return sorted;
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as OpenPosting).day < day) low = middle + 1;
    else high = middle;
  }
  const start = Math.max(0, Math.min(low - (COMPARED_MAX * 3) / 4, sorted.length - COMPARED_MAX));
  return sorted.slice(start, start + COMPARED_MAX);
}

function bestFirst(a: Pair, b: Pair): number {
  return b.score - a.score || Math.abs(a.days) - Math.abs(b.days) || a.line.at - b.line.at || a.posting.at - b.posting.at;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
