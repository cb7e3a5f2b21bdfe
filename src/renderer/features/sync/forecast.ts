import type { ScheduleRow } from "#shared/contract/schedule.ts";
import { t } from "../../language/t.ts";

const MINUTE_MS = 60_000;

/** Calls that the schedule still makes by itself until the day ends (in UTC, as ledgers count their days). */
export function callsLeftToday({ nextAt, everyMinutes, callsPerRun }: ScheduleRow, nowMs: number): number {
  if (nextAt === null || everyMinutes === null || everyMinutes <= 0) return 0;
  const now = new Date(nowMs);
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  const first = Math.max(Date.parse(nextAt), nowMs);
  if (first >= end) return 0;
  return (1 + Math.floor((end - 1 - first) / (everyMinutes * MINUTE_MS))) * callsPerRun;
}

/** What a month comes to if it goes on as it went so far; null in its first day, when nothing can be said. */
export function monthForecast(used: number, nowMs: number): number | null {
  const now = new Date(nowMs);
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const share = (nowMs - start) / (end - start);
  return share < 1 / 31 ? null : Math.ceil(used / share);
}

/** A forecast in words beside a limit; null where there is no limit to hold it against. */
export function forecastWords(forecast: number | null, limit: number | null, words: (count: number) => string): string | null {
  if (forecast === null || limit === null) return null;
  return forecast > limit
    ? t("about {forecast} by its end: more than allowed", { forecast: words(forecast) })
    : t("about {forecast} by its end", { forecast: words(forecast) });
}
