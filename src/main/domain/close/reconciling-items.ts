import { type CalendarDate, daysBetween } from "#shared/kernel/calendar-date.ts";
import { compareDecimals, type DecimalString, negateDecimal } from "#shared/kernel/decimal.ts";
import { compareText } from "#shared/kernel/lists.ts";

/** An item as somebody entered it, and what was said of it since. */
export interface ItemLife {
  readonly itemId: string;
  readonly amount: DecimalString;
  readonly date: CalendarDate;
  /** The last day of the period it was raised in. */
  readonly raisedThrough: CalendarDate;
  /** Records that had posted the opposite amount when the item was entered: they don't explain it. */
  readonly known: readonly string[];
  /** Cleared by hand on this day. */
  readonly clearedOn: CalendarDate | null;
  /** The record that somebody cleared it with. */
  readonly clearedWith: string | null;
  /** Records that somebody said don't clear it. */
  readonly notBy: readonly string[];
}

/** What one record posts to the account, with the sign of the reconciliation. */
export interface ItemPosting {
  readonly recordId: string;
  readonly date: CalendarDate;
  readonly amount: DecimalString;
}

export interface Cleared {
  readonly on: CalendarDate;
  readonly recordId: string | null;
  readonly byHand: boolean;
}

/**
 * When each item cleared. An item is what the books have and the support doesn't, so that a posting of the opposite amount to
 * the account, dated on the item's day or later, settles it. A posting settles one item only, and the oldest item takes the
 * first posting; those that were there when the item was entered, or that somebody refused, settle nothing.
 */
export function clearedItems(items: readonly ItemLife[], postings: readonly ItemPosting[]): ReadonlyMap<string, Cleared> {
  const cleared = new Map<string, Cleared>();
  const used = new Set(items.flatMap(({ clearedWith }) => clearedWith ?? []));
  const inTime = [...postings].sort((a, b) => compareText(a.date, b.date) || compareText(a.recordId, b.recordId));
  for (const item of [...items].sort(byAge)) {
    if (item.clearedOn !== null) {
      cleared.set(item.itemId, { on: item.clearedOn, recordId: item.clearedWith, byHand: true });
      continue;
    }
    const found = inTime.find((posting) => !used.has(posting.recordId) && settles(item, posting));
    if (found === undefined) continue;
    used.add(found.recordId);
    cleared.set(item.itemId, { on: found.date, recordId: found.recordId, byHand: false });
  }
  return cleared;
}

/** True for a posting that takes the item's amount out of the difference between books and support. */
export function settles({ amount, date, known, notBy }: Omit<ItemLife, "itemId">, posting: ItemPosting): boolean {
  return (
    posting.date >= date &&
    compareDecimals(posting.amount, negateDecimal(amount)) === 0 &&
    !known.includes(posting.recordId) &&
    !notBy.includes(posting.recordId)
  );
}

/** How an item is at the end of a period: not there yet, open, cleared in the period or before it. */
export function itemIn(
  { date, raisedThrough }: Pick<ItemLife, "date" | "raisedThrough">,
  cleared: Cleared | undefined,
  period: { readonly start: CalendarDate; readonly end: CalendarDate },
): "later" | "open" | "cleared" | "before" {
  if (raisedThrough > period.end || date > period.end) return "later";
  if (cleared === undefined || cleared.on > period.end) return "open";
  return cleared.on >= period.start ? "cleared" : "before";
}

/** Days an item has been open on a day. */
export function ageOn(day: CalendarDate, { date }: Pick<ItemLife, "date">): number {
  return Math.max(0, daysBetween(date, day));
}

// Items of earlier periods come first, so that a period's view does not depend on what was raised after it.
function byAge(a: ItemLife, b: ItemLife): number {
  return compareText(a.raisedThrough, b.raisedThrough) || compareText(a.date, b.date) || compareText(a.itemId, b.itemId);
}
