import type { MatchReason, MatchSuggestion } from "#shared/contract/close/bank.ts";
import { type CalendarDate, monthStart } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { push } from "#shared/kernel/lists.ts";
import { type OpenLine, type OpenPosting, type Pair, pairOf } from "./candidates.ts";
import { alignInOrder } from "./in-order.ts";

/** Postings of one amount that are compared with a line: the nearest by date. */
const COMPARED_MAX = 60;
/** As many of them are earlier than the line, unless there are fewer after it: payments clear late. */
const COMPARED_BEFORE = (COMPARED_MAX * 3) / 4;
/** Days within which an amount that nothing else has is enough. */
const ALONE_DAYS = 7;
/** Beyond them an amount alone is only possible. */
const LIKELY_DAYS = 14;
/** After as long a shared name no longer settles it. */
const NAMED_DAYS = 60;
/** A posting that waits this much longer than the one that was chosen may be the one that cleared late. */
const RIVAL_DAYS = 35;
/** Named and within as many days, a pair fits as well as two can. */
const NEAR_DAYS = 3;
/** A posting that is this much older has far less for it. In weekly or biweekly payments that are one off, the next one isn't. */
const FAR_DAYS = 21;
/** Of two that fit equally, the one that the ledger has reconciled comes last. It never outweighs a day. */
const RECONCILED_COST = 0.001;
/** Lines of one amount that are put in order at once; a café's sales of one price may be more. */
const SLICE = 400;

/** What it is worth to pair in each round, in days that a payment may be late for it. */
const ROUNDS = [
  { by: "reference", alone: 1000 },
  { by: "contact", alone: 40 },
  { by: "amount", alone: 40 },
  // What is left has no better partner, however late it is.
  { by: "contact", alone: 1000 },
  { by: "amount", alone: 1000 },
] as const;

/**
 * One line and one posting of the same amount, each used once. Lines that repeat a reference are paired first, then those that
 * name a contact, then the others. Within one reference, contact or amount, pairs keep the order of their days, so that the
 * later of two equal payments isn't taken for the earlier one that clears late.
 * @param ledgerThrough the latest day of anything that the ledger has reconciled, whether it is matched here or not
 */
export function oneToOne(
  lines: readonly OpenLine[],
  postings: readonly OpenPosting[],
  ledgerThrough: CalendarDate | null,
): MatchSuggestion[] {
  const groups = new Map<number, Pair[]>();
  for (const pair of candidatePairs(lines, postings)) push(groups, pair.line.units, pair);
  return [...groups.values()]
    .flatMap((pairs) => pairsOfAmount(pairs, ledgerThrough))
    .sort(bestFirst)
    .map(suggestionOf);
}

type Chosen = Pair & Rivals;

interface Rivals {
  readonly rivals: number;
  /** How many of the rivals are postings: the others are lines. Null where some may not have been compared. */
  readonly rivalPostings: number | null;
  /** Whichever of the rivals it is, every balance of every day is the same. */
  readonly isSettled: boolean;
  /** All of them have far less for them: likely, and a person's to accept, but never clear. */
  readonly isOutweighed: boolean;
}

function pairsOfAmount(pairs: readonly Pair[], ledgerThrough: CalendarDate | null): Chosen[] {
  const [first] = pairs;
  if (first === undefined) return [];
  if (pairs.length === 1) return [{ ...first, rivals: 0, rivalPostings: 0, isSettled: true, isOutweighed: false }];
  const chosen = new Map<OpenLine | OpenPosting, Pair>();
  for (const { by, alone } of ROUNDS) {
    const open = pairs.filter(({ line, posting }) => !chosen.has(line) && !chosen.has(posting));
    for (const cluster of clustersBy(by, open)) {
      for (const pair of inOrder(cluster, alone)) chosen.set(pair.line, pair).set(pair.posting, pair);
    }
  }
  const [ofLine, ofPosting] = [new Map<OpenLine, Map<OpenPosting, Pair>>(), new Map<OpenPosting, Pair[]>()];
  for (const pair of pairs) {
    const known = ofLine.get(pair.line) ?? new Map<OpenPosting, Pair>();
    ofLine.set(pair.line, known.set(pair.posting, pair));
    push(ofPosting, pair.posting, pair);
  }
  return [...new Set(chosen.values())].map((pair) => {
    const others = [...(ofLine.get(pair.line)?.values() ?? []), ...(ofPosting.get(pair.posting) ?? [])];
    const rivals = rivalsOf(pair, others, chosen, ofLine);
    return { ...pair, ...rivals, isOutweighed: rivals.isOutweighed && !isPassedOver(pair, ledgerThrough) };
  });
}

