import { z } from "zod";
import { mentionsIn } from "#main/domain/contacts/mentions.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { makeDecision, undoDecision } from "#main/store/records/decision-store.ts";
import { type Act, notFound, type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { type CloseTask, type CloseTemplate, closeTask } from "#shared/model/close/close.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { CloseMention } from "./close-mention.ts";

const checklistBody = z.object({
  id: z.string(),
  version: z.number().int(),
  title: z.string(),
  phases: z.array(z.string()),
  holidays: z.array(z.string()),
  tasks: z.array(closeTask),
});
/** A task changed or added for one period; null when it was removed. */
const taskBody = z.object({ task: closeTask.nullable() });
/** `mentions`: the people whom the reason asks to look; none in what an earlier release decided. */
const tickBody = z.object({ why: z.string(), mentions: z.array(z.string()).default([]) });
export type Tick = OwnDecision<z.output<typeof tickBody>>;

/** A period's checklist: the template it started from with later changes, and its tasks in the words of today's template. */
export interface Checklist {
  /** False before the close starts: this is the template as it would be copied. */
  readonly started: boolean;
  readonly template: Pick<CloseTemplate, "id" | "version" | "title">;
  readonly phases: readonly string[];
  readonly holidays: readonly string[];
  readonly tasks: readonly (CloseTask & { readonly edited: boolean })[];
  readonly ticks: ReadonlyMap<string, Tick>;
}

/** Gives a period its checklist, unless it has one. */
export function startChecklist(reader: MirrorReader, periodId: string, template: CloseTemplate, { person, nowMs }: Act): void {
  if (ownDecisions(reader.db, "close_checklist", checklistBody, { subject: periodId }).length > 0) return;
  const { id, version, title, phases, holidays, tasks } = template;
  makeDecision(reader.db, {
    kind: "close_checklist",
    subject: periodId,
    body: { id, version, title, phases, holidays, tasks },
    person,
    nowMs,
  });
}

export function checklistOf(reader: MirrorReader, periodId: string, template: CloseTemplate): Checklist {
  const copied = ownDecisions(reader.db, "close_checklist", checklistBody, { subject: periodId }).at(-1)?.body;
  const base = copied ?? template;
  const prefix = `${periodId}|`;
  const changes = new Map(
    ownDecisions(reader.db, "close_task", taskBody, { prefix }).map(({ subject, body }) => [subject.slice(prefix.length), body.task]),
  );
  const titles = new Map(copied?.id === template.id ? template.tasks.map((task): [string, string] => [task.id, task.title]) : []);
  const kept = base.tasks.flatMap((task) => {
    const change = changes.get(task.id);
    if (change === null) return [];
    const { title: said, ...rest } = change ?? task;
    // The template may word a task better by now; what a person called it stays.
    const title = said === task.title ? (titles.get(task.id) ?? said) : said;
    return [{ ...rest, title, edited: change !== undefined }];
  });
  const known = new Set(base.tasks.map(({ id }) => id));
  const added = [...changes].flatMap(([id, task]) => (known.has(id) || task === null ? [] : [{ ...task, edited: true }]));
  const phases = [...new Set([...base.phases, ...added.map(({ phase }) => phase)])];
  const inOrder = phases.flatMap((phase) => [...kept, ...added].filter((task) => task.phase === phase));
  const { id, version, title } = base;
  const ticks = ownDecisions(reader.db, "close_tick", tickBody, { prefix });
  return {
    ...{ started: copied !== undefined, template: { id, version, title }, phases, holidays: base.holidays, tasks: inOrder },
    ticks: new Map(ticks.map((tick) => [tick.subject.slice(prefix.length), tick])),
  };
}

export interface OnTask extends Act {
  readonly periodId: string;
  readonly taskId: string;
  readonly template: CloseTemplate;
}
export type TaskEdit = Partial<Pick<CloseTask, "phase" | "title" | "role" | "assignee" | "dueDays" | "dependsOn">>;
type Done = Result<{ readonly decisionNo: number }, Failure>;

/** Marks a task complete without its evidence. The reason is shown beside it. */
export function tickTask(
  reader: MirrorReader,
  { periodId, taskId, template, person, nowMs, why, people }: OnTask & { readonly why: string; readonly people: readonly string[] },
): Done {
  const { tasks } = checklistOf(reader, periodId, template);
  if (!tasks.some(({ id }) => id === taskId)) return fail(noTask(taskId));
  const subject = `${periodId}|${taskId}`;
  const body = { why, mentions: mentionsIn(why, people) };
  return ok({ decisionNo: makeDecision(reader.db, { kind: "close_tick", subject, body, person, nowMs }) });
}

/** Ticks whose reason asks people to look, in any period, of tasks that nobody removed. The subject is `period|task`. */
export function tickMentions(db: Sqlite): CloseMention[] {
  const asking = ownDecisions(db, "close_tick", tickBody, {}).filter(({ body }) => body.mentions.length > 0);
  if (asking.length === 0) return [];
  const removed = new Set(
    ownDecisions(db, "close_task", taskBody, {}).flatMap(({ subject, body }) => (body.task === null ? [subject] : [])),
  );
  return asking
    .filter(({ subject }) => !removed.has(subject))
    .map(({ subject, person, at, body }) => ({ row: subject, names: body.mentions, text: body.why, person, at }));
}

export function untickTask(reader: MirrorReader, { periodId, taskId, template, person, nowMs }: OnTask): Done {
  const tick = checklistOf(reader, periodId, template).ticks.get(taskId);
  if (tick === undefined) return fail(notFound(`Task ${taskId} isn't marked complete.`, "taskId"));
  undoDecision(reader.db, tick.decisionNo, person, nowMs);
  return ok({ decisionNo: tick.decisionNo });
}

/** Changes or adds a task. Added tasks have no evidence, so people mark them complete. */
export function editTask(
  reader: MirrorReader,
  { periodId, taskId, template, person, nowMs, edit }: OnTask & { readonly edit: TaskEdit },
): Done {
  const list = checklistOf(reader, periodId, template);
  const old = list.tasks.find(({ id }) => id === taskId);
  const blank = {
    id: taskId,
    phase: list.phases.at(-1) ?? "Finish",
    title: "",
    role: "preparer",
    assignee: null,
    dueDays: 5,
    dependsOn: [],
    gate: null,
  };
  const { edited: _edited, ...base } = old ?? { ...blank, edited: true };
  const parsed = closeTask.safeParse({ ...base, ...edit });
  if (!parsed.success) {
    // Everything else was checked when it was given: a new task has no title yet, or an ID of other characters.
    const hasNoTitle = parsed.error.issues.some(({ path }) => path[0] === "title");
    if (hasNoTitle) return fail({ code: "invalid_input", message: "Enter a title for the new task.", field: "title" });
    return fail({
      code: "invalid_input",
      message: "Use only lowercase letters, digits and hyphens in the task ID, up to 60 characters.",
      field: "taskId",
    });
  }
  const refused = dependencyRefusal(list, parsed.data);
  if (refused !== null) return fail(refused);
  const subject = `${periodId}|${taskId}`;
  return ok({ decisionNo: makeDecision(reader.db, { kind: "close_task", subject, body: { task: parsed.data }, person, nowMs }) });
}

/** Removes a task from this period's checklist; undo restores it. */
export function removeTask(reader: MirrorReader, { periodId, taskId, template, person, nowMs }: OnTask): Done {
  if (!checklistOf(reader, periodId, template).tasks.some(({ id }) => id === taskId)) return fail(noTask(taskId));
  const subject = `${periodId}|${taskId}`;
  return ok({ decisionNo: makeDecision(reader.db, { kind: "close_task", subject, body: { task: null }, person, nowMs }) });
}

/** A task may depend on tasks of the list that don't depend on it. */
function dependencyRefusal({ tasks }: Checklist, { id, dependsOn }: CloseTask): Failure | null {
  const wrong = (message: string): Failure => ({ code: "invalid_input", message, field: "dependsOn" });
  const byId = new Map(tasks.map((task) => [task.id, task.dependsOn]));
  const missing = dependsOn.find((other) => !byId.has(other));
  if (missing !== undefined) return wrong(`Task ${missing} isn't on this checklist, so nothing can depend on it.`);
  const seen = new Set<string>();
  const reach = (other: string): boolean => {
    if (other === id) return true;
    if (seen.has(other)) return false;
    seen.add(other);
    return (byId.get(other) ?? []).some(reach);
  };
  if (dependsOn.includes(id)) return wrong("A task can't depend on itself.");
  const circle = dependsOn.find(reach);
  return circle === undefined ? null : wrong(`Task ${circle} already depends on task ${id}.`);
}

function noTask(taskId: string): Failure {
  return notFound(`Task ${taskId} isn't on this checklist.`, "taskId");
}
