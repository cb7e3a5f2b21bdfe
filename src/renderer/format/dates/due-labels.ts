import { type CalendarDate, daysBetween } from "#shared/kernel/calendar-date.ts";
import { t } from "../../language/t.ts";
import { formatDay } from "./date.ts";

/** Beyond this a date says more than a count of days. */
const COUNTED_DAYS = 14;

/** When something is due, as people say it: `today`, `in 3 days`, `20 Dec 2026`. A day that has passed is a date. */
export function dueLabel(due: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, due);
  if (days === 0) return t("today");
  if (days === 1) return t("tomorrow");
  if (days < 0 || days > COUNTED_DAYS) return formatDay(due);
  return t("in {days} days", { days });
}
