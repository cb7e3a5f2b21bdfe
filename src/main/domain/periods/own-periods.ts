import { type CalendarDate, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import type { Period, PeriodLock } from "#shared/model/books/period.ts";
import { type FiscalYearEnd, fiscalYearStart } from "./fiscal-year.ts";

/**
 * The calendar months that the service keeps as periods where the ledger has none (rule 7): from the
 * start of the fiscal year of the first document to the month of the last. A lock of the ledger is one
 * input and is listed; the period's status is the service's own.
 */
export function ownPeriods(first: CalendarDate, last: CalendarDate, yearEnd: FiscalYearEnd, locks: readonly PeriodLock[]): Period[] {
  const periods: Period[] = [];
  for (let start = monthStart(fiscalYearStart(first, { yearEnd, periodStarts: [] })); start <= last; start = monthStart(start, 1)) {
    periods.push({
      id: `month:${start.slice(0, 7)}`,
      label: start.slice(0, 7),
      start,
      end: monthEnd(start),
      status: "open",
      locks: locks.filter((lock) => lock.lockedThrough >= start),
      ownedBy: "us",
      isAdjustment: false,
    });
  }
  return periods;
}
