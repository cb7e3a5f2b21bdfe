import { z } from "zod";
import { command, query } from "#main/operations/operation.ts";
import { addNote, editNote, listNotes, setNoteRemoved } from "#main/store/work/notes.ts";
import { addTask, changeTask, listTasks, setTaskDone, setTaskRemoved } from "#main/store/work/tasks.ts";
import { workCounts } from "#main/store/work/work-counts.ts";
import { workHistory } from "#main/store/work/work-rows.ts";
import { aboutSubject, noteView, taskView, workEvent, workSubject } from "#shared/contract/clients/notes.ts";
import { personName } from "#shared/contract/clients/people.ts";
import { clientId, shortId } from "#shared/contract/fields.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { calendarDateString } from "#shared/model/books/money.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { activeNames, afterWork } from "./after-work.ts";

const ofClient = z.object({ clientId });
const ofNote = ofClient.extend({ noteId: shortId.describe("Note ID") });
const ofTask = ofClient.extend({ taskId: shortId.describe("Task ID") });
const text = z.string().trim().min(1, "enter some text").max(5_000, "use at most 5,000 characters");
const title = z.string().trim().min(1, "enter a title").max(300, "use at most 300 characters");
const assignee = personName.nullable();
const due = calendarDateString.nullable();

/** Notes on a client, its records and its figures. `@Name` in a note notifies that person. */
const noteOperations = [
  query("notes.list", {
    summary: "List the notes on a client or one of its records, oldest first",
    input: ofClient.extend({ subject: workSubject.optional(), removed: z.boolean().default(false).describe("List removed notes instead") }),
    output: z.array(noteView),
    runs: "reader",
    perform: ({ mirror }, { subject, removed }) => ok(listNotes(mirror.db, { subject, removed })),
  }),

  command("notes.add", {
    summary: "Add a note. Write @Name to notify a person",
    input: ofClient.extend({ subject: aboutSubject, text, replyTo: shortId.optional().describe("ID of the note to reply to") }),
    output: noteView,
    runs: "writer",
    prepare: async (context) => ok({ noteId: context.uuid(), people: await activeNames(context) }),
    perform: ({ mirror, person, nowMs }, { subject, text: said, replyTo }, prepared) =>
      addNote(mirror.db, { person, nowMs, subject, text: said, replyTo: replyTo ?? null, ...prepared }),
    after: afterWork,
  }),

  command("notes.edit", {
    summary: "Edit a note and keep the earlier text in the note's history",
    input: ofNote.extend({ text }),
    output: noteView,
    runs: "writer",
    prepare: async (context) => ok({ people: await activeNames(context) }),
    perform: ({ mirror, person, nowMs }, { noteId, text: said }, { people }) =>
      editNote(mirror.db, { person, nowMs, noteId, text: said, people }),
    after: afterWork,
  }),

  command("notes.remove", {
    summary: "Remove a note but keep it in the history",
    input: ofNote,
    output: noteView,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { noteId }) => setNoteRemoved(mirror.db, { person, nowMs, noteId, removed: true }),
    after: afterWork,
    command: { verb: "note remove", options: { noteId: "id" }, lines: () => ["Removed."] },
  }),

  command("notes.restore", {
    summary: "Restore a removed note",
    input: ofNote,
    output: noteView,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { noteId }) => setNoteRemoved(mirror.db, { person, nowMs, noteId, removed: false }),
    after: afterWork,
  }),
] as const;

