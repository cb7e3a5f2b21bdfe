import { create } from "zustand";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { forgetFigureDates } from "../views/figure-choices.ts";

/** The day that open items are looked at on: this day, the end of the period, or one that was typed. */
export type WorkingDay = "today" | "period_end" | CalendarDate;

interface WorkingPeriod {
  /** The month `YYYY-MM` that every client is looked at for; null: each client's own. */
  readonly month: string | null;
  /** Null: the end of the period, once it has ended. */
  readonly day: WorkingDay | null;
}

/** What the bar above every screen says; it stays when the client or the screen changes. */
export const useWorkingPeriod = create<WorkingPeriod>(() => ({ month: null, day: null }));

/** Takes a month for every client; days that single screens had chosen are given up for it. */
export function chooseMonth(month: string | null): void {
  forgetFigureDates();
  useWorkingPeriod.setState({ month });
}

/** Takes a day for every client's open items. */
export function chooseDay(day: WorkingDay): void {
  forgetFigureDates();
  useWorkingPeriod.setState({ day });
}
