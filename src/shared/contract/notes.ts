import { z } from "zod";
import { calendarDateString, instantString } from "#shared/model/money.ts";
import { command, query, topic } from "./define.ts";
import { personName } from "./people.ts";

/**
 * What a note or task is about. `id`: empty for the client as a whole; a record's id; `<document id>/<line id>`;
 * of a figure the place that it stands in, such as `trial-balance/2026-10-31/account:402`.
 */
export const workSubject = z.object({
  kind: z.enum(["client", "document", "line", "party", "account", "figure"]),
  id: z.string().max(400).default(""),
});
export type WorkSubject = z.infer<typeof workSubject>;

const about = workSubject.extend({
  /** How it reads for people: "Invoice INV-1042". */
  label: z.string().trim().max(200).nullable().default(null),
  /** What it said when this was written, as a person read it: "1,204.00 EUR as of 31 Oct 2026". */
  seen: z.string().trim().max(200).nullable().default(null),
});

const text = z.string().trim().min(1, "write something").max(5_000, "at most 5,000 characters");
const title = z.string().trim().min(1, "say what is to be done").max(300, "at most 300 characters");

const stamp = z.object({
  subject: about,
  person: z.string(),
  madeAt: instantString,
  changedAt: instantString,
  /** Taken away, by whom; it can be put back. */
  removedBy: z.string().nullable(),
});

export const noteView = stamp.extend({
  noteId: z.string(),
  text: z.string(),
  /** Names of people that it asks to look. */
  mentions: z.array(z.string()),
  replyTo: z.string().nullable(),
  edited: z.boolean(),
});
export type NoteView = z.infer<typeof noteView>;

export const taskView = stamp.extend({
  taskId: z.string(),
  title: z.string(),
  assignee: z.string().nullable(),
  due: calendarDateString.nullable(),
  done: z.object({ by: z.string(), at: instantString }).nullable(),
});
export type TaskView = z.infer<typeof taskView>;

/** One step in the life of a note or task. */
export const workEvent = z.object({
  what: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  person: z.string(),
  at: instantString,
});
export type WorkEvent = z.infer<typeof workEvent>;

const ofClient = z.object({ clientId: z.string() });
const ofNote = ofClient.extend({ noteId: z.string() });
const ofTask = ofClient.extend({ taskId: z.string() });

export const notesContract = {
  /** Notes of a client, or of one subject of it, oldest first. */
  "notes.list": query(ofClient.extend({ subject: workSubject.optional(), removed: z.boolean().default(false) }), z.array(noteView)),
  /** `@Name` in the text asks that person to look. */
  "notes.add": command(ofClient.extend({ subject: about, text, replyTo: z.string().optional() }), noteView),
  "notes.edit": command(ofNote.extend({ text }), noteView),
  "notes.remove": command(ofNote, noteView),
  "notes.restore": command(ofNote, noteView),
  /** Tasks, those due first before the others; without `state` the open ones. */
  "tasks.list": query(
    ofClient.extend({ subject: workSubject.optional(), state: z.enum(["open", "done", "removed", "all"]).default("open") }),
    z.array(taskView),
  ),
  /** `@Name` in the title makes it that person's where no assignee is given. */
  "tasks.add": command(
    ofClient.extend({
      subject: about,
      title,
      assignee: personName.nullable().default(null),
      due: calendarDateString.nullable().default(null),
    }),
    taskView,
  ),
  "tasks.change": command(
    ofTask.extend({ title: title.optional(), assignee: personName.nullable().optional(), due: calendarDateString.nullable().optional() }),
    taskView,
  ),
  "tasks.done": command(ofTask, taskView),
  "tasks.reopen": command(ofTask, taskView),
  "tasks.remove": command(ofTask, taskView),
  "tasks.restore": command(ofTask, taskView),
  /** Every step in the life of a note or task, oldest first. */
  "work.history": query(ofClient.extend({ itemId: z.string() }), z.array(workEvent)),
  /** Notes and tasks by subject, for marks in a table: how many stand on each. */
  "work.counts": query(ofClient, z.array(z.object({ subject: workSubject, notes: z.number().int(), openTasks: z.number().int() }))),
  /** Notes or tasks of a client moved. */
  "work.changed": topic(ofClient),
};