/** Tasks, with or without an assignee and a due date. */
const taskOperations = [
  query("tasks.list", {
    summary: "List a client's tasks, earliest due date first",
    input: ofClient.extend({ subject: workSubject.optional(), state: z.enum(["open", "done", "removed", "all"]).default("open") }),
    output: z.array(taskView),
    runs: "reader",
    perform: ({ mirror }, { subject, state }) => ok(listTasks(mirror.db, { subject, state })),
  }),

  // `@Name` in the title assigns it where nobody else was chosen.
  command("tasks.add", {
    summary: "Add a task",
    input: ofClient.extend({ subject: aboutSubject, title, assignee: assignee.default(null), due: due.default(null) }),
    output: taskView,
    runs: "writer",
    prepare: async (context, { assignee: asked }) => {
      const people = await activeNames(context);
      const found = nameAmong(people, asked);
      return found.ok ? ok({ taskId: context.uuid(), assignee: found.value, people }) : found;
    },
    perform: ({ mirror, person, nowMs }, { subject, title: said, due: until }, prepared) =>
      addTask(mirror.db, { person, nowMs, subject, title: said, due: until, ...prepared }),
    after: afterWork,
  }),

  command("tasks.change", {
    summary: "Change a task's title, assignee or due date",
    input: ofTask.extend({ title: title.optional(), assignee: assignee.optional(), due: due.optional() }),
    output: taskView,
    runs: "writer",
    prepare: async (context, { assignee: asked }) => nameAmong(await activeNames(context), asked ?? null),
    perform: ({ mirror, person, nowMs }, { taskId, title: said, assignee: asked, due: until }, found) => {
      const change = {
        ...(said === undefined ? {} : { title: said }),
        ...(asked === undefined ? {} : { assignee: found }),
        ...(until === undefined ? {} : { due: until }),
      };
      return changeTask(mirror.db, { person, nowMs, taskId, change });
    },
    after: afterWork,
  }),

  command("tasks.done", {
    summary: "Mark a task as done",
    input: ofTask,
    output: taskView,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { taskId }) => setTaskDone(mirror.db, { person, nowMs, taskId, done: true }),
    after: afterWork,
    command: { verb: "task done", options: { taskId: "id" }, lines: () => ["Done."] },
  }),

  command("tasks.reopen", {
    summary: "Reopen a completed task",
    input: ofTask,
    output: taskView,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { taskId }) => setTaskDone(mirror.db, { person, nowMs, taskId, done: false }),
    after: afterWork,
    command: { verb: "task reopen", options: { taskId: "id" }, lines: () => ["Reopened."] },
  }),

  command("tasks.remove", {
    summary: "Remove a task but keep it in the history",
    input: ofTask,
    output: taskView,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { taskId }) => setTaskRemoved(mirror.db, { person, nowMs, taskId, removed: true }),
    after: afterWork,
  }),

  command("tasks.restore", {
    summary: "Restore a removed task",
    input: ofTask,
    output: taskView,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { taskId }) => setTaskRemoved(mirror.db, { person, nowMs, taskId, removed: false }),
    after: afterWork,
  }),
] as const;

/** What people write to each other about a client. */
export const workOperations = [
  ...noteOperations,
  ...taskOperations,

  query("work.history", {
    summary: "List the history of a note or task, oldest first",
    input: ofClient.extend({ itemId: shortId.describe("Note or task ID") }),
    output: z.array(workEvent),
    runs: "reader",
    perform: ({ mirror }, { itemId }) => ok(workHistory(mirror.db, itemId)),
  }),

  // Marks in a table.
  query("work.counts", {
    summary: "Count the notes and open tasks on each record",
    input: ofClient,
    output: z.array(z.object({ subject: workSubject, notes: z.number().int(), openTasks: z.number().int() })),
    runs: "reader",
    perform: ({ mirror }) => ok(workCounts(mirror.db)),
  }),
] as const;

/** The name as it is written here; work can only be given to somebody who is here. */
function nameAmong(names: readonly string[], asked: string | null): Result<string | null, Failure> {
  if (asked === null) return ok(null);
  const name = names.find((candidate) => candidate.toLowerCase() === asked.toLowerCase());
  if (name !== undefined) return ok(name);
  return fail({
    code: "not_found",
    message: `There is no active person named ${asked}.`,
    field: "assignee",
    next: "Check the list of people for the exact name.",
  });
}
