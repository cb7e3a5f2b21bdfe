import { addDays, type CalendarDate, daysBetween, fromParts, monthEnd } from "#shared/kernel/calendar-date.ts";

/** The last day of a fiscal year, as the ledger names it. */
export interface FiscalYearEnd {
  readonly month: number;
  readonly day: number;
}

/** When fiscal years begin: the named year end, and the starts of the ledger's own ordinary periods, if it keeps any. */
export interface FiscalCalendar {
  readonly yearEnd: FiscalYearEnd;
  /** Ascending, without adjustment periods. */
  readonly periodStarts: readonly CalendarDate[];
}

// A year of weeks begins within a few days of the named date; two periods of weeks begin at least 28 days apart.
const DRIFT_DAYS = 13;

/**
 * The first day of the fiscal year that contains a day. Where the ledger has periods, the year starts with the period
 * that starts nearest to the configured date, which is right for 52 and 53 week calendars, too.
 */
export function fiscalYearStart(date: CalendarDate, { yearEnd, periodStarts }: FiscalCalendar): CalendarDate {
  const year = Number(date.slice(0, 4));
  const starts = [year - 2, year - 1, year, year + 1].map((of) => nearestPeriod(addDays(endIn(of, yearEnd), 1), periodStarts));
  return starts.filter((start) => start <= date).at(-1) as CalendarDate;
}

/** The first days of the fiscal years that begin after `from` and not after `to`. */
export function fiscalYearStartsWithin(from: CalendarDate, to: CalendarDate, calendar: FiscalCalendar): CalendarDate[] {
  const starts: CalendarDate[] = [];
  for (let start = fiscalYearStart(to, calendar); start > from; start = fiscalYearStart(addDays(start, -1), calendar))
    starts.unshift(start);
  return starts;
}

/** A year that ends with February follows the leap years; any other day that a month lacks is its last. */
function endIn(year: number, { month, day }: FiscalYearEnd): CalendarDate {
  const last = monthEnd(fromParts(year, month, 1));
  return day >= Number(last.slice(8)) || (month === 2 && day >= 28) ? last : fromParts(year, month, day);
}

function nearestPeriod(named: CalendarDate, periodStarts: readonly CalendarDate[]): CalendarDate {
  let nearest = named;
  let drift = DRIFT_DAYS + 1;
  for (const start of periodStarts) {
    const distance = Math.abs(daysBetween(named, start));
    if (distance < drift) [nearest, drift] = [start, distance];
  }
  return nearest;
}
