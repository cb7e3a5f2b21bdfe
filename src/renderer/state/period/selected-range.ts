import { monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import { today } from "../../api/clock.ts";
import { type Span, spanOfMonth } from "../../format/dates/date-range.ts";
import { useCoreQuery } from "../core/core-query.ts";
import { useFigureChoice } from "../views/figure-choices.ts";
import { useWorkingPeriod } from "./working-period.ts";

/** The span that a client's figures are looked at for: what the screen chose, else the bar above, else the month that the client is in; null until that is known. */
export function useChosenSpan(clientId: string): Span | null {
  const { from, to } = useFigureChoice(clientId);
  const period = usePeriodSpan(clientId);
  return from !== undefined && to !== undefined ? { from, to } : period;
}

/** The days of the period that the bar above every screen shows for a client; null until that is known. */
export function usePeriodSpan(clientId: string): Span | null {
  const month = useWorkingPeriod((state) => state.month);
  const list = useCoreQuery("clients.list", {});
  const working = month === null ? null : spanOfMonth(month);
  if (working !== null) return working;
  if (list.isPending) return null;
  const period = list.data?.rows.find((row) => row.clientId === clientId)?.period;
  return spanOfMonth(period ?? "") ?? lastMonth();
}

/** The month that the bar above every screen shows: the chosen one, else the client's, else the last that has ended. */
export function useBarMonth(clientId: string | null): string {
  const chosen = useWorkingPeriod((state) => state.month);
  const list = useCoreQuery("clients.list", {});
  const period = list.data?.rows.find((row) => row.clientId === clientId)?.period;
  return chosen ?? period ?? lastMonth().from.slice(0, 7);
}

function lastMonth(): Span {
  const now = today();
  return { from: monthStart(now, -1), to: monthEnd(now, -1) };
}
