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

/** Open tasks that are late or that others wait for: what holds a close up, in the order of the list. */
export function blockingTasks(standings: ReadonlyMap<string, TaskStanding>): string[] {
  const waitedFor = new Set([...standings.values()].flatMap(({ waitsFor }) => waitsFor));
  return [...standings].filter(([id, { state, daysLate }]) => state === "open" && (daysLate > 0 || waitedFor.has(id))).map(([id]) => id);
}
