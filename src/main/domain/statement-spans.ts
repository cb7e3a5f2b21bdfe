import { addDays, type CalendarDate, fromParts, monthEnd } from "#shared/kernel/calendar-date.ts";
import type { Comparative } from "#shared/model/statement.ts";
import { type FiscalCalendar, fiscalYearStart } from "./fiscal-year.ts";

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
 * The span that a comparison stands for.
 * - Prior month, prior year: both ends moved by one or twelve months; a month's last day stays a month's last
 *   day, and a day that the month lacks is its last. Where both ends are those of periods that the ledger keeps,
 *   they are moved by periods instead, so that 4-4-5 weeks are held against the weeks before.
 * - Year to date: from the start of the fiscal year that holds `to`.
 * @param periods the ledger's ordinary periods, ascending; none where the service keeps calendar months
 */
export function comparativeSpan(
  name: Comparative["name"],
  { from, to }: Span,
  calendar: FiscalCalendar,
  periods: readonly PeriodSpan[],
): Comparative {
  if (name === "current") return { name, from, to };
  if (name === "year_to_date") return { name, from: fiscalYearStart(to, calendar), to };
  const months = MONTHS[name];
  const first = periods.findIndex(({ start }) => start === from);
  const last = periods.findIndex(({ end }) => end === to);
  const [start, end] = [periods[first - months]?.start, periods[last - months]?.end];
  if (first >= 0 && last >= first && start !== undefined && end !== undefined) return { name, from: start, to: end };
  return { name, from: monthsBefore(from, months), to: monthsBefore(to, months) };
}

function monthsBefore(date: CalendarDate, months: number): CalendarDate {
  const last = monthEnd(date, -months);
  const day = Number(date.slice(8));
  if (addDays(date, 1).endsWith("-01") || day >= Number(last.slice(8))) return last;
  return fromParts(Number(last.slice(0, 4)), Number(last.slice(5, 7)), day);
}
