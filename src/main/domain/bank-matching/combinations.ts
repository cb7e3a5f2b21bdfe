import type { MatchReason, MatchSuggestion } from "#shared/contract/close/bank.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { OpenLine, OpenPosting } from "./candidates.ts";
import { sharedContact, sharedReference } from "./similarity.ts";
import { subsetsWithSum } from "./subset-sum.ts";

/** A deposit or a batch is at the bank within days of what it combines. */
const DAYS_BEFORE = 7;
const DAYS_AFTER = 2;
const POOL_MAX = 18;
const LIMITS = { sizeMax: 8, stepsMax: 40_000, answersMax: 2 } as const;
/** Of all searches together: a statement in which nothing matches is as quick as one in which everything does. */
const STEPS_MAX = 6_000_000;

type Side = OpenLine | OpenPosting;

/** Payments that the ledger itself names as one batch, and that one line is. */
export function batches(lines: readonly OpenLine[], postings: readonly OpenPosting[]): MatchSuggestion[] {
  const members = new Map<string, OpenPosting[]>();
  for (const posting of postings) {
    const { batchId } = posting.posting;
    if (batchId !== null) members.set(batchId, [...(members.get(batchId) ?? []), posting]);
  }
  const used = new Set<Side>();
  return [...members.values()].flatMap((batch) => {
    const total = sum(batch);
    const line = lines.find((one) => !used.has(one) && one.units === total && isNear(one, batch[0] as OpenPosting));
    if (line === undefined || batch.length < 2) return [];
    used.add(line);
    return [combination([line], batch, 95, "exact", [{ code: "batch" }, { code: "adds_up", count: batch.length, of: batch.length }])];
  });
}

/** One line that several postings add up to, then one posting that several lines add up to. */
export function combinations(lines: readonly OpenLine[], postings: readonly OpenPosting[]): MatchSuggestion[] {
  const used = new Set<Side>();
  const budget = { left: STEPS_MAX };
  const found: MatchSuggestion[] = [];
  for (const line of lines) {
    const chosen = search(
      line,
      postings,
      used,
      budget,
      (posting) => isNear(line, posting),
      (posting) => nameSpeaks(line, posting),
    );
    if (chosen === null) continue;
    used.add(line);
    for (const posting of chosen.members) used.add(posting);
    found.push(combination([line], chosen.members as OpenPosting[], chosen.score, chosen.level, chosen.reasons));
  }
  for (const posting of postings) {
    if (used.has(posting)) continue;
    const chosen = search(
      posting,
      lines,
      used,
      budget,
      (line) => isNear(line, posting),
      (line) => nameSpeaks(line, posting),
    );
    if (chosen === null) continue;
    used.add(posting);
    for (const line of chosen.members) used.add(line);
    found.push(combination(chosen.members as OpenLine[], [posting], chosen.score, chosen.level, chosen.reasons));
  }
  return found;
}

interface Chosen<Member> {
  readonly members: readonly Member[];
  readonly score: number;
  readonly level: MatchSuggestion["level"];
  readonly reasons: readonly MatchReason[];
}

/** The parts of a whole: all of one day or one contact where they add up, else what a bounded search finds. */
function search<Member extends Side>(
  whole: Side,
  others: readonly Member[],
  used: ReadonlySet<Side>,
  budget: { left: number },
  near: (member: Member) => boolean,
  named: (member: Member) => boolean,
): Chosen<Member> | null {
  const pool = others.filter(
    (member) =>
      !used.has(member) &&
      Math.sign(member.units) === Math.sign(whole.units) &&
      Math.abs(member.units) < Math.abs(whole.units) &&
      near(member),
  );
  if (pool.length < 2) return null;
  const groups = [pool.filter(named), ...byDay(pool)].filter((group) => group.length > 1 && sum(group) === whole.units);
  const [group] = groups;
  if (group !== undefined) return { members: group, score: 80, level: "likely", reasons: addsUp(group, pool, []) };
  if (budget.left <= 0) return null;
  const nearest = pool
    .toSorted((a, b) => Math.abs(a.day - whole.day) - Math.abs(b.day - whole.day) || a.at - b.at)
    .slice(0, POOL_MAX)
    .sort((a, b) => a.at - b.at);
  const { found, complete, steps } = subsetsWithSum(nearest.map(size), size(whole), LIMITS);
  budget.left -= steps;
  const [first] = found;
  if (first === undefined) return null;
  const members = first.map((at) => nearest[at] as Member);
  const isOnly = complete && found.length === 1;
  // Many small amounts add up to anything sooner or later: more than a few need a name, too.
  const isTelling = isOnly && (members.length <= 3 || members.every(named));
  return {
    members,
    score: isTelling ? 70 : 50,
    level: isTelling ? "likely" : "possible",
    reasons: addsUp(members, nearest, [isOnly ? { code: "only_one" } : { code: "several", count: found.length }]),
  };
}

function addsUp(members: readonly Side[], pool: readonly Side[], more: readonly MatchReason[]): MatchReason[] {
  return [{ code: "adds_up", count: members.length, of: pool.length }, ...more];
}

function combination(
  lines: readonly OpenLine[],
  postings: readonly OpenPosting[],
  score: number,
  level: MatchSuggestion["level"],
  reasons: readonly MatchReason[],
): MatchSuggestion {
  return {
    lineIds: lines.map(({ line }) => line.lineId),
    recordIds: postings.map(({ posting }) => posting.recordId),
    ...{ score, level, reasons, fee: decimal("0"), ruleId: null },
  };
}

function byDay<Member extends Side>(pool: readonly Member[]): Member[][] {
  const days = new Map<number, Member[]>();
  for (const member of pool) days.set(member.day, [...(days.get(member.day) ?? []), member]);
  return [...days.values()];
}

function isNear(line: Side, posting: Side): boolean {
  const days = line.day - posting.day;
  return days <= DAYS_BEFORE && days >= -DAYS_AFTER;
}

function nameSpeaks(line: OpenLine, posting: OpenPosting): boolean {
  return sharedReference(line.told, posting.marks) !== null || sharedContact(line.told, posting.marks) !== null;
}

const size = ({ units }: Side): number => Math.abs(units);
const sum = (sides: readonly Side[]): number => sides.reduce((total, { units }) => total + units, 0);
