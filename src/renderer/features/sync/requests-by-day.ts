import type { DayCalls } from "#shared/contract/clients/client-insights.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal, isZero } from "#shared/kernel/decimal.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import type { ChartData } from "../../ui/charts/chart-places.ts";
import { soFar } from "../../ui/charts/month-groups.ts";

const DAYS = 14;

/** A limit this many times above the highest column would leave nothing of the columns to see. */
const LIMIT_IN_SIGHT = 10;

/** More than one day has requests: a chart of one column shows nothing that its figure doesn't. */
export function hasCourse({ series }: ChartData): boolean {
  return (series[0]?.amounts ?? []).filter((amount) => amount !== null && !isZero(amount)).length > 1;
}

/** Days without a sync are 0. A run in progress is noted when it ends, so until then it is added to today. */
export function requestsByDay(
  reads: readonly DayCalls[],
  { state, requests, budget }: Pick<ClientSync, "state" | "requests" | "budget">,
  today: CalendarDate,
): ChartData {
  const calls = new Map(reads.map((one) => [one.day, one.calls]));
  const running = state === "syncing" || state === "queued" ? requests.sent : 0;
  const days = Array.from({ length: DAYS }, (_, at) => addDays(today, at + 1 - DAYS));
  const counts = days.map((day) => (calls.get(day) ?? 0) + (day === today ? running : 0));
  const dayLimit = budget?.dayLimit ?? null;
  const isFar = dayLimit !== null && dayLimit > LIMIT_IN_SIGHT * Math.max(...counts);
  return {
    groups: days.map((day) => {
      const names = { short: formatDay(day).replace(/ \d{4}/, ""), long: formatDay(day) };
      return { key: day, ...(day === today ? soFar(names) : names) };
    }),
    series: [{ name: t("Requests"), amounts: counts.map((count) => decimal(String(count))) }],
    ...(dayLimit === null || isFar ? {} : { limit: { name: t("Daily limit"), amount: decimal(String(dayLimit)) } }),
  };
}
