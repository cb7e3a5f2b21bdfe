import { assert } from "./assert.ts";
import type { Brand } from "./brand.ts";
import { type CalendarDate, fromParts } from "./calendar-date.ts";

/** A moment, ISO 8601 in UTC with milliseconds: `2026-10-05T08:12:03.000Z`. */
export type Instant = Brand<string, "Instant">;

interface Written {
  readonly ms: number;
  readonly text: Instant;
}

/** Records of a page were read at the same moment and have the same as-of time, so the last two are asked for again and again. */
let last: Written | null = null;
let before: Written | null = null;

/** The moment `ms` milliseconds after 1970-01-01T00:00:00Z. */
export function instantFromMs(ms: number): Instant {
  if (last?.ms === ms) return last.text;
  const known = before?.ms === ms ? before : { ms, text: new Date(ms).toISOString() as Instant };
  before = last;
  last = known;
  return known.text;
}

/** Milliseconds since 1970-01-01T00:00:00Z. */
export function instantMs(instant: Instant): number {
  return Date.parse(instant);
}

/**
 * The calendar day of a moment where this computer is: what a person there calls today. In California the UTC date is already
 * tomorrow's from the afternoon on, and in New Zealand still yesterday's until noon.
 */
export function localDay(moment: Instant | number): CalendarDate {
  const at = new Date(moment);
  return fromParts(at.getFullYear(), at.getMonth() + 1, at.getDate());
}

/** The moment at which a calendar day begins where this computer is, in milliseconds since 1970. */
export function localDayStartMs(day: CalendarDate): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date).getTime();
}

/** Reads an ISO date-time that names its offset (`Z` or `+hh:mm`); null when it does not. */
export function readInstant(text: string): Instant | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : instantFromMs(ms);
}

/** Like `readInstant`. @throws Defect */
export function instant(text: string): Instant {
  const value = readInstant(text);
  assert(value !== null, `not an instant: ${text}`);
  return value;
}
