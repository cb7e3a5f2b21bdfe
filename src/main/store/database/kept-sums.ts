import { addDays, type CalendarDate, dayNumber, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";

/** The first day of the month of a day number, in SQL. */
export function monthOf(day: string): string {
  return `${day} - CAST(strftime('%d', ${day} * 86400, 'unixepoch') AS INTEGER) + 1`;
}

const LOW = 4_294_967_295;

/** An integer in two halves, `high` × 2^32 + `low`, in SQL: no number of halves overflows when they are added up. */
export function halves(amount: string): readonly [high: string, low: string] {
  return [`${amount} >> 32`, `${amount} & ${LOW}`];
}

/** The integer that two sums of halves stand for, as SQL writes them. */
export function wholeOf(high: string, low: string): bigint {
  return (BigInt(high) << 32n) + BigInt(low);
}

/** Days, both included; `from` null is since the beginning. */
export interface DaySpan {
  readonly from: CalendarDate | null;
  readonly to: CalendarDate;
}

/** Before every day that a ledger can name. */
const BEGINNING = -10_000_000;

export function dayRange({ from, to }: DaySpan): { readonly from: number; readonly to: number } {
  return { from: from === null ? BEGINNING : dayNumber(from), to: dayNumber(to) };
}

/** Which kept sums a part of a span is made of: those of months, under their first days, or those of days. */
export interface SpanPart {
  readonly monthly: 0 | 1;
  readonly from: number;
  readonly to: number;
}

/** The whole months of a span, and the days before and after them. */
export function monthsAndDays({ from, to }: DaySpan): SpanPart[] {
  const first = from === null ? null : monthStart(from) === from ? from : monthStart(from, 1);
  const last = monthEnd(to) === to ? to : addDays(monthStart(to), -1);
  if (first !== null && first > last) return [{ monthly: 0, ...dayRange({ from, to }) }];
  const parts: SpanPart[] = [{ monthly: 1, ...dayRange({ from: first, to: last }) }];
  if (from !== null && first !== null && from < first) parts.push({ monthly: 0, ...dayRange({ from, to: addDays(first, -1) }) });
  if (last < to) parts.push({ monthly: 0, ...dayRange({ from: addDays(last, 1), to }) });
  return parts;
}
