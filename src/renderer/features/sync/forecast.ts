import type { ScheduleRow } from "#shared/contract/sync/schedule.ts";
import type { BudgetView } from "#shared/contract/sync/sync.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { formatBytes } from "../../format/amounts/bytes.ts";
import { t } from "../../language/t.ts";

/** A forecast of a budget, and a sentence for each of its assumptions. */
export interface Forecast {
  readonly count: number;
  readonly basis: readonly string[];
}

/** The calls that are planned for a client: by the schedule, and by the sync in progress. */
export interface Planned {
  /** Null until the first sync is complete: what later ones take isn't known before, so that a forecast is the least that it comes to. */
  readonly row: Pick<ScheduleRow, "callsPerDay" | "callsPerRun" | "everyMinutes"> | null;
  /** Requests that the sync in progress still has to send. */
  readonly callsLeft: number;
}

const DAY_MS = 86_400_000;

/** Requests of the next 24 hours: by then, everything that counts now has expired. */
export function dayForecast(planned: Planned): Forecast {
  return { count: perDay(planned) + planned.callsLeft, basis: [...planText(planned), ...peopleText()] };
}

/** Requests of this month: those sent, and those planned for the remaining days. */
export function monthForecast(used: number, planned: Planned, nowMs: number, limit: number | null = null): Forecast {
  const days = daysLeft(nowMs);
  return {
    count: used + planned.callsLeft + Math.ceil(perDay(planned) * days),
    basis: [
      t("{used, plural, one {1 read request} other {{count} read requests}} so far this month.", { used, count: formatCount(used) }),
      ...planText(planned),
      ...lastText(perDay(planned), days),
      ...peopleText(),
      // A monthly quota belongs to the app registration, so other clients use it too.
      ...(limit === null ? [] : [t("All clients that use this ledger software share the limit. This forecast covers this client only.")]),
    ],
  };
}

/** Bytes of this month, assuming that further requests are as large as this month's. Null before the first request. */
export function bytesForecast({ monthBytes, monthReads }: BudgetView, planned: Planned, nowMs: number): Forecast | null {
  if (monthReads === 0) return null;
  const days = daysLeft(nowMs);
  const each = monthBytes / monthReads;
  return {
    count: monthBytes + Math.ceil(each * (planned.callsLeft + perDay(planned) * days)),
    basis: [
      t("{used} so far this month, {each} per request.", { used: formatBytes(monthBytes), each: formatBytes(Math.ceil(each)) }),
      ...planText(planned),
      ...lastText(perDay(planned), days),
      ...peopleText(),
    ],
  };
}

/** Whether a budget may be used up before its oldest requests expire. */
export function mayReach(used: number, forecast: Forecast, limit: number | null): boolean {
  return limit !== null && used + forecast.count > limit;
}

/** Requests of automatic sync in a day, as far as they are known. */
function perDay({ row }: Planned): number {
  return row?.callsPerDay ?? 0;
}

function scheduleText(row: Planned["row"]): string {
  if (row === null) return t("Later syncs aren't included: what they take is known once the first one is complete.");
  const { callsPerDay, callsPerRun, everyMinutes } = row;
  if (callsPerDay === 0 || everyMinutes === null) return t("No automatic sync scheduled.");
  return t(
    "Syncs automatically every {every}, with about {callsPerRun, plural, one {1 request} other {# requests}} each time and at most {callsPerDay} a day.",
    { every: everyText(everyMinutes), callsPerRun, callsPerDay: formatCount(callsPerDay) },
  );
}

function planText({ row, callsLeft }: Planned): string[] {
  const now =
    callsLeft === 0
      ? []
      : [
          t("The current sync needs at least {calls, plural, one {1 more request} other {{count} more requests}}.", {
            calls: callsLeft,
            count: formatCount(callsLeft),
          }),
        ];
  return [scheduleText(row), ...now];
}

function lastText(callsPerDay: number, days: number): string[] {
  return callsPerDay === 0 ? [] : [t("{days, plural, one {1 day} other {# days}} left this month (UTC).", { days: Math.ceil(days) })];
}

function peopleText(): string[] {
  return [t("Future manual syncs and ledger updates aren't included.")];
}

function everyText(minutes: number): string {
  if (minutes < 60) return t("{minutes} min", { minutes });
  const rest = minutes % 60;
  const hours = Math.floor(minutes / 60);
  return rest === 0
    ? t("{hours, plural, one {hour} other {{hours2} hours}}", { hours, hours2: formatCount(hours) })
    : t("{minutes} h {rest} min", { minutes: hours, rest });
}

function daysLeft(nowMs: number): number {
  const now = new Date(nowMs);
  return (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - nowMs) / DAY_MS;
}
