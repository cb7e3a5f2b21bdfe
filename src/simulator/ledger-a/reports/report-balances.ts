import { assert } from "#shared/kernel/assert.ts";
import { addDays, type CalendarDate, fromParts } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, fromTenThousandths, toTenThousandths } from "#shared/kernel/decimal.ts";
import type { Books } from "../../books/types.ts";
import type { JournalEntry } from "../journals/journal-log.ts";

/** Sums in ten-thousandths of the base currency, debit positive. */
export type Balances = ReadonlyMap<string, bigint>;

/** What the feed adds up to per account between two days, both included; `from` null is since the beginning. */
export function balancesOf(entries: readonly JournalEntry[], from: CalendarDate | null, through: CalendarDate): Balances {
  const sums = new Map<string, bigint>();
  for (const entry of entries) {
    if (entry.date > through || (from !== null && entry.date < from)) continue;
    for (const line of entry.lines) sums.set(line.accountId, (sums.get(line.accountId) ?? 0n) + unitsOf(line.net));
  }
  return sums;
}

/** Ten-thousandths of an amount. @throws Defect for more than four decimals */
export function unitsOf(value: DecimalString): bigint {
  const units = toTenThousandths(value);
  assert(units !== null, `more than four decimals: ${value}`);
  return BigInt(units);
}

/** Two decimals, as report cells are written. */
export function cellAmount(units: bigint): string {
  return fromTenThousandths(units, 2);
}

/** First day of the financial year that the day falls into. */
export function yearStart(books: Books, day: CalendarDate): CalendarDate {
  const year = Number(day.slice(0, 4));
  const end = yearEnd(books, year);
  return addDays(day <= end ? yearEnd(books, year - 1) : end, 1);
}

/** A year end on the last day of February follows the calendar. */
function yearEnd(books: Books, year: number): CalendarDate {
  const lastDay = fromParts(year, books.fiscalYearEndMonth + 1, 0);
  const asked = fromParts(year, books.fiscalYearEndMonth, books.fiscalYearEndDay);
  const isFebruaryEnd = books.fiscalYearEndMonth === 2 && books.fiscalYearEndDay >= 28;
  return asked > lastDay || isFebruaryEnd ? lastDay : asked;
}
