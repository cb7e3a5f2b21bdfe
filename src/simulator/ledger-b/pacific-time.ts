const HOUR_MS = 3_600_000;

/** Company time as the ledger writes it, to the second: `2026-10-05T08:12:03-07:00`. */
export function pacificTime(ms: number): string {
  const offset = offsetHours(ms);
  return `${new Date(ms + offset * HOUR_MS).toISOString().slice(0, 19)}-0${-offset}:00`;
}

/** The same with milliseconds: the `time` of an answer. */
export function pacificTimeMs(ms: number): string {
  const offset = offsetHours(ms);
  return `${new Date(ms + offset * HOUR_MS).toISOString().slice(0, 23)}-0${-offset}:00`;
}

/** The company's calendar day at that moment. */
export function pacificDay(ms: number): string {
  return pacificTime(ms).slice(0, 10);
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Reads a time literal. One without an offset, or a bare day, is company time.
 * @returns milliseconds since 1970, or null when it is no time
 */
export function readTime(text: string): number | null {
  const match = TIME.exec(text);
  if (!match) return null;
  const clock = match[2] ?? "00:00";
  if (match[3]) return finite(Date.parse(text));
  const asUtc = finite(Date.parse(`${match[1]}T${clock}Z`));
  if (asUtc === null) return null;
  const guess = asUtc - offsetHours(asUtc) * HOUR_MS;
  return asUtc - offsetHours(guess) * HOUR_MS;
}

function finite(ms: number): number | null {
  return Number.isNaN(ms) ? null : ms;
}

/** -7 from the second Sunday of March, 2:00, to the first Sunday of November, 2:00; else -8. */
function offsetHours(ms: number): -7 | -8 {
  const year = new Date(ms).getUTCFullYear();
  const starts = sunday(year, 2, 2) + 10 * HOUR_MS;
  const ends = sunday(year, 10, 1) + 9 * HOUR_MS;
  return ms >= starts && ms < ends ? -7 : -8;
}

/** Midnight UTC of the nth Sunday of a month (month from 0). */
function sunday(year: number, month: number, nth: number): number {
  const first = Date.UTC(year, month, 1);
  const wait = (7 - new Date(first).getUTCDay()) % 7;
  return first + (wait + 7 * (nth - 1)) * 24 * HOUR_MS;
}