/** Pairs that share a reference or contact, or all of them. A line is in one cluster only. */
function clustersBy(by: (typeof ROUNDS)[number]["by"], pairs: readonly Pair[]): Pair[][] {
  if (by === "amount") return [[...pairs]];
  const clusters = new Map<string, Pair[]>();
  const keyOfLine = new Map<OpenLine, string>();
  for (const pair of pairs) {
    const key = by === "reference" ? pair.reference : pair.contact;
    if (key === null || (keyOfLine.get(pair.line) ?? key) !== key) continue;
    keyOfLine.set(pair.line, key);
    push(clusters, key, pair);
  }
  return [...clusters.values()];
}

/** The pairs of a cluster that don't cross, a slice of its lines after the other. */
function inOrder(cluster: readonly Pair[], alone: number): Pair[] {
  const lines = distinct(cluster.map(({ line }) => line));
  const taken = new Set<OpenPosting>();
  const found: Pair[] = [];
  for (let from = 0; from < lines.length; from += SLICE) {
    const slice = new Set(lines.slice(from, from + SLICE));
    const own = cluster.filter(({ line, posting }) => slice.has(line) && !taken.has(posting));
    const [rows, columns] = [distinct(own.map(({ line }) => line)), distinct(own.map(({ posting }) => posting))];
    const [rowOf, columnOf] = [new Map(rows.map((one, at) => [one, at])), new Map(columns.map((one, at) => [one, at]))];
    const pairAt = new Map(own.map((pair) => [(rowOf.get(pair.line) ?? 0) * columns.length + (columnOf.get(pair.posting) ?? 0), pair]));
    const costOf = (row: number, column: number) => {
      const pair = pairAt.get(row * columns.length + column);
      return pair === undefined ? null : lateness(pair) + (pair.posting.posting.ledgerReconciled === true ? RECONCILED_COST : 0);
    };
    for (const [row, column] of alignInOrder(rows.length, columns.length, costOf, alone)) {
      const pair = pairAt.get(row * columns.length + column) as Pair;
      taken.add(pair.posting);
      found.push(pair);
    }
  }
  return found;
}

/** The bank is late by nature, and ahead of the books only by somebody's delay. */
function lateness({ days }: Pair): number {
  return days < 0 ? -5 * days : days;
}

/**
 * Who else a line or posting of a pair may belong to, by as good evidence: one that is left over, or one whose own pair could
 * be exchanged for it. Both postings must have been in the books before both lines for that, which a month's rent isn't.
 */
function rivalsOf(
  own: Pair,
  others: readonly Pair[],
  chosen: ReadonlyMap<OpenLine | OpenPosting, Pair>,
  ofLine: ReadonlyMap<OpenLine, ReadonlyMap<OpenPosting, Pair>>,
): Rivals {
  let [rivals, rivalLines] = [0, 0];
  let isSettled = true;
  let isOutweighed = (own.reference !== null || own.contact !== null) && own.days >= 0 && own.days <= NEAR_DAYS;
  for (const other of others) {
    if (other.line === own.line ? other.posting === own.posting : other.posting !== own.posting) continue;
    if (lateness(other) > lateness(own) + RIVAL_DAYS) continue;
    const rest = chosen.get(other.line === own.line ? other.posting : other.line);
    if (rest === undefined) {
      if (evidence(other) < evidence(own)) continue;
      isSettled = false;
      if (!isLongCleared(own, other)) isOutweighed = false;
      rivals++;
      if (other.line !== own.line) rivalLines++;
      continue;
    }
    const [line, posting] = other.line === own.line ? [rest.line, own.posting] : [own.line, rest.posting];
    const back = ofLine.get(line)?.get(posting);
    if (back === undefined || evidence(other) + evidence(back) < evidence(own) + evidence(rest)) continue;
    // An exchange is met from both its lines and both its postings: counted where the line is ours.
    if (other.line === own.line) rivals++;
    if (rest.line.day !== own.line.day && rest.posting.day !== own.posting.day) isSettled = false;
    const [older, nameless] = other.line === own.line ? [other, back] : [back, other];
    if (!isFarOlder(own, older) || evidence(older) > evidence(own) || evidence(nameless) + evidence(rest) > 0) isOutweighed = false;
  }
  const isAll = areAllCompared(own, [...(ofLine.get(own.line)?.values() ?? [])]);
  return { rivals, rivalPostings: isAll ? rivals - rivalLines : null, isSettled, isOutweighed };
}

