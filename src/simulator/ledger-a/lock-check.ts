import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Books } from "../books/types.ts";
import { shortDate } from "./reports/report-rows.ts";

/** Why a date may not be written to; null when it may. Locks reach through their date; advisers pass the period lock only. */
export function lockRefusal(books: Books, date: CalendarDate, adviser: boolean): string | null {
  const { periodLock, yearEndLock } = books.locks;
  if (yearEndLock !== null && date <= yearEndLock) return refusal("end of year lock date", yearEndLock);
  if (periodLock !== null && date <= periodLock && !adviser) return refusal("period lock date", periodLock);
  return null;
}

function refusal(lock: string, date: CalendarDate): string {
  return `The document date cannot be before the ${lock}, currently set at ${shortDate(date).replaceAll(" ", "-")}`;
}
