import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";

const DAY_MS = 86_400_000;

/** A calendar day as the ledger writes it in `Date`: midnight UTC in milliseconds. */
export function vendorDay(date: CalendarDate): string {
  return vendorMoment(dayNumber(date) * DAY_MS);
}

/** A moment as the ledger writes it: `/Date(ms+0000)/`. */
export function vendorMoment(ms: number): string {
  return `/Date(${ms}+0000)/`;
}

/** The moment of an answer itself, which carries no offset. */
export function envelopeMoment(ms: number): string {
  return `/Date(${ms})/`;
}

/** `DateString`: the calendar day with an empty time. */
export function dateString(date: CalendarDate): string {
  return `${date}T00:00:00`;
}

/** `UpdatedDateUTCString`: seconds, no fraction. */
export function momentString(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Reads `If-Modified-Since` (`yyyy-mm-ddThh:mm:ss`, UTC, or the HTTP date form); null when unreadable. */
export function readModifiedSince(text: string): number | null {
  const plain = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}))?(?:\.\d+)?Z?$/.exec(text.trim());
  const ms = plain ? Date.parse(`${plain[1]}T${plain[2] ?? "00:00:00"}Z`) : readHttpDate(text);
  return Number.isNaN(ms) ? null : ms;
}

function readHttpDate(text: string): number {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text.trim()) ? Date.parse(text) : Number.NaN;
}
