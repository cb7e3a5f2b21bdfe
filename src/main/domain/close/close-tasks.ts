import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { CloseTask } from "#shared/model/close/close.ts";
import { addBusinessDays, businessDaysLate, type Holidays } from "./business-days.ts";

/** A task's state: whether its evidence is complete (null where nothing is checked), and whether someone marked it complete. */
export interface TaskFacts {
  readonly passed: boolean | null;
  readonly ticked: boolean;
}

export interface TaskStanding {
  readonly state: "open" | "waiting" | "done" | "by_hand";
  readonly due: CalendarDate;
  readonly daysLate: number;
  readonly waitsFor: readonly string[];
}

/**
 * The state of each task. Evidence closes a task and its going opens it again; a tick counts where evidence
 * is missing, and never passes for it. A task waits while one that it depends on is open, unless its
 * own evidence is there all the same.
 */
export function taskStandings(
  tasks: readonly Pick<CloseTask, "id" | "dueDays" | "dependsOn">[],
  factsOf: (taskId: string) => TaskFacts,
  periodEnd: CalendarDate,
  today: CalendarDate,
  holidays: Holidays,
): ReadonlyMap<string, TaskStanding> {
  const isClosed = (taskId: string) => {
    const { passed, ticked } = factsOf(taskId);
    return passed === true || ticked;
  };
  const known = new Set(tasks.map(({ id }) => id));
  return new Map(
    tasks.map(({ id, dueDays, dependsOn }) => {
      const { passed, ticked } = factsOf(id);
      // A task removed from the checklist blocks nothing.
      const waitsFor = dependsOn.filter((other) => known.has(other) && !isClosed(other));
      const state = passed === true ? "done" : ticked ? "by_hand" : waitsFor.length > 0 ? "waiting" : "open";
      const due = addBusinessDays(periodEnd, dueDays, holidays);
      const isOpen = state === "open" || state === "waiting";
      return [id, { state, due, daysLate: isOpen ? businessDaysLate(due, today, holidays) : 0, waitsFor }];
    }),
  );
}

/**
 * Every open task of a close, what to do first first: those whose check failed, then by due date, and those that wait for others
 * last. That order and their number are the same before and after the start, so that a person can recount them on the checklist.
 */
export function openTasks(standings: ReadonlyMap<string, TaskStanding>, failed: ReadonlySet<string>): string[] {
  const rank = (id: string, state: TaskStanding["state"]) => (state === "waiting" ? 2 : failed.has(id) ? 0 : 1);
  return [...standings]
    .filter(([, { state }]) => state === "open" || state === "waiting")
    .sort(([a, one], [b, other]) => rank(a, one.state) - rank(b, other.state) || byText(one.due, other.due))
    .map(([id]) => id);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
