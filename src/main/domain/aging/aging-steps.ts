import { AGING_BUCKETS, BUCKET_ENDS, bucketNumber } from "./aging.ts";

/** A part of an item that an allocation used. Day, amount, currency and number of decimals, as they are stored. */
export type StoredPart = readonly [day: number | null, amount: number | null, currency: number, scale: number];

/** One charge, credit or payment with its allocations, in ten-thousandths and day numbers. */
export interface StoredItem {
  readonly currency: number;
  readonly day: number;
  /** The due date, or the date where there is none. */
  readonly due: number;
  readonly total: number | null;
  readonly totalBase: number | null;
  readonly outstanding: number | null;
  /** The most decimals of total and outstanding. */
  readonly scale: number;
  readonly applied: readonly StoredPart[];
}

/** What a step changes: the buckets in their order, then the others. */
export const STEP_COLUMNS = AGING_BUCKETS.length + 3;
const DOCUMENTS = AGING_BUCKETS.length;
/** Base amounts of items of which nothing is settled. */
const BASE = DOCUMENTS + 1;
/** Open items without a base amount for what is open. */
const WITHOUT_BASE = DOCUMENTS + 2;
export const STEP_PLACES = { documents: DOCUMENTS, base: BASE, withoutBase: WITHOUT_BASE } as const;

/** From a day on, a column holds so much more. */
export type Step = readonly [day: number, column: number, more: number];

/** So that sums of a million items are far from the ends of an integer. */
const LARGEST = 2 ** 43;

/**
 * True when everything that was open of an item at any date follows from its dated allocations: then its steps say it all.
 * The others are aged one by one, as their gaps are told (see `gapsOf`).
 */
export function isSteady({ currency, total, totalBase, outstanding, scale, applied }: StoredItem): boolean {
  if (total === null || outstanding === null) return false;
  let settled = 0;
  let size = Math.abs(total) + Math.abs(totalBase ?? 0) + Math.abs(outstanding);
  for (const [day, amount, other, decimals] of applied) {
    if (day === null || amount === null || other !== currency || decimals > scale) return false;
    settled += amount;
    size += Math.abs(amount);
  }
  return size <= LARGEST && total - settled === outstanding;
}

/**
 * How an item moves through the buckets as days pass (rule 6): it appears on its date, becomes older, and is settled by
 * allocations that are dated later. The steps up to a day sum to what was open on it.
 */
export function agingSteps(item: StoredItem): Step[] {
  const later = item.applied.filter(([day]) => (day as number) > item.day).sort(([a], [b]) => (a as number) - (b as number));
  const older = BUCKET_ENDS.map((end) => item.due + end + 1).filter((day) => day > item.day);
  const days = [...new Set([item.day, ...later.map(([day]) => day as number), ...older])].sort((a, b) => a - b);
  let open = later.reduce((sum, [, amount]) => sum + (amount as number), item.outstanding as number);
  const steps: Step[] = [];
  let held = NOTHING;
  let at = 0;
  for (const day of days) {
    for (; at < later.length && later[at]?.[0] === day; at++) open -= later[at]?.[1] as number;
    const now = stateOf(item, open, day);
    pushChange(steps, day, held, now);
    held = now;
  }
  return steps;
}

interface State {
  readonly bucket: number;
  readonly open: number;
  readonly base: number | null;
}

const NOTHING: State = { bucket: 0, open: 0, base: 0 };

function stateOf({ due, total, totalBase }: StoredItem, open: number, day: number): State {
  return open === 0 ? NOTHING : { bucket: bucketNumber(day - due), open, base: open === total ? totalBase : null };
}

function pushChange(steps: Step[], day: number, before: State, now: State): void {
  const push = (column: number, more: number) => {
    if (more !== 0) steps.push([day, column, more]);
  };
  if (before.bucket === now.bucket) push(now.bucket, now.open - before.open);
  else {
    push(before.bucket, -before.open);
    push(now.bucket, now.open);
  }
  push(DOCUMENTS, Number(now.open !== 0) - Number(before.open !== 0));
  push(BASE, (now.base ?? 0) - (before.base ?? 0));
  push(WITHOUT_BASE, Number(now.base === null) - Number(before.base === null));
}
