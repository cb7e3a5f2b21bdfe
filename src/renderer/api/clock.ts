import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { localDay } from "#shared/kernel/instant.ts";

/** The window's clock: milliseconds since 1970. Nothing else in the window reads the time. */
export function nowMs(): number {
  return Date.now();
}

/** Today in the window's time zone, `YYYY-MM-DD`. */
export function today(): CalendarDate {
  return localDay(nowMs());
}

/** Runs `act` once after `ms`; the returned function cancels it. */
export function later(ms: number, act: () => void): () => void {
  const timer = window.setTimeout(act, ms);
  return () => window.clearTimeout(timer);
}

/** Runs `act` every `ms` until the returned function is called. */
export function every(ms: number, act: () => void): () => void {
  const timer = window.setInterval(act, ms);
  return () => window.clearInterval(timer);
}
