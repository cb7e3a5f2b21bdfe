import { type CalendarDate, daysBetween } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, decimal, isZero, scaleOf, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";

/** Days late, the last one open-ended. `current` is what is not due yet, or due on the as-of date. */
export const AGING_BUCKETS = ["current", "1-30", "31-60", "61-90", "90+"] as const;
export type AgingBucket = (typeof AGING_BUCKETS)[number];
export type BucketAmounts = Readonly<Record<AgingBucket, DecimalString>>;

export type AgingSide = "receivable" | "payable";

/** What unapplied cash is: a credit note, Ledger A's and C's documents of rule 16, or the rest of a payment. */
export type UnappliedCashKind = "credit" | "overpayment" | "prepayment" | "deposit" | "payment";

export interface NamedParty {
  readonly id: string;
  readonly name: string;
}

/** A part of a charge, credit or payment that an allocation used; `date` null where the ledger gives none. */
export interface AppliedPart {
  readonly amount: DecimalString;
  readonly currency: string;
  readonly date: CalendarDate | null;
}

/**
 * A charge (`unapplied` null), or a credit or payment that may settle charges, as the ledger states it
 * now. `applied` are its allocations: all of them when a past date is asked for, else those dated later.
 */
export interface AgingItem {
  readonly id: string;
  readonly party: NamedParty | null;
  readonly currency: string;
  readonly date: CalendarDate;
  readonly dueDate: CalendarDate | null;
  readonly total: DecimalString;
  /** The base amount of `total`, only where the ledger gave it. */
  readonly totalBase: DecimalString | null;
  readonly outstanding: DecimalString;
  readonly unapplied: UnappliedCashKind | null;
  readonly applied: readonly AppliedPart[];
}

/** Why a document's history is not certain at a date in the past. */
export type AgingGapReason =
  | "allocation_without_date"
  | "allocation_in_another_currency"
  | "outstanding_not_explained_by_allocations"
  /** One legal entity was asked for, and the ledger does not say whose this is. */
  | "entity_unknown";

export interface AgingGap {
  readonly documentId: string;
  readonly reason: AgingGapReason;
}

/** `base` is null where the ledger gave no base amount for some part of it. */
export interface AgingRow extends BucketAmounts {
  readonly party: NamedParty | null;
  readonly currency: string;
  readonly outstanding: DecimalString;
  readonly base: DecimalString | null;
  readonly documents: number;
}

export interface UnappliedCashRow {
  readonly party: NamedParty | null;
  readonly currency: string;
  readonly kind: UnappliedCashKind;
  readonly amount: DecimalString;
  readonly base: DecimalString | null;
  readonly documents: number;
}

/** One currency's buckets, and beside them, never inside, its unapplied cash. */
export interface AgingTotal extends BucketAmounts {
  readonly currency: string;
  readonly outstanding: DecimalString;
  readonly base: DecimalString | null;
  readonly documents: number;
  readonly unappliedCash: DecimalString;
}

export interface Aging {
  readonly rows: readonly AgingRow[];
  readonly unappliedCash: readonly UnappliedCashRow[];
  readonly totals: readonly AgingTotal[];
  readonly gaps: readonly AgingGap[];
}

export interface AgingQuestion {
  readonly asOfDate: CalendarDate;
  /** The day that the items' outstanding amounts are of; an earlier as-of date is rebuilt. */
  readonly readOn: CalendarDate;
  readonly baseCurrency: string | null;
}

/** What was open of one item at the as-of date. */
export interface OpenItem {
  readonly bucket: AgingBucket;
  readonly open: DecimalString;
  readonly base: DecimalString | null;
}

/** What was open at the as-of date of one or many items of a party, a currency and a kind. */
export interface OpenPart extends Pick<AgingItem, "party" | "currency" | "unapplied"> {
  readonly buckets: Partial<BucketAmounts>;
  readonly open: DecimalString;
  /** Null where some of the items have no base amount. */
  readonly base: DecimalString | null;
  readonly documents: number;
}

const ZERO = decimal("0");

/**
 * Ages what was open at an explicit date (rules 6 and 16), per party and currency, exactly.
 *
 * The open amount is the ledger's outstanding amount plus every allocation dated after the as-of date. That equals
 * the total less earlier allocations wherever the allocations explain the outstanding amount; where they don't, a gap
 * says so. Later items are left out. The caller leaves out voided, deleted and unposted documents, and allocations
 * whose source was removed.
 * @param parts what is open of further items, added up already
 */
export function ageItems(items: Iterable<AgingItem>, question: AgingQuestion, parts: readonly OpenPart[] = []): Aging {
  const open: OpenPart[] = [...parts];
  const gaps: AgingGap[] = [];
  for (const item of items) {
    if (item.date > question.asOfDate) continue;
    gaps.push(...gapsOf(item, question));
    const found = openItem(item, question);
    if (found !== null) open.push(partOf(item, found));
  }
  // Rule 16: unapplied cash is shown separately and never netted into a bucket.
  const charges = open.filter(({ unapplied }) => unapplied === null);
  const cash = open.filter(({ unapplied }) => unapplied !== null);
  return {
    rows: grouped(charges, ({ currency, party }) => `${currency} ${party?.id ?? ""}`)
      .map(agingRow)
      .sort(byParty),
    unappliedCash: grouped(cash, ({ currency, unapplied, party }) => `${currency} ${unapplied} ${party?.id ?? ""}`)
      .map(cashRow)
      .sort(byParty),
    totals: totalsOf(charges, cash),
    gaps: gaps.sort((a, b) => (gapKey(a) < gapKey(b) ? -1 : 1)),
  };
}

