import { type CalendarDate, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { type Instant, instantFromMs, readInstant } from "#shared/kernel/instant.ts";
import { RecordMalformed } from "../adapter.ts";

const TICKS = /^\/Date\((-?\d{1,16})(?:[+-]\d{4})?\)\/$/;
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?$/;
/** Year 1: the ledger's platform writes its smallest date where it has none. */
const NO_DATE_MS = -62_135_596_800_000;
const DATE_MS_MAX = 8_640_000_000_000_000;

/**
 * Reads a moment as the ledger writes it: `/Date(ms+0000)/`, or ISO text with or without `Z`.
 * The number is UTC already, so an offset that follows it is never added (trap 5).
 * @returns null when the text is neither, undefined when it stands for "no date"
 */
export function readMoment(text: string): Instant | null | undefined {
  const ticks = TICKS.exec(text);
  if (ticks) {
    const ms = Number(ticks[1]);
    if (ms === NO_DATE_MS) return undefined;
    return Math.abs(ms) <= DATE_MS_MAX ? instantFromMs(ms) : null;
  }
  return readInstant(LOCAL_TIME.test(text) ? `${text}Z` : text);
}

/**
 * The calendar day of a field that comes as `DateString`, as ticks, or as both. The text wins,
 * because it is the day that the bookkeeper typed; ticks are read as a UTC day.
 * @throws RecordMalformed when what was sent is not a date
 */
export function readDay(dateString: string | undefined, date: string | undefined, field: string): CalendarDate | undefined {
  const sent = dateString ?? date;
  if (sent === undefined) return undefined;
  const moment = sent.startsWith("/") ? readMoment(sent) : null;
  if (moment === undefined) return undefined;
  const day = readCalendarDate((moment ?? sent).slice(0, 10));
  if (day === null) throw new RecordMalformed(`“${field}” isn't a date: ${sent}.`, field);
  return day;
}

/** Like `readDay` for a field that must be there. @throws RecordMalformed */
export function requireDay(dateString: string | undefined, date: string | undefined, field: string): CalendarDate {
  const day = readDay(dateString, date, field);
  if (day === undefined) throw new RecordMalformed(`“${field}” is missing.`, field);
  return day;
}
