import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { today } from "../../api/clock.ts";
import { useFigureChoice } from "../views/figure-choices.ts";
import { useChosenSpan, usePeriodSpan } from "./selected-range.ts";
import { useWorkingPeriod } from "./working-period.ts";

/** The day that open items are looked at on, as the bar above says. */
export function useAsOfDay(clientId: string): CalendarDate {
  const day = useWorkingPeriod((state) => state.day);
  const span = useChosenSpan(clientId);
  if (day === "period_end") return span?.to ?? today();
  return day === "today" ? today() : day;
}

/** The day that tie-outs are looked at on: what the screen chose, else the end of the period on screen, and today while that period runs. */
export function useTieOutDay(clientId: string): CalendarDate {
  const { tieOutDate } = useFigureChoice(clientId);
  const end = usePeriodSpan(clientId)?.to;
  const now = today();
  return tieOutDate ?? (end === undefined || end > now ? now : end);
}
