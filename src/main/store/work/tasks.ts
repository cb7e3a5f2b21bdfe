import { mentionsIn } from "#main/domain/contacts/mentions.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import type { TaskView, WorkSubject } from "#shared/contract/clients/notes.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Act } from "./own-decisions.ts";
import { noteEvent, onSubject, readTasks } from "./work-rows.ts";

export interface TaskToAdd extends Act {
  readonly taskId: string;
  readonly subject: TaskView["subject"];
  readonly title: string;
  readonly assignee: string | null;
  readonly due: CalendarDate | null;
  /** Who can be named: `@Name` in the title gives it to that person where nobody else was chosen. */
  readonly people: readonly string[];
}

/** What may be changed of a task; what is left out stays. */
export type TaskChange = Partial<Pick<TaskView, "title" | "assignee" | "due">>;

const STATES = {
  open: "removed_ms IS NULL AND done_ms IS NULL",
  done: "removed_ms IS NULL AND done_ms IS NOT NULL",
  removed: "removed_ms IS NOT NULL",
  all: "removed_ms IS NULL",
} as const;

export function listTasks(
  db: Sqlite,
  { subject, state }: { readonly subject?: WorkSubject | undefined; readonly state: keyof typeof STATES },
): TaskView[] {
  return readTasks(db, onSubject(subject, STATES[state]));
}

export function addTask(db: Sqlite, task: TaskToAdd): Result<TaskView, Failure> {
  const { taskId, subject, title, due, person, nowMs } = task;
  const assignee = task.assignee ?? mentionsIn(title, task.people)[0] ?? null;
  prepared(
    db,
    `INSERT INTO task (task_id, subject_kind, subject_id, subject_label, seen, title, assignee, due, person, made_ms, changed_ms)
     VALUES (?,?,?,?,?,?,?,?,?,?,?)`,
  ).run(taskId, subject.kind, subject.id, subject.label, subject.seen, title, assignee, due, person, nowMs, nowMs);
  noteEvent(db, taskId, { what: "made", before: null, after: title, person, nowMs });
  if (assignee !== null) noteEvent(db, taskId, { what: "assigned", before: null, after: assignee, person, nowMs });
  return found(db, taskId);
}

export function changeTask(
  db: Sqlite,
  { taskId, change, person, nowMs }: Act & { readonly taskId: string; readonly change: TaskChange },
): Result<TaskView, Failure> {
  const task = one(db, taskId);
  if (task === null) return noSuchTask(taskId);
  const next = { ...task, ...change };
  prepared(db, "UPDATE task SET title = ?, assignee = ?, due = ?, changed_ms = MAX(?, made_ms + 1) WHERE task_id = ?").run(
    next.title,
    next.assignee,
    next.due,
    nowMs,
    taskId,
  );
  for (const [what, before, after] of [
    ["renamed", task.title, next.title],
    ["assigned", task.assignee, next.assignee],
    ["due", task.due, next.due],
  ] as const)
    if (before !== after) noteEvent(db, taskId, { what, before, after, person, nowMs });
  return found(db, taskId);
}

/** Says that a task is done, or that it is not. */
export function setTaskDone(
  db: Sqlite,
  { taskId, done, person, nowMs }: Act & { readonly taskId: string; readonly done: boolean },
): Result<TaskView, Failure> {
  return move(db, taskId, "done", done, { person, nowMs });
}

/** Takes a task away, or puts it back. */
export function setTaskRemoved(
  db: Sqlite,
  { taskId, removed, person, nowMs }: Act & { readonly taskId: string; readonly removed: boolean },
): Result<TaskView, Failure> {
  return move(db, taskId, "removed", removed, { person, nowMs });
}

const BACK = { done: "reopened", removed: "restored" } as const;

function move(db: Sqlite, taskId: string, what: keyof typeof BACK, set: boolean, { person, nowMs }: Act): Result<TaskView, Failure> {
  const task = one(db, taskId);
  if (task === null) return noSuchTask(taskId);
  const is = what === "done" ? task.done !== null : task.removedBy !== null;
  if (is === set) return ok(task);
  prepared(db, `UPDATE task SET ${what}_ms = ?, ${what}_by = ?, changed_ms = MAX(?, made_ms + 1) WHERE task_id = ?`).run(
    set ? nowMs : null,
    set ? person : null,
    nowMs,
    taskId,
  );
  noteEvent(db, taskId, { what: set ? what : BACK[what], before: null, after: null, person, nowMs });
  return found(db, taskId);
}

function one(db: Sqlite, taskId: string): TaskView | null {
  return readTasks(db, { where: "task_id = ?", values: [taskId] })[0] ?? null;
}

function found(db: Sqlite, taskId: string): Result<TaskView, Failure> {
  const task = one(db, taskId);
  return task === null ? noSuchTask(taskId) : ok(task);
}

function noSuchTask(taskId: string): Result<never, Failure> {
  return fail({ code: "not_found", message: `No task has the ID ${taskId}.`, field: "taskId", next: "List the tasks to see their IDs." });
}
