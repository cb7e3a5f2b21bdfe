import { type CalendarDate, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import { t } from "../../language/t.ts";
import { formatDay, formatLongPeriod, formatPeriod } from "./date.ts";

/** Two days of the calendar, both inside. */
export interface Span {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** The month `YYYY-MM` that a span is, to the day; null for any other span. */
export function monthOfSpan({ from, to }: Span): string | null {
  return from === monthStart(from) && to === monthEnd(from) ? from.slice(0, 7) : null;
}

/** The first to the last day of a month, `2026-10`; null for text that isn't a month. */
export function spanOfMonth(month: string): Span | null {
  if (!/^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(month)) return null;
  const from = `${month}-01` as CalendarDate;
  return { from, to: monthEnd(from) };
}

/** A span in words: `Oct 2026`, `Jan to Oct 2026`, `Nov 2025 to Oct 2026`, `5 Oct 2026 to 9 Nov 2026`. */
export function spanText(span: Span): string {
  const { from, to } = span;
  if (from === to) return formatDay(from);
  const whole = from === monthStart(from) && to === monthEnd(to);
  if (!whole) return t("{from} to {to}", { from: formatDay(from), to: formatDay(to) });
  const [first, last] = [formatPeriod(from.slice(0, 7)), formatPeriod(to.slice(0, 7))];
  if (first === last) return first;
  return from.slice(0, 4) === to.slice(0, 4)
    ? t("{first} to {last}", { first: first.slice(0, 3), last })
    : t("{first} to {last}", { first, last });
}

/** The same for a heading: a single month in full. */
export function spanTitle(span: Span): string {
  const month = span.from.slice(0, 7);
  return span.from === monthStart(span.from) && span.to === monthEnd(span.from) ? formatLongPeriod(month) : spanText(span);
}
