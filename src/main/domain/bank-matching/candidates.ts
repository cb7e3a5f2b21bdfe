import type { BankLine, BankPosting, MatchReason } from "#shared/contract/close/bank.ts";
import { dayNumber } from "#shared/kernel/calendar-date.ts";
import { toTenThousandths } from "#shared/kernel/decimal.ts";
import { compareText } from "#shared/kernel/lists.ts";
import { lineTold, type Marks, marksOf, sharedContact, sharedReference, type Told, told } from "./similarity.ts";

/** A line or posting while matches are looked for. */
interface Open {
  readonly at: number;
  readonly day: number;
  readonly units: number;
  readonly told: Told;
}
export type OpenLine = Open & { readonly line: BankLine };
export type OpenPosting = Open & { readonly posting: BankPosting; readonly marks: Marks };

/** Sorted by day, then id, so that the same input gives the same answer whatever its order. What has no exact amount is left out. */
export function openLines(lines: readonly BankLine[]): OpenLine[] {
  return lines
    .toSorted((a, b) => compareText(a.date, b.date) || compareText(a.lineId, b.lineId))
    .flatMap((line, at) => {
      const units = toTenThousandths(line.amount);
      return units === null || units === 0 ? [] : [{ at, day: dayNumber(line.date), units, told: lineTold(line), line }];
    });
}

export function openPostings(postings: readonly BankPosting[]): OpenPosting[] {
  return postings
    .toSorted((a, b) => compareText(a.date, b.date) || compareText(a.recordId, b.recordId))
    .flatMap((posting, at) => {
      const units = toTenThousandths(posting.amount);
      const text = told(posting.contact, posting.number, posting.reference, posting.description);
      return units === null || units === 0
        ? []
        : [{ at, day: dayNumber(posting.date), units, told: text, posting, marks: marksOf(posting) }];
    });
}

/** A cheque may take months to clear; the bank is rarely ahead of the books by more than days. */
const DAYS_BEFORE_MAX = 120;
const DAYS_AFTER_MAX = 7;
/** Without a reference or name, dates that are further apart say too little. */
const DAYS_ALONE_MAX = 60;

export interface Pair {
  readonly line: OpenLine;
  readonly posting: OpenPosting;
  readonly score: number;
  /** Days that the bank is behind the books; negative: ahead. */
  readonly days: number;
  /** What the line repeats of the posting: a number, a name. Null where the amount alone speaks for it. */
  readonly reference: string | null;
  readonly contact: string | null;
  readonly reasons: readonly MatchReason[];
}

/** How well a line and a posting of one amount fit; null when they don't. */
export function pairOf(line: OpenLine, posting: OpenPosting): Pair | null {
  const days = line.day - posting.day;
  if (days > DAYS_BEFORE_MAX || days < -DAYS_AFTER_MAX) return null;
  const reference = sharedReference(line.told, posting.marks);
  const contact = sharedContact(line.told, posting.marks);
  if (reference === null && contact === null && days > DAYS_ALONE_MAX) return null;
  const near = Math.max(0, 25 - (days < 0 ? -5 * days : days <= 5 ? 2 * days : 10 + (days - 5)));
  const score = 45 + near + (reference === null ? 0 : 20) + (contact === null ? 0 : 10);
  const reasons: MatchReason[] = [
    { code: "same_amount" },
    { code: "days_apart", days },
    ...(reference === null ? [] : [{ code: "reference" as const, text: reference }]),
    ...(contact === null ? [] : [{ code: "contact" as const, text: contact }]),
  ];
  return { line, posting, score, days, reference, contact, reasons };
}
