import { type CalendarDate, daysBetween } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString } from "#shared/kernel/decimal.ts";

/** What of a bill is compared. `number` is the vendor's; any part may be missing. */
export interface BillFacts {
  readonly id: string;
  readonly partyId: string | null;
  readonly partyName: string | null;
  readonly taxIdentifier: string | null;
  readonly number: string | null;
  readonly reference: string | null;
  readonly date: CalendarDate;
  readonly currency: string;
  readonly total: DecimalString;
}

/** Two bills that may be one: how sure, from 0 to 100, and why. The earlier bill comes first. */
export interface DuplicatePair<Bill extends BillFacts = BillFacts> {
  readonly score: number;
  readonly reasons: readonly string[];
  readonly bills: readonly [Bill, Bill];
}

interface Evidence {
  readonly points: number;
  readonly reason: string;
}

export const DAYS_APART_MAX = 30;
/** Below this too little speaks for it: different numbers more than a week apart. */
const SCORE_MIN = 60;

/**
 * Bills that may have been entered twice (rule 14): one vendor, one amount, at most 30 days apart,
 * scored by vendor, closeness and reference. Only an equal reference lifts a pair above 80. Nothing
 * is ever removed by it.
 * @param bills any order; what is not of one vendor and amount is never paired
 * @returns pairs, surest first
 */
export function duplicatePairs<Bill extends BillFacts>(bills: readonly Bill[]): DuplicatePair<Bill>[] {
  const byDate = [...bills].sort((a, b) => compareText(a.date, b.date) || compareText(a.id, b.id));
  const pairs: DuplicatePair<Bill>[] = [];
  for (let later = 1; later < byDate.length; later++) {
    const b = byDate[later] as Bill;
    for (let earlier = later - 1; earlier >= 0; earlier--) {
      const a = byDate[earlier] as Bill;
      if (daysBetween(a.date, b.date) > DAYS_APART_MAX) break;
      const scored = scorePair(a, b);
      if (scored !== null && scored.score >= SCORE_MIN && !isRecurring(a, b, byDate)) pairs.push({ ...scored, bills: [a, b] });
    }
  }
  return pairs.sort(
    (p, q) => q.score - p.score || compareText(p.bills[0].date, q.bills[0].date) || compareText(p.bills[1].id, q.bills[1].id),
  );
}

/** How much two bills look like one; null when vendor, currency, amount or dates exclude it. */
export function scorePair(a: BillFacts, b: BillFacts): { readonly score: number; readonly reasons: readonly string[] } | null {
  const vendor = vendorEvidence(a, b);
  const days = Math.abs(daysBetween(a.date, b.date));
  if (vendor === null || days > DAYS_APART_MAX || !sameAmount(a, b)) return null;
  const evidence = [vendor, { points: 20, reason: `same amount ${a.total} ${a.currency}` }, dateEvidence(days), referenceEvidence(a, b)];
  return { score: evidence.reduce((sum, { points }) => sum + points, 0), reasons: evidence.map(({ reason }) => reason) };
}

/**
 * A bill number as two clerks would agree on it: `INV-0042`, `Inv. no. 42` and `42` are `42`. Null for
 * a text without digits, such as `RENT`: it tells no two bills apart.
 */
export function normalisedReference(text: string | null): string | null {
  if (text === null) return null;
  const plain = text
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
  if (!/\p{N}/u.test(plain)) return null;
  const tail = plain.replace(/^\p{L}+/u, "").replace(/^0+/, "");
  return tail === "" ? "0" : tail;
}

/** A vendor's name without case, punctuation and the words for a kind of company. */
export function normalisedName(name: string): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/['’.]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const telling = words.filter((word) => !COMPANY_WORDS.has(word));
  return (telling.length > 0 ? telling : words).join(" ");
}

const COMPANY_WORDS = new Set("the ltd limited inc incorporated llc llp plc gmbh ag co company corp corporation pty and".split(" "));

/** A tax identifier without spacing and punctuation; null when there is none. */
export function normalisedTaxIdentifier(text: string | null): string | null {
  const plain = text?.toUpperCase().replaceAll(/[^A-Z0-9]/g, "") ?? "";
  return plain === "" ? null : plain;
}

function vendorEvidence(a: BillFacts, b: BillFacts): Evidence | null {
  if (a.partyId !== null && a.partyId === b.partyId) return { points: 40, reason: "same vendor" };
  const tax = normalisedTaxIdentifier(a.taxIdentifier);
  if (tax !== null && tax === normalisedTaxIdentifier(b.taxIdentifier))
    return { points: 35, reason: "vendors with the same tax identifier" };
  const name = a.partyName === null ? "" : normalisedName(a.partyName);
  if (name === "" || b.partyName === null || name !== normalisedName(b.partyName)) return null;
  return { points: 25, reason: "vendors with the same name" };
}

function dateEvidence(days: number): Evidence {
  if (days === 0) return { points: 15, reason: "same date" };
  const points = days <= 7 ? 12 : days <= 14 ? 8 : 4;
  return { points, reason: `${days} ${days === 1 ? "day" : "days"} apart` };
}

function referenceEvidence(a: BillFacts, b: BillFacts): Evidence {
  const shared = sharedReference(a, b);
  if (shared !== null) return { points: 25, reason: shared };
  if (numbersDiffer(a, b)) return { points: -10, reason: "different numbers" };
  return { points: 5, reason: "no number to tell them apart" };
}

/** Why the references are equal, or null. Where both bills have a number, numbers alone decide: one order may have two bills. */
function sharedReference(a: BillFacts, b: BillFacts): string | null {
  const [numberA, numberB] = [normalisedReference(a.number), normalisedReference(b.number)];
  if (numberA !== null && numberB !== null) return numberA === numberB ? `numbers ${a.number} and ${b.number} are the same` : null;
  const ofB = referencesOf(b).map(({ key }) => key);
  const found = referencesOf(a).find(({ key }) => ofB.includes(key));
  return found === undefined ? null : `reference ${found.text} is on both`;
}

/** Both are told apart: each has a number or a reference, and none is shared. */
function numbersDiffer(a: BillFacts, b: BillFacts): boolean {
  return referencesOf(a).length > 0 && referencesOf(b).length > 0 && sharedReference(a, b) === null;
}

function referencesOf({ number, reference }: BillFacts): { readonly key: string; readonly text: string }[] {
  return [number, reference].flatMap((text) => {
    const key = normalisedReference(text);
    return key === null ? [] : [{ key, text: text as string }];
  });
}

/**
 * A month from the one to the other: the rent, not an error. Differing numbers suffice; where there is
 * nothing to tell the two apart, a third bill must keep the rhythm.
 */
function isRecurring(a: BillFacts, b: BillFacts, byDate: readonly BillFacts[]): boolean {
  if (!isMonth(a.date, b.date) || sharedReference(a, b) !== null) return false;
  if (numbersDiffer(a, b)) return true;
  return byDate.some(
    (other) => vendorEvidence(a, other) !== null && sameAmount(a, other) && (isMonth(other.date, a.date) || isMonth(b.date, other.date)),
  );
}

function isMonth(from: CalendarDate, to: CalendarDate): boolean {
  const days = daysBetween(from, to);
  return days >= 26 && days <= 35;
}

function sameAmount(a: BillFacts, b: BillFacts): boolean {
  return a.currency === b.currency && canonicalDecimal(a.total) === canonicalDecimal(b.total);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
