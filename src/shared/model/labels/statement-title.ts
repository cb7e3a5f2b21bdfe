import { type CalendarDate, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";

/** What a statement's dates are called: an instant, whole months, a year, or any other days. */
export type StatementSpanForm =
  | { readonly form: "as_of"; readonly to: CalendarDate }
  | { readonly form: "months"; readonly count: number; readonly to: CalendarDate }
  | { readonly form: "days"; readonly from: CalendarDate; readonly to: CalendarDate };

/** The form of a statement's dates. Whole calendar months up to twelve are counted; twelve are a year. */
export function statementSpanForm(kind: string, from: CalendarDate, to: CalendarDate): StatementSpanForm {
  if (kind === "balance_sheet") return { form: "as_of", to };
  if (from === monthStart(from) && to === monthEnd(to))
    for (let count = 1; count <= 12; count++) if (monthStart(to, 1 - count) === from) return { form: "months", count, to };
  return { form: "days", from, to };
}

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/** For example "For the month ended 31 October 2026", or "As of 31 October 2026". */
export function statementTitle(kind: string, from: CalendarDate, to: CalendarDate): string {
  const span = statementSpanForm(kind, from, to);
  if (span.form === "as_of") return `As of ${longDay(span.to)}`;
  if (span.form === "days") return `For the period ${longDay(span.from)} to ${longDay(span.to)}`;
  const length = span.count === 1 ? "month" : span.count === 12 ? "year" : `${span.count} months`;
  return `For the ${length} ended ${longDay(span.to)}`;
}

function longDay(day: CalendarDate): string {
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ""} ${day.slice(0, 4)}`;
}
