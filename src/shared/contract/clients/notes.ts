import { z } from "zod";
import { calendarDateString, instantString } from "#shared/model/books/money.ts";
import { topic } from "../define.ts";

/**
 * The subject of a note or task. `id` is empty for the client as a whole, otherwise a record's ID,
 * `<document id>/<line id>`, or the place of a figure, such as `trial-balance/2026-10-31/account:402`.
 */
export const workSubject = z.object({
  kind: z.enum(["client", "document", "line", "party", "account", "figure"]),
  id: z.string().max(400).default(""),
});
export type WorkSubject = z.infer<typeof workSubject>;

export const aboutSubject = workSubject.extend({
  /** How it reads for people: "Invoice INV-1042". */
  label: z.string().trim().max(200).nullable().default(null),
  /** What it said when this was written, as a person read it: "1,204.00 EUR as of 31 Oct 2026". */
  seen: z.string().trim().max(200).nullable().default(null),
});

const stamp = z.object({
  subject: aboutSubject,
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

export const workTopics = {
  /** Somebody saved something for a client, such as a note, a sign-off or an adjusting entry. */
  "work.changed": topic(z.object({ clientId: z.string() })),
};
