import { z } from "zod";
import type { ApiContext } from "#main/api/context.ts";
import { activeNames, afterWork } from "#main/features/work/after-work.ts";
import type { ClientWork } from "#main/operations/client-work.ts";
import { command } from "#main/operations/operation.ts";
import { editTask, type OnTask, removeTask, tickTask, untickTask } from "#main/store/close/close-checklist.ts";
import { clientId, done, shortId, why } from "#shared/contract/fields.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import { type CloseTemplate, closeRole, closeTask } from "#shared/model/close/close.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { closeTemplate, withClose } from "./close-question.ts";

const ofTask = z.object({
  clientId,
  period: shortId.describe("Period (ID, label or month, such as 2026-10)"),
  taskId: shortId.describe("Task ID"),
});
const onTasks = {
  output: done,
  runs: "writer",
  outdates: ["close", "clients"],
  prepare: async (context: ApiContext) => closeTemplate(context),
} as const;

/** The tasks of a period's checklist. */
export const closeTaskOperations = [
  command("close.tick", {
    ...onTasks,
    summary: "Mark a checklist task complete, with a reason",
    input: ofTask.extend({ why }),
    after: afterWork,
    prepare: async (context) => {
      const template = closeTemplate(context);
      return template.ok ? ok({ template: template.value, people: await activeNames(context) }) : template;
    },
    perform: (work, input, { template, people }) =>
      onTask(work, input, template, (task) => tickTask(work.mirror, { ...task, why: input.why, people })),
    command: { verb: "close tick", options: { taskId: "task" }, lines: () => ["Marked complete."] },
  }),

  command("close.untick", {
    ...onTasks,
    summary: "Reopen a checklist task that was marked complete",
    input: ofTask,
    // A mention in its reason no longer waits for anybody.
    after: afterWork,
    perform: (work, input, template) => onTask(work, input, template, (task) => untickTask(work.mirror, task)),
    command: {
      verb: "close untick",
      options: { taskId: "task" },
      lines: () => [
        "The mark was removed. If Tieout has evidence for the task, the task is still complete. Otherwise, it's open or waiting for other tasks.",
      ],
    },
  }),

  command("close.editTask", {
    ...onTasks,
    summary: "Add or change a task in a period's checklist",
    input: ofTask.extend({
      phase: closeTask.shape.phase.optional().describe("Phase"),
      title: closeTask.shape.title.optional().describe("Title"),
      role: closeRole.optional().describe("Role responsible for the task"),
      assignee: z.string().max(200).nullable().optional().describe("Person responsible for the task"),
      dueDays: closeTask.shape.dueDays.optional().describe("Due date, in business days after the period's end"),
      dependsOn: z
        .array(shortId)
        .max(200)
        .optional()
        .describe("ID of a task that must be done first. For several tasks, repeat the option"),
    }),
    perform: (work, { clientId: _client, period, taskId, ...changes }, template) => {
      const edit = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      return onTask(work, { period, taskId }, template, (task) => editTask(work.mirror, { ...task, edit }));
    },
    command: {
      verb: "close edit",
      options: { taskId: "task", dueDays: "due", dependsOn: "after" },
      lines: ({ decisionNo }) => [`Saved (decision ${decisionNo}).`],
    },
  }),

  command("close.removeTask", {
    ...onTasks,
    summary: "Remove a task from a period's checklist. To restore the task, use “decision undo”",
    input: ofTask,
    // Nobody is asked to look at a task that was removed.
    after: afterWork,
    perform: (work, input, template) => onTask(work, input, template, (task) => removeTask(work.mirror, task)),
    command: {
      verb: "close remove",
      options: { taskId: "task" },
      lines: ({ decisionNo }, { clientId: client }) => [
        `Removed. To restore the task: tieout decision undo --client ${client} --decision ${decisionNo}`,
      ],
    },
  }),
] as const;

function onTask<T>(
  work: ClientWork,
  { period, taskId }: { readonly period: string; readonly taskId: string },
  template: CloseTemplate,
  act: (task: OnTask) => Result<T, Failure>,
): Result<T, Failure> {
  const { person, nowMs } = work;
  return withClose(work, period, template, (question) => act({ periodId: question.period.id, taskId, template, person, nowMs }));
}