function partOf({ party, currency, unapplied }: AgingItem, { bucket, open, base }: OpenItem): OpenPart {
  return { party, currency, unapplied, buckets: { [bucket]: open }, open, base, documents: 1 };
}

/** What was open of one item at the date; null when nothing was. */
export function openItem(item: AgingItem, question: AgingQuestion): OpenItem | null {
  if (item.date > question.asOfDate) return null;
  const amount = openAt(item, question.asOfDate);
  if (isZero(amount)) return null;
  return { bucket: bucketOf(item.dueDate ?? item.date, question.asOfDate), open: amount, base: baseOf(item, amount, question) };
}

/** The most days late of each bucket but the last. */
export const BUCKET_ENDS = [0, 30, 60, 90] as const;

/** The bucket of a due date (rule 6: against an explicit date, never a status). */
export function bucketOf(due: CalendarDate, asOf: CalendarDate): AgingBucket {
  return AGING_BUCKETS[bucketNumber(daysBetween(due, asOf))] as AgingBucket;
}

/** Which of the buckets so many days late are in. */
export function bucketNumber(late: number): number {
  const at = BUCKET_ENDS.findIndex((end) => late <= end);
  return at < 0 ? BUCKET_ENDS.length : at;
}

/** Written with at least the decimals of the total, so that it reads the same however much of it was settled. */
function openAt(item: AgingItem, asOf: CalendarDate): DecimalString {
  const later = item.applied.filter(({ date, currency }) => date !== null && date > asOf && currency === item.currency);
  if (later.length === 0 && scaleOf(item.outstanding) >= scaleOf(item.total)) return item.outstanding;
  return sumDecimals([item.outstanding, ...later.map(({ amount }) => amount), zeroLike(item.total)]);
}

function zeroLike(amount: DecimalString): DecimalString {
  const scale = scaleOf(amount);
  return scale === 0 ? ZERO : decimal(`0.${"0".repeat(scale)}`);
}

/** Why an item's history is not certain; nothing is rebuilt of a date that the amounts are of. */
export function gapsOf(item: AgingItem, { asOfDate, readOn }: AgingQuestion): AgingGap[] {
  if (asOfDate >= readOn) return [];
  const gap = (reason: AgingGapReason): AgingGap => ({ documentId: item.id, reason });
  const applied = sumDecimals(item.applied.filter(({ currency }) => currency === item.currency).map(({ amount }) => amount));
  return [
    ...(item.applied.some(({ date }) => date === null) ? [gap("allocation_without_date")] : []),
    ...(item.applied.some(({ currency }) => currency !== item.currency) ? [gap("allocation_in_another_currency")] : []),
    ...(isZero(subtractDecimals(subtractDecimals(item.total, applied), item.outstanding))
      ? []
      : [gap("outstanding_not_explained_by_allocations")]),
  ];
}

/** Base only from what the ledger gave: of a part of a foreign document it gave none. */
function baseOf(item: AgingItem, open: DecimalString, { baseCurrency }: AgingQuestion): DecimalString | null {
  if (item.currency === baseCurrency) return open;
  return canonicalDecimal(open) === canonicalDecimal(item.total) ? item.totalBase : null;
}

function agingRow(group: readonly OpenPart[]): AgingRow {
  const { party, currency } = group[0] as OpenPart;
  return { party, currency, ...bucketSums(group), ...sums(group) };
}

function cashRow(group: readonly OpenPart[]): UnappliedCashRow {
  const { party, currency, unapplied } = group[0] as OpenPart;
  const { outstanding: amount, base, documents } = sums(group);
  return { party, currency, kind: unapplied as UnappliedCashKind, amount, base, documents };
}

function totalsOf(charges: readonly OpenPart[], cash: readonly OpenPart[]): AgingTotal[] {
  const currencies = [...new Set([...charges, ...cash].map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = charges.filter((part) => part.currency === currency);
    const unapplied = cash.filter((part) => part.currency === currency);
    return { currency, ...bucketSums(own), ...sums(own), unappliedCash: sums(unapplied).outstanding };
  });
}

function bucketSums(group: readonly OpenPart[]): BucketAmounts {
  const sum = (bucket: AgingBucket): DecimalString => {
    const total = sumDecimals(group.flatMap(({ buckets }) => buckets[bucket] ?? []));
    return isZero(total) ? ZERO : total;
  };
  return Object.fromEntries(AGING_BUCKETS.map((bucket) => [bucket, sum(bucket)])) as Record<AgingBucket, DecimalString>;
}

function sums(group: readonly OpenPart[]): Pick<AgingRow, "outstanding" | "base" | "documents"> {
  const bases = group.flatMap(({ base }) => (base === null ? [] : [base]));
  return {
    outstanding: sumDecimals(group.map(({ open }) => open)),
    base: bases.length === group.length ? sumDecimals(bases) : null,
    documents: group.reduce((count, { documents }) => count + documents, 0),
  };
}

function grouped(parts: readonly OpenPart[], keyOf: (part: OpenPart) => string): OpenPart[][] {
  const groups = new Map<string, OpenPart[]>();
  for (const part of parts) {
    const key = keyOf(part);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [part]);
    else group.push(part);
  }
  return [...groups.values()];
}

function gapKey({ documentId, reason }: AgingGap): string {
  return `${documentId} ${reason}`;
}

type Placed = Pick<AgingRow, "party" | "currency"> & { readonly kind?: UnappliedCashKind };

function byParty(a: Placed, b: Placed): number {
  const key = ({ party, currency, kind }: Placed) => [party?.name ?? "", party?.id ?? "", currency, kind ?? ""].join("\u0000");
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}
