import { addDecimals, canonicalDecimal, type DecimalString, negateDecimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import { total } from "./amortise.ts";

/** A posting on the account in the period. `recordId`: the transaction that it belongs to, where the ledger names it. */
export interface BookedPosting {
  readonly recordId: string | null;
  readonly amount: DecimalString;
}

/** An entry of an item on the account in the period. `recordId`: the journal that posted it. Debits positive. */
export interface ScheduledEntry {
  readonly recordId: string | null;
  readonly posted: boolean;
  readonly amount: DecimalString;
}

/** A bill, payment or the like that an item expects on the account in the period. `recordId`: the one that it was linked with. */
export interface ExpectedTransaction {
  readonly recordId: string | null;
  readonly amount: DecimalString;
}

export interface DifferenceQuestion<
  Posting extends BookedPosting = BookedPosting,
  Entry extends ScheduledEntry = ScheduledEntry,
  Expected extends ExpectedTransaction = ExpectedTransaction,
> {
  /** Books less schedule at the start of the period. */
  readonly opening: DecimalString;
  readonly postings: readonly Posting[];
  readonly entries: readonly Entry[];
  readonly expected: readonly Expected[];
}

export interface DifferenceParts<Posting, Entry, Expected> {
  /** Books less schedule at the end of the period: the sum of all parts. */
  readonly difference: DecimalString;
  readonly broughtForward: DecimalString;
  readonly notPosted: readonly Entry[];
  /** What the books lack for them. */
  readonly notPostedTotal: DecimalString;
  /** Entries that were posted with another amount, or that the ledger has no more. */
  readonly postedDifferently: DecimalString;
  readonly withoutItem: readonly Posting[];
  readonly withoutItemTotal: DecimalString;
  readonly withoutTransaction: readonly Expected[];
  readonly withoutTransactionTotal: DecimalString;
}

/**
 * Why an account differs from its schedule: every posting of the period is an entry of an item, the transaction that an
 * item expects, or one without an item. The parts add up to the difference exactly.
 */
export function explainDifference<Posting extends BookedPosting, Entry extends ScheduledEntry, Expected extends ExpectedTransaction>(
  question: DifferenceQuestion<Posting, Entry, Expected>,
): DifferenceParts<Posting, Entry, Expected> {
  const { opening, postings, entries, expected } = question;
  const posted = entries.filter((entry) => entry.posted);
  const notPosted = entries.filter((entry) => !entry.posted);
  const journals = new Set(posted.map(({ recordId }) => recordId).filter((id) => id !== null));
  const isEntry = ({ recordId }: Posting) => recordId !== null && journals.has(recordId);
  const booked = postings.filter(isEntry);
  const {
    postings: withoutItem,
    expected: withoutTransaction,
    moved,
  } = pairUp(
    postings.filter((posting) => !isEntry(posting)),
    expected,
  );
  const postedDifferently = addDecimals(subtractDecimals(sum(booked), sum(posted)), moved);
  const notPostedTotal = negateDecimal(sum(notPosted));
  const withoutItemTotal = sum(withoutItem);
  const withoutTransactionTotal = negateDecimal(sum(withoutTransaction));
  return {
    difference: total([opening, notPostedTotal, postedDifferently, withoutItemTotal, withoutTransactionTotal]),
    broughtForward: opening,
    ...{ notPosted, notPostedTotal, postedDifferently, withoutItem, withoutItemTotal, withoutTransaction, withoutTransactionTotal },
  };
}

/** Takes out what belongs together: linked transactions first, then those of the very amount. @returns what is left, and by how much linked ones differ */
function pairUp<Posting extends BookedPosting, Expected extends ExpectedTransaction>(
  all: readonly Posting[],
  expectedAll: readonly Expected[],
) {
  let postings = [...all];
  let expected = [...expectedAll];
  let moved = total([]);
  for (const recordId of new Set(expectedAll.map((one) => one.recordId).filter((id) => id !== null))) {
    const mine = postings.filter((posting) => posting.recordId === recordId);
    if (mine.length === 0) continue;
    const theirs = expected.filter((one) => one.recordId === recordId);
    const over = subtractDecimals(sum(mine), sum(theirs));
    const lone = mine.length === 1 ? null : leftOver(mine, theirs);
    postings = postings.filter((posting) => posting.recordId !== recordId || (lone?.includes(posting) ?? false));
    expected = expected.filter((one) => one.recordId !== recordId);
    moved = addDecimals(moved, lone === null ? over : subtractDecimals(over, sum(lone)));
  }
  for (const one of [...expected]) {
    const at = postings.findIndex(({ amount }) => canonicalDecimal(amount) === canonicalDecimal(one.amount));
    if (at < 0) continue;
    postings.splice(at, 1);
    expected = expected.filter((other) => other !== one);
  }
  return { postings, expected, moved };
}

/** Postings of one transaction that no item accounts for, where the others are the items' to the cent. */
function leftOver<Posting extends BookedPosting>(postings: readonly Posting[], expected: readonly ExpectedTransaction[]): Posting[] | null {
  const left = [...postings];
  for (const { amount } of expected) {
    const at = left.findIndex((posting) => canonicalDecimal(posting.amount) === canonicalDecimal(amount));
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

function sum(list: readonly { readonly amount: DecimalString }[]): DecimalString {
  return total(list.map(({ amount }) => amount));
}
