import { monthStart } from "#shared/kernel/calendar-date.ts";
import { spanOfMonth } from "./date-range.ts";

/** The month so many months after another, `2026-10`; the month itself when it is none. */
export function monthAfter(month: string, months: number): string {
  const span = spanOfMonth(month);
  return span === null ? month : monthStart(span.from, months).slice(0, 7);
}
