import { type FiscalCalendar, fiscalYearStart } from "#main/domain/periods/fiscal-year.ts";
import { addDays, type CalendarDate, fromParts, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import type { Comparative, Comparison } from "#shared/model/reports/statement.ts";

/** An ordinary period that the ledger keeps, for comparing weeks with weeks. */
export interface PeriodSpan {
  readonly start: CalendarDate;
  readonly end: CalendarDate;
}

interface Span {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

const MONTHS: Readonly<Record<"prior_month" | "prior_year", number>> = { prior_month: 1, prior_year: 12 };

/**
 * The days of a comparison.
 * - Prior month, prior year: both ends moved by one or twelve months; a month's last day stays a month's last
 *   day, and a day that the month lacks is its last. Where both ends are those of periods that the ledger keeps,
 *   they are moved by periods instead, so that 4-4-5 weeks are compared with the weeks before.
 * - Budget: the days themselves.
 * - Year to date: from the start of the fiscal year that contains `to`.
 * @param periods the ledger's ordinary periods, ascending; none where Tieout uses calendar months
 */
export function comparativeSpan(
  name: "current" | Comparison,
  { from, to }: Span,
  calendar: FiscalCalendar,
  periods: readonly PeriodSpan[],
): Comparative {
  if (name === "current" || name === "budget") return { name, from, to };
  if (name === "year_to_date") return { name, from: fiscalYearStart(to, calendar), to };
  const months = MONTHS[name];
  const first = periods.findIndex(({ start }) => start === from);
  const last = periods.findIndex(({ end }) => end === to);
  const [start, end] = [periods[first - months]?.start, periods[last - months]?.end];
  if (first >= 0 && last >= first && start !== undefined && end !== undefined) return { name, from: start, to: end };
  return { name, from: monthsBefore(from, months), to: monthsBefore(to, months) };
}

/**
 * The `count` months up to the one that holds `to`, the oldest first; the last one ends with `to`. They are the
 * ledger's own periods where `to` ends one of them and it keeps them as far back, else calendar months.
 */
export function monthSpans(to: CalendarDate, count: number, periods: readonly PeriodSpan[]): Comparative[] {
  const at = periods.findIndex(({ end }) => end === to);
  const own = at + 1 < count ? [] : periods.slice(at + 1 - count, at + 1).map(({ start, end }) => ({ from: start, to: end }));
  const spans = own.length === count ? own : Array.from({ length: count }, (_, index) => calendarMonth(to, index + 1 - count));
  return spans.map((span) => ({ name: "month", from: span.from, to: span.to < to ? span.to : to }));
}

function calendarMonth(date: CalendarDate, months: number): Span {
  return { from: monthStart(date, months), to: monthEnd(date, months) };
}

function monthsBefore(date: CalendarDate, months: number): CalendarDate {
  const last = monthEnd(date, -months);
  const day = Number(date.slice(8));
  if (addDays(date, 1).endsWith("-01") || day >= Number(last.slice(8))) return last;
  return fromParts(Number(last.slice(0, 4)), Number(last.slice(5, 7)), day);
}
