import { normalisedName } from "#main/domain/duplicates/duplicates.ts";
import { compareText } from "#shared/kernel/lists.ts";
import { tellingTaxIdentifier } from "./tax-identifier.ts";

/** What of a party is compared. */
export interface PartyFacts {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly taxIdentifier: string | null;
  readonly isEmployee: boolean;
}

/** Two records that may be the same contact: 0 to 100, and why. Only ever a suggestion (rule 22). */
export interface PartyPair {
  readonly ids: readonly [string, string];
  readonly score: number;
  readonly reasons: readonly string[];
}

export interface PartySuggestions {
  readonly pairs: readonly PartyPair[];
  /** Pairs of groups that were too large to be compared whole. */
  readonly notCompared: number;
}

/** A group of equal keys beyond this is compared neighbour by neighbour only. */
const GROUP_MAX = 25;
/** Shorter names are alike by chance. */
const TYPO_LENGTH_MIN = 8;
const SCORE_MIN = 50;

/**
 * Pairs of parties with equal tax identifiers, names that are alike, or one email address. Two different
 * tax identifiers speak against a pair, whatever the names say.
 * @param wanted leaves pairs out, such as those that are merged already
 */
export function suggestParties(parties: readonly PartyFacts[], wanted: (a: string, b: string) => boolean): PartySuggestions {
  const known = parties.filter(({ isEmployee }) => !isEmployee).sort((a, b) => compareText(a.id, b.id));
  const seen = new Set<string>();
  const pairs: PartyPair[] = [];
  let notCompared = 0;
  for (const group of alikeGroups(known)) {
    const size = Math.min(group.length, GROUP_MAX);
    notCompared += (group.length * (group.length - 1)) / 2 - (size * (size - 1)) / 2 - (group.length - size);
    for (const [a, b] of comparedPairs(group)) {
      const key = `${a.id}|${b.id}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const scored = scoreParties(a, b);
      if (scored !== null && wanted(a.id, b.id)) pairs.push({ ids: [a.id, b.id], ...scored });
    }
  }
  pairs.sort((p, q) => q.score - p.score || compareText(p.ids[0], q.ids[0]) || compareText(p.ids[1], q.ids[1]));
  return { pairs, notCompared };
}

/** How much two parties look like one; null when too little speaks for it. */
export function scoreParties(a: PartyFacts, b: PartyFacts): { readonly score: number; readonly reasons: readonly string[] } | null {
  const [taxA, taxB] = [tellingTaxIdentifier(a.taxIdentifier), tellingTaxIdentifier(b.taxIdentifier)];
  const reasons: string[] = [];
  let score = 0;
  const count = (points: number, reason: string): void => {
    score += points;
    reasons.push(reason);
  };
  if (taxA !== null && taxA === taxB) count(100, `same tax ID ${a.taxIdentifier}`);
  if (taxA !== null && taxB !== null && taxA !== taxB) count(-60, "different tax IDs");
  const name = nameEvidence(a.name, b.name);
  if (name !== null) count(name.points, name.reason);
  if (a.email !== null && a.email.trim() !== "" && a.email.trim().toLowerCase() === b.email?.trim().toLowerCase())
    count(40, `same email address ${a.email}`);
  return score < SCORE_MIN ? null : { score: Math.min(100, score), reasons };
}

function nameEvidence(a: string, b: string): { readonly points: number; readonly reason: string } | null {
  if (a === b) return { points: 70, reason: "same name" };
  const [plainA, plainB] = [normalisedName(a), normalisedName(b)];
  if (plainA === "" || plainB === "") return null;
  if (plainA === plainB) return { points: 65, reason: "same name apart from capitals, punctuation and words like Inc. or Ltd" };
  if (wordsInOrder(plainA) === wordsInOrder(plainB)) return { points: 60, reason: "same words in the names, in a different order" };
  if (plainA.length >= TYPO_LENGTH_MIN && plainB.length >= TYPO_LENGTH_MIN && isOneLetterApart(plainA, plainB))
    return { points: 55, reason: "names differ by one letter" };
  return null;
}

/** Groups of parties that share a key; one party may be in several. */
function alikeGroups(parties: readonly PartyFacts[]): PartyFacts[][] {
  const groups = new Map<string, PartyFacts[]>();
  const add = (key: string, party: PartyFacts): void => {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [party]);
    else group.push(party);
  };
  for (const party of parties) {
    const tax = tellingTaxIdentifier(party.taxIdentifier);
    if (tax !== null) add(`tax ${tax}`, party);
    if (party.email !== null && party.email.trim() !== "") add(`email ${party.email.trim().toLowerCase()}`, party);
    const name = normalisedName(party.name);
    if (name === "") continue;
    add(`words ${wordsInOrder(name)}`, party);
    // Two names that are one letter apart are equal when the right letter is left out of each.
    if (name.length >= TYPO_LENGTH_MIN) for (const key of new Set([name, ...oneLetterLess(name)])) add(`typo ${key}`, party);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

function* comparedPairs(group: readonly PartyFacts[]): Generator<readonly [PartyFacts, PartyFacts]> {
  for (let later = 1; later < group.length; later++) {
    const first = later < GROUP_MAX ? 0 : later - 1;
    for (let earlier = first; earlier < later; earlier++) yield [group[earlier] as PartyFacts, group[later] as PartyFacts];
  }
}

function wordsInOrder(name: string): string {
  return name.split(" ").sort().join(" ");
}

/** The name without each of its letters in turn; figures stay, since they never differ by mistake here. */
function oneLetterLess(name: string): string[] {
  const less: string[] = [];
  for (let at = 0; at < name.length; at++) if (!isFigure(name, at)) less.push(name.slice(0, at) + name.slice(at + 1));
  return less;
}

function isFigure(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/** True when one letter more, less or other turns the one into the other, or two neighbours changed places. */
function isOneLetterApart(a: string, b: string): boolean {
  // Figures number things: branch 1 is not branch 2.
  if (a.replaceAll(/\P{N}/gu, "") !== b.replaceAll(/\P{N}/gu, "")) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1);
  const swapped = short.slice(0, start) + (short[start + 1] ?? "") + (short[start] ?? "") + short.slice(start + 2);
  return short.slice(start + 1) === long.slice(start + 1) || swapped === long;
}