/** Whether a line was compared with all postings that may be rivals: on either side of its day, fewer than were looked at. */
function areAllCompared(own: Pair, pairs: readonly Pair[]): boolean {
  const near = pairs.filter((other) => lateness(other) <= lateness(own) + RIVAL_DAYS);
  const before = near.filter(({ days }) => days > 0).length;
  return before < COMPARED_BEFORE && near.length - before < COMPARED_MAX - COMPARED_BEFORE;
}

/** A posting of the line's own name, left over: weeks older, and reconciled in the ledger, which still has the line's own open. */
function isLongCleared(own: Pair, other: Pair): boolean {
  const isCleared = other.posting.posting.ledgerReconciled === true && own.posting.posting.ledgerReconciled === false;
  return isCleared && isFarOlder(own, other) && evidence(other) === evidence(own);
}

/** The ledger has reconciled something of the line's month, but not the posting: then it may have the line with an older one. */
function isPassedOver({ line, posting }: Pair, ledgerThrough: CalendarDate | null): boolean {
  return posting.posting.ledgerReconciled === false && ledgerThrough !== null && ledgerThrough >= monthStart(line.line.date);
}

/** Whether another posting of the same line would have it weeks late. */
function isFarOlder(own: Pair, other: Pair): boolean {
  return other.line === own.line && other.days >= own.days + FAR_DAYS;
}

function evidence({ reference, contact }: Pair): number {
  return (reference === null ? 0 : 2) + (contact === null ? 0 : 1);
}

function suggestionOf(chosen: Chosen): MatchSuggestion {
  const { line, posting, score, days, reasons, reference, contact, rivals, rivalPostings, isSettled, isOutweighed } = chosen;
  const apart = Math.abs(days);
  const isNamed = reference !== null || contact !== null;
  const isSure = rivals === 0 && (reference !== null || (isNamed ? apart <= NAMED_DAYS : apart <= ALONE_DAYS));
  const isLikely = rivals === 0 ? isNamed || apart <= LIKELY_DAYS : isOutweighed || (isSettled && (isNamed || apart <= ALONE_DAYS));
  const counted = rivalPostings === null ? {} : { transactions: rivalPostings + 1 };
  const several: MatchReason = { code: "several", count: rivals + 1, ...counted };
  const amongOthers: MatchReason = isOutweighed ? { code: "others_older" } : several;
  return {
    lineIds: [line.line.lineId],
    recordIds: [posting.posting.recordId],
    score: Math.min(100, isSure ? score : score - 10),
    level: isSure ? "exact" : isLikely ? "likely" : "possible",
    reasons: [...reasons, rivals === 0 ? { code: "only_one" } : amongOthers],
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
  const start = Math.max(0, Math.min(low - COMPARED_BEFORE, sorted.length - COMPARED_MAX));
  return sorted.slice(start, start + COMPARED_MAX);
}

function bestFirst(a: Pair, b: Pair): number {
  return b.score - a.score || Math.abs(a.days) - Math.abs(b.days) || a.line.at - b.line.at || a.posting.at - b.posting.at;
}

/** Each once, in the order of its days. */
function distinct<Side extends { readonly at: number }>(sides: readonly Side[]): Side[] {
  return [...new Set(sides)].sort((a, b) => a.at - b.at);
}
