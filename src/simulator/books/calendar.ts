import { addDays, type CalendarDate, daysBetween, fromParts, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import type { BooksOptions, SimEntity, SimPeriod } from "./types.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Month in which a country's companies usually end their year. */
export function yearEndMonth(country: string): number {
  if (country === "NZ" || country === "GB") return 3;
  return country === "AU" ? 6 : 12;
}

/** Style c: a parent, a child and an elimination company; otherwise one entry without id. */
export function inventEntities(options: BooksOptions): SimEntity[] {
  const currency = options.baseCurrency;
  if (options.style !== "c") return [{ id: "", name: options.name, parentId: null, currency, isElimination: false }];
  return [
    { id: "1", name: options.name, parentId: null, currency, isElimination: false },
    { id: "2", name: `${options.name} Services`, parentId: "1", currency, isElimination: false },
    { id: "3", name: `${options.name} Elimination`, parentId: "1", currency, isElimination: true },
  ];
}

/** Style c: fiscal years with quarters, months and one adjustment period each; other styles have none. */
export function inventPeriods(options: BooksOptions): SimPeriod[] {
  if (options.style !== "c") return [];
  const first = monthStart(options.today, 1 - options.months);
  const periods: SimPeriod[] = [];
  let start = yearStartOn(first, options);
  while (start <= options.today) {
    const next = nextYearStart(start, options);
    addYear(periods, start, next, options);
    start = next;
  }
  return periods;
}

function addYear(periods: SimPeriod[], start: CalendarDate, next: CalendarDate, options: BooksOptions): void {
  const end = addDays(next, -1);
  const label = `FY ${end.slice(0, 4)}`;
  const year = add(periods, label, start, end, "year", null, options);
  const starts = monthStarts(start, next, options);
  for (let quarter = 0; quarter < 4; quarter++) {
    const from = starts[quarter * 3] as CalendarDate;
    const to = addDays(starts[quarter * 3 + 3] ?? next, -1);
    const parent = add(periods, `Q${quarter + 1} ${end.slice(0, 4)}`, from, to, "quarter", year.id, options);
    for (let month = quarter * 3; month < quarter * 3 + 3; month++) {
      const monthFrom = starts[month] as CalendarDate;
      const monthTo = addDays(starts[month + 1] ?? next, -1);
      const middle = addDays(monthFrom, 14);
      const name = `${MONTHS[Number(middle.slice(5, 7)) - 1]} ${middle.slice(0, 4)}`;
      add(periods, name, monthFrom, monthTo, "month", parent.id, options);
    }
    if (quarter === 3) add(periods, `Adjust ${label}`, end, end, "adjustment", parent.id, options);
  }
}

function add(
  periods: SimPeriod[],
  name: string,
  start: CalendarDate,
  end: CalendarDate,
  kind: SimPeriod["kind"],
  parentId: string | null,
  options: BooksOptions,
): SimPeriod {
  const closed = end < monthStart(options.today, -4);
  const locked = end < monthStart(options.today, -2);
  const period: SimPeriod = {
    id: String(100 + periods.length),
    name,
    start,
    end,
    kind,
    parentId,
    closed,
    allLocked: locked,
    apLocked: locked || end < monthStart(options.today, -1),
    arLocked: locked,
  };
  periods.push(period);
  return period;
}

function monthStarts(start: CalendarDate, next: CalendarDate, options: BooksOptions): CalendarDate[] {
  if (options.calendar !== "4-4-5") return Array.from({ length: 12 }, (_, month) => monthStart(start, month));
  // The last month of a long year has a sixth week.
  const weeks = [0, 4, 8, 13, 17, 21, 26, 30, 34, 39, 43, 47];
  return weeks.map((week) => addDays(start, week * 7)).filter((date) => date < next);
}

function yearStartOn(date: CalendarDate, options: BooksOptions): CalendarDate {
  const month = (yearEndMonth(options.country) % 12) + 1;
  const year = Number(date.slice(0, 4));
  const candidates = [year - 2, year - 1, year, year + 1].map((candidate) => adjusted(fromParts(candidate, month, 1), options));
  return candidates.filter((candidate) => candidate <= date).at(-1) as CalendarDate;
}

function nextYearStart(start: CalendarDate, options: BooksOptions): CalendarDate {
  // The adjusted start may lie some days before or after the first of the month.
  const plain = monthStart(addDays(start, 10));
  return adjusted(monthStart(plain, 12), options);
}

/** 4-4-5 years begin on the Monday nearest to the first of the month. */
function adjusted(date: CalendarDate, options: BooksOptions): CalendarDate {
  if (options.calendar !== "4-4-5") return date;
  const weekday = (((daysBetween("2024-01-01" as CalendarDate, date) % 7) + 7) % 7) as number;
  return addDays(date, weekday <= 3 ? -weekday : 7 - weekday);
}

/** The locks of styles a and b: the month before last, and the last year end. */
export function inventLocks(options: BooksOptions): {
  periodLock: CalendarDate | null;
  yearEndLock: CalendarDate | null;
  bookClose: CalendarDate | null;
} {
  const period = monthEnd(options.today, -3);
  const month = yearEndMonth(options.country);
  const year = Number(options.today.slice(0, 4));
  const ends = [year - 1, year].map((candidate) => fromParts(candidate, month + 1, 0)).filter((end) => end < period);
  const yearEnd = ends.at(-1) ?? null;
  if (options.style === "a") return { periodLock: period, yearEndLock: yearEnd, bookClose: null };
  return { periodLock: null, yearEndLock: null, bookClose: options.style === "b" ? period : null };
}
