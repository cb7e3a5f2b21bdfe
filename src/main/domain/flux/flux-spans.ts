import type { PeriodSpan } from "#main/domain/statements/statement-spans.ts";
import { type CalendarDate, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import type { FluxComparison } from "#shared/model/reports/flux.ts";

export interface DaySpan {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** The days a flux analysis compares: the period's, and those of the comparison (several for an average). */
export interface FluxSpans {
  readonly current: DaySpan;
  readonly comparatives: readonly DaySpan[];
}

const MONTHS_OF_QUARTER = 3;
const PERIODS_OF_YEAR = 12;

/**
 * The period `n` periods before: by the ledger's own periods where the span is one of them and they
 * reach so far, else by calendar months.
 */
export function periodBefore(span: DaySpan, n: number, periods: readonly PeriodSpan[]): DaySpan {
  const at = periods.findIndex(({ start, end }) => start === span.from && end === span.to);
  const own = at < 0 ? undefined : periods[at - n];
  if (own !== undefined) return { from: own.start, to: own.end };
  return { from: monthStart(span.to, -n), to: monthEnd(span.to, -n) };
}

/** When a client's periods and fiscal years begin. */
export interface FluxCalendar {
  /** The ledger's own periods, ascending; none where it keeps none. */
  readonly periods: readonly PeriodSpan[];
  /** The first day of the fiscal year that contains a day. */
  readonly yearStart: (day: CalendarDate) => CalendarDate;
}

/** Several periods in a row that end `n` periods before the span. */
function stretch(span: DaySpan, n: number, length: number, periods: readonly PeriodSpan[]): DaySpan {
  return { from: periodBefore(span, n + length - 1, periods).from, to: periodBefore(span, n, periods).to };
}

/**
 * The days behind a comparison.
 * - A prior quarter compares the three periods up to this one with the three before them, so that both are complete.
 * - A trailing average is that of the periods before this one, without it.
 * - Year to date compares the fiscal year through this period with the year before through the same period.
 * - A budget and an earlier signature have no days: their figures are stored.
 */
export function fluxSpans(comparison: FluxComparison, span: DaySpan, trailing: number, { periods, yearStart }: FluxCalendar): FluxSpans {
  const before = (n: number) => periodBefore(span, n, periods);
  if (comparison === "prior_month") return { current: span, comparatives: [before(1)] };
  if (comparison === "same_month_last_year") return { current: span, comparatives: [before(PERIODS_OF_YEAR)] };
  if (comparison === "trailing_average")
    return { current: span, comparatives: Array.from({ length: trailing }, (_, at) => before(trailing - at)) };
  if (comparison === "prior_quarter")
    return {
      current: stretch(span, 0, MONTHS_OF_QUARTER, periods),
      comparatives: [stretch(span, MONTHS_OF_QUARTER, MONTHS_OF_QUARTER, periods)],
    };
  if (comparison === "year_to_date") {
    const { to } = before(PERIODS_OF_YEAR);
    return { current: { from: yearStart(span.to), to: span.to }, comparatives: [{ from: yearStart(to), to }] };
  }
  return { current: span, comparatives: [] };
}
