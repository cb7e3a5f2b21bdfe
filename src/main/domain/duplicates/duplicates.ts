import { normalisedTaxIdentifier } from "#main/domain/contacts/tax-identifier.ts";
import type { DuplicatePage } from "#shared/contract/close/reviews.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString } from "#shared/kernel/decimal.ts";
import { compareText } from "#shared/kernel/lists.ts";
import { amountName, moneyName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";

/** What of a bill is compared. `number` is the vendor's; any part may be missing. */
export interface BillFacts {
  readonly id: string;
  readonly partyId: string | null;
  /** The contact the vendor was merged into (rule 22); absent where it wasn't merged. */
  readonly mergedInto?: string;
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

/** What one vendor's bills of one amount gave; `notCompared` are pairs left out because the bills are too many. */
export interface DuplicateSearch<Bill extends BillFacts = BillFacts> {
  readonly pairs: readonly DuplicatePair<Bill>[];
  readonly notCompared: number;
}

interface Evidence {
  readonly points: number;
  readonly reason: string;
}

interface Reference {
  readonly key: string;
  /** The words before the first digit, without those that any bill may carry; "" when there are none. */
  readonly series: string;
  readonly text: string;
}

/** A bill with what is compared; what takes reading its texts is worked out when it is first asked for. */
interface Prepared<Bill extends BillFacts = BillFacts> {
  readonly bill: Bill;
  readonly day: number;
  readonly kept: string | null;
  readonly texts: () => Texts;
}

interface Texts {
  readonly tax: string | null;
  readonly name: string;
  readonly number: Reference | null;
  readonly references: readonly Reference[];
  /** The number and the reference where they have no digits, such as `RENT-SEP`; null otherwise. */
  readonly labels: readonly [number: string | null, reference: string | null];
}

export const DAYS_APART_MAX = 30;
/** Below this too little speaks for it: different numbers more than a week apart. */
const SCORE_MIN = 60;
/** Up to this many bills of one vendor and amount are compared each with each. */
export const COMPARED_WHOLE_MAX = 400;
/** Above that, each bill is compared with this many earlier ones and with the latest of the same reference. */
const COMPARED_BEFORE = 20;
const COMPARED_OF_REFERENCE = 3;

/**
 * Bills that may have been entered twice (rule 14): one vendor, one amount, at most 30 days apart,
 * scored by vendor, closeness and reference. Only an equal reference lifts a pair above 80. Nothing
 * is ever removed by it.
 * @param bills any order; what is not of one vendor and amount is never paired
 * @returns pairs, surest first
 */
export function searchDuplicates<Bill extends BillFacts>(bills: readonly Bill[]): DuplicateSearch<Bill> {
  const byDate = bills.map(prepare).sort((a, b) => a.day - b.day || compareText(a.bill.id, b.bill.id));
  const pairs: DuplicatePair<Bill>[] = [];
  let notCompared = 0;
  let first = 0;
  const lastOf = new Map<string, number[]>();
  for (let later = 0; later < byDate.length; later++) {
    const b = byDate[later] as Prepared<Bill>;
    while ((byDate[first] as Prepared).day < b.day - DAYS_APART_MAX) first++;
    const before = byDate.length <= COMPARED_WHOLE_MAX ? range(first, later) : comparedBefore(b, first, later, lastOf);
    notCompared += later - first - before.length;
    for (const earlier of before) {
      const a = byDate[earlier] as Prepared<Bill>;
      const scored = score(a, b);
      if (scored !== null && scored.score >= SCORE_MIN && !isRecurring(a, b, byDate)) pairs.push({ ...scored, bills: [a.bill, b.bill] });
    }
  }
  pairs.sort((p, q) => q.score - p.score || compareText(p.bills[0].date, q.bills[0].date) || compareText(p.bills[1].id, q.bills[1].id));
  return { pairs, notCompared };
}

/** One vendor's bills of one amount that were too many to compare each with each, in a sentence. */
export function notComparedWords({ partyName, bills, total, currency, notCompared }: DuplicatePage["cut"][number]): string {
  const [count, left] = [bills, notCompared].map((one) => amountName(String(one)));
  return `${partyName ?? t("(no vendor)")}: ${count} bills or expenses for ${moneyName({ amount: total, currency })} each, too many to compare every pair. Pairs not compared: ${left}.`;
}

/** How much two bills look like one; null when vendor, currency, amount or dates exclude it. */
export function scorePair(a: BillFacts, b: BillFacts): { readonly score: number; readonly reasons: readonly string[] } | null {
  return score(prepare(a), prepare(b));
}

function prepare<Bill extends BillFacts>(bill: Bill): Prepared<Bill> {
  let texts: Texts | null = null;
  return {
    bill,
    day: dayNumber(bill.date),
    kept: bill.mergedInto ?? bill.partyId,
    texts: () => {
      texts ??= textsOf(bill);
      return texts;
    },
  };
}

function textsOf({ number, reference, taxIdentifier, partyName }: BillFacts): Texts {
  const own = referenceOf(number);
  return {
    tax: normalisedTaxIdentifier(taxIdentifier),
    name: partyName === null ? "" : normalisedName(partyName),
    number: own,
    references: [own, referenceOf(reference)].filter((one) => one !== null),
    labels: [labelOf(number), labelOf(reference)],
  };
}

function referenceOf(text: string | null): Reference | null {
  const key = normalisedReference(text);
  return text === null || key === null ? null : { key, series: seriesOf(text), text };
}

const BILL_WORDS = new Set("TAX INV INVOICE BILL DOC DOCUMENT REF REFERENCE NO NR NUM NUMBER".split(" "));

function seriesOf(text: string): string {
  const before = /^\P{N}*/u.exec(text.normalize("NFKC").toUpperCase())?.[0] ?? "";
  return before
    .split(/\P{L}+/u)
    .filter((word) => !BILL_WORDS.has(word))
    .join("");
}

function labelOf(text: string | null): string | null {
  const plain = text?.normalize("NFKC").toUpperCase() ?? "";
  const letters = plain.replaceAll(/\P{L}/gu, "");
  return letters === "" || /\p{N}/u.test(plain) ? null : letters;
}

function sameAmount({ bill: a }: Prepared, { bill: b }: Prepared): boolean {
  return a.currency === b.currency && (a.total === b.total || canonicalDecimal(a.total) === canonicalDecimal(b.total));
}

function score(a: Prepared, b: Prepared): { readonly score: number; readonly reasons: readonly string[] } | null {
  const days = Math.abs(b.day - a.day);
  const vendor = days > DAYS_APART_MAX || !sameAmount(a, b) ? null : vendorEvidence(a, b);
  if (vendor === null) return null;
  const same = { points: 20, reason: `same amount ${moneyName({ amount: a.bill.total, currency: a.bill.currency })}` };
  const evidence = [vendor, same, dateEvidence(days), referenceEvidence(a, b)];
  return { score: evidence.reduce((sum, { points }) => sum + points, 0), reasons: evidence.map(({ reason }) => reason) };
}

function range(from: number, until: number): number[] {
  return Array.from({ length: until - from }, (_, at) => until - 1 - at);
}

/** The earlier bills to compare with when there are very many: nearby ones, and the latest with the same reference. */
function comparedBefore(b: Prepared, first: number, later: number, lastOf: Map<string, number[]>): number[] {
  const chosen = new Set(range(Math.max(first, later - COMPARED_BEFORE), later));
  for (const { key } of b.texts().references) {
    const known = lastOf.get(key) ?? [];
    for (const at of known) if (at >= first) chosen.add(at);
    lastOf.set(key, [...known, later].slice(-COMPARED_OF_REFERENCE));
  }
  return [...chosen];
}

/**
 * A bill number as two clerks would agree on it: `INV-0042`, `Inv. no. 42` and `42` are `42`. Null for
 * a text without digits, such as `RENT`, which doesn't distinguish bills.
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

function vendorEvidence(a: Prepared, b: Prepared): Evidence | null {
  if (a.bill.partyId !== null && a.bill.partyId === b.bill.partyId) return { points: 40, reason: t("same vendor") };
  if (a.kept !== null && a.kept === b.kept) return { points: 40, reason: t("vendors merged in Tieout") };
  const [textsA, textsB] = [a.texts(), b.texts()];
  if (textsA.tax !== null && textsA.tax === textsB.tax) return { points: 35, reason: t("vendors with the same tax ID") };
  if (textsA.name === "" || textsA.name !== textsB.name) return null;
  const isSame = a.bill.partyName?.trim() === b.bill.partyName?.trim();
  return { points: 25, reason: isSame ? t("vendors with the same name") : t("vendors with almost the same name") };
}

function dateEvidence(days: number): Evidence {
  if (days === 0) return { points: 15, reason: "same date" };
  const points = days <= 7 ? 12 : days <= 14 ? 8 : 4;
  return { points, reason: `${days} ${days === 1 ? "day" : "days"} apart` };
}

function referenceEvidence(a: Prepared, b: Prepared): Evidence {
  const shared = sharedReference(a, b);
  if (shared !== null) return { points: 25, reason: shared };
  if (numbersDiffer(a, b)) return { points: -10, reason: "different numbers" };
  if (labelsDiffer(a, b)) return { points: -10, reason: "different references" };
  return { points: 5, reason: nothingToCompare(a, b) };
}

/** Why neither number speaks for a pair: one bill has none, or a text such as `RENT` that distinguishes nothing. */
function nothingToCompare(a: Prepared, b: Prepared): string {
  const [textsA, textsB] = [a.texts(), b.texts()];
  const isBlank = ({ references, labels }: Texts) => references.length === 0 && labels.every((label) => label === null);
  const one = isBlank(textsA) ? textsB : isBlank(textsB) ? textsA : null;
  if (one === null || one.references.length === 0) return "no numbers to compare";
  return one.number === null ? "only one bill has a reference" : "only one bill has a number";
}

/** Why the references are equal, or null. Where both bills have a number, numbers alone decide: one order may have two bills. */
function sharedReference(a: Prepared, b: Prepared): string | null {
  const [textsA, textsB] = [a.texts(), b.texts()];
  if (textsA.number !== null && textsB.number !== null)
    return isSame(textsA.number, textsB.number) ? sameNumbers(textsA.number.text, textsB.number.text) : null;
  const found = textsA.references.find((one) => textsB.references.some((other) => isSame(one, other)));
  return found === undefined ? null : `reference ${found.text} is on both`;
}

function sameNumbers(a: string, b: string): string {
  return a === b ? `same number ${a}` : `numbers ${a} and ${b} differ only in how they're written`;
}

/** `SVC-7` is `7` and `Invoice 7`, but `RENT-SEP-2026` is not `RENT-OCT-2026`. */
function isSame(a: Reference, b: Reference): boolean {
  return a.key === b.key && (a.series === b.series || a.series === "" || b.series === "");
}

/** Both have a number or a reference, and they share none. */
function numbersDiffer(a: Prepared, b: Prepared): boolean {
  return a.texts().references.length > 0 && b.texts().references.length > 0 && sharedReference(a, b) === null;
}

/** Equal texts without digits prove nothing (`RENT` is on every rent bill), but different ones distinguish two bills. */
function labelsDiffer(a: Prepared, b: Prepared): boolean {
  if (sharedReference(a, b) !== null) return false;
  const others = b.texts().labels;
  return a.texts().labels.some((label, at) => label !== null && others[at] !== null && label !== others[at]);
}

const MONTH_DAYS = [26, 35] as const;
/** What is dated further from a bill than this says nothing about its pairs. */
export const DAYS_AROUND = DAYS_APART_MAX + MONTH_DAYS[1];

/**
 * Bills a month apart are recurring, like rent. Different numbers are enough; without any, a third bill must follow the
 * same rhythm.
 */
function isRecurring(a: Prepared, b: Prepared, byDate: readonly Prepared[]): boolean {
  const days = b.day - a.day;
  if (days < MONTH_DAYS[0] || days > MONTH_DAYS[1] || sharedReference(a, b) !== null) return false;
  if (numbersDiffer(a, b) || labelsDiffer(a, b)) return true;
  const [least, most] = MONTH_DAYS;
  return hasAlike(a, byDate, a.day - most, a.day - least) || hasAlike(a, byDate, b.day + least, b.day + most);
}

/** True when there is a bill of the same vendor and amount between two days. */
function hasAlike(a: Prepared, byDate: readonly Prepared[], from: number, to: number): boolean {
  let low = 0;
  for (let high = byDate.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((byDate[middle] as Prepared).day < from) low = middle + 1;
    else high = middle;
  }
  for (let at = low; at < byDate.length; at++) {
    const other = byDate[at] as Prepared;
    if (other.day > to) return false;
    if (sameAmount(a, other) && vendorEvidence(a, other) !== null) return true;
  }
  return false;
}
