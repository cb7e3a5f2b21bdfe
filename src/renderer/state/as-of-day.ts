import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { today } from "../api/clock.ts";
import { useChosenSpan } from "./chosen-span.ts";
import { useFigureChoice } from "./figure-choices.ts";
import { useWorkingPeriod } from "./working-period.ts";

/** The day that open items are looked at on: what the screen chose, else what the bar above says. */
export function useAsOfDay(clientId: string): CalendarDate {
  return useBarDay(clientId, useFigureChoice(clientId).asOfDate);
}

/** The day that the ledger's own reports are asked for. */
export function useTieOutDay(clientId: string): CalendarDate {
  return useBarDay(clientId, useFigureChoice(clientId).tieOutDate);
}

function useBarDay(clientId: string, chosen: CalendarDate | undefined): CalendarDate {
  const day = useWorkingPeriod((state) => state.day);
  const span = useChosenSpan(clientId);
  if (chosen !== undefined) return chosen;
  if (day === "period_end") return span?.to ?? today();
  return day === "today" ? today() : day;
}
