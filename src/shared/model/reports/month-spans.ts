import { type CalendarDate, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import type { Comparative } from "./statement.ts";

/** Whether days are one whole month of the calendar; a ledger's own period may be weeks. */
export function isMonth({ from, to }: { readonly from: CalendarDate; readonly to: CalendarDate }): boolean {
  return from === monthStart(from) && to === monthEnd(from);
}

/** Whether columns are months of the calendar, of which the last may be cut short; the ledger's own periods may be weeks. */
export function areMonths(columns: readonly Comparative[]): boolean {
  return columns.every(({ name, from, to }) => name !== "month" || (from === monthStart(from) && to <= monthEnd(from)));
}
