import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { today } from "../../api/clock.ts";
import { useFigureChoice } from "../views/figure-choices.ts";
import { useChosenSpan, usePeriodSpan } from "./selected-range.ts";
import { useWorkingPeriod, type WorkingDay } from "./working-period.ts";

/** What the bar says of the day of open items: what was chosen, else the end of the period on screen, and today while that period runs. */
export function useWorkingDay(clientId: string): WorkingDay {
  const chosen = useWorkingPeriod((state) => state.day);
  const end = useChosenSpan(clientId)?.to;
  return chosen ?? (end !== undefined && end < today() ? "period_end" : "today");
}

/** The day that open items are looked at on, as the bar above says. */
export function useAsOfDay(clientId: string): CalendarDate {
  const day = useWorkingDay(clientId);
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
