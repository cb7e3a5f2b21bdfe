import { addDays, type CalendarDate, fromParts, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import type { Period, PeriodLock } from "#shared/model/period.ts";

/**
 * The calendar months that the service keeps as periods where the ledger has none (rule 7): from the
 * start of the fiscal year of the first document to the month of the last. A lock of the ledger is one
 * input and is listed; the period's status is the service's own.
 */
export function ownPeriods(
  first: CalendarDate,
  last: CalendarDate,
  fiscalYearEnd: { readonly month: number; readonly day: number },
  locks: readonly PeriodLock[],
): Period[] {
  const periods: Period[] = [];
  for (let start = monthStart(fiscalYearStart(first, fiscalYearEnd)); start <= last; start = monthStart(start, 1)) {
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

/** The day after the last fiscal year end before `date`. A year end of 29 February is the month's last day. */
function fiscalYearStart(date: CalendarDate, end: { readonly month: number; readonly day: number }): CalendarDate {
  const endIn = (year: number): CalendarDate => {
    const last = monthEnd(fromParts(year, end.month, 1));
    const named = fromParts(year, end.month, end.day);
    return named < last ? named : last;
  };
  const year = Number(date.slice(0, 4));
  const before = endIn(year) < date ? endIn(year) : endIn(year - 1);
  return addDays(before, 1);
}
