import { z } from "zod";
import { activeNames, afterWork } from "#main/features/work/after-work.ts";
import { left } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { raiseReviewNote, reviewNotes, stepReviewNote } from "#main/store/close/review-notes.ts";
import { aboutSubject, workSubject } from "#shared/contract/clients/notes.ts";
import { reviewNoteView } from "#shared/contract/close/close-gates.ts";
import { clientId, done, shortId } from "#shared/contract/fields.ts";
import { ok } from "#shared/kernel/result.ts";
import { closeTemplate, withClose } from "./close-question.ts";

const ofPeriod = z.object({ clientId, period: shortId.describe("Period (ID, label or month, such as 2026-10)") });
const ofNote = ofPeriod.extend({ noteId: shortId.describe("Review note ID") });
const text = z.string().trim().min(1, "enter some text").max(5_000, "use at most 5,000 characters").describe("Text");
const noteDone = done.extend({ noteId: z.string() });
const onNotes = {
  output: noteDone,
  runs: "writer",
  outdates: ["close", "clients"],
  after: afterWork,
} as const;

/** Review notes: a reviewer asks about a row, figure or document, and the period waits until the note is cleared. */
export const reviewNoteOperations = [
  query("reviewNotes.list", {
    summary: "List a period's review notes with their answers",
    input: ofPeriod.extend({ about: workSubject.optional(), open: z.boolean().optional().describe("Only notes that aren't cleared") }),
    output: z.array(reviewNoteView),
    runs: "reader",
    prepare: async (context) => closeTemplate(context),
    perform: (work, { period, about, open }, template) =>
      withClose(work, period, template, (question) =>
        ok(reviewNotes(work.mirror.db, question.period.id, about).filter(({ state }) => open !== true || state !== "cleared")),
      ),
    command: {
      verb: "review-note list",
      options: { about: null },
      table: {
        rows: (notes) =>
          notes.map((note) => ({
            ...note,
            about: note.about.label ?? `${note.about.kind} ${note.about.id}`.trim(),
            answer: note.steps.findLast(({ step }) => step === "answer")?.text ?? "",
          })),
        columns: [
          left("state", 9, (row) => row.state),
          left("about", 30, (row) => row.about),
          left("text", 50, (row) => row.text),
          left("raised by", 20, (row) => row.raisedBy),
          left("last answer", 40, (row) => row.answer),
          left("id", 36, (row) => row.noteId),
        ],
      },
    },
  }),

  command("reviewNotes.raise", {
    ...onNotes,
    summary:
      "Raise a review note. Before the reviewer can sign off on the period, the note must be cleared or, if the close policy allows it, overridden",
    input: ofPeriod.extend({
      kind: workSubject.shape.kind.default("client").describe("Kind of item that the note is about (by default, the client)"),
      id: workSubject.shape.id.describe("ID of the item. For a note about the whole client, leave this out"),
      label: aboutSubject.shape.label.describe("Name of the item"),
      seen: aboutSubject.shape.seen.describe("What the item shows now (a figure or text), to keep with the note"),
      text,
    }),
    allowed: "reviewer",
    prepare: async (context) => {
      const template = closeTemplate(context);
      return template.ok ? ok({ template: template.value, noteId: context.uuid(), people: await activeNames(context) }) : template;
    },
    perform: (work, { period, kind, id, label, seen, text: said }, { template, noteId, people }) =>
      withClose(work, period, template, (question) => {
        const { person, nowMs } = work;
        const about = { kind, id, label, seen };
        return raiseReviewNote(work.mirror.db, { periodId: question.period.id, noteId, about, text: said, people, person, nowMs });
      }),
    command: { verb: "review-note raise", lines: ({ noteId }) => [`Review note ${noteId} raised.`] },
  }),

  stepOperation("reviewNotes.answer", "answer", "Answer a review note", "preparer", ofNote.extend({ text })),
  stepOperation("reviewNotes.clear", "clear", "Clear a review note", "reviewer", ofNote.extend({ text: text.optional() })),
  stepOperation("reviewNotes.reopen", "reopen", "Reopen a review note", "reviewer", ofNote.extend({ text: text.optional() })),
] as const;

const STEP_DONE = { answer: "answered", clear: "cleared", reopen: "reopened" } as const;

type StepInput = z.output<typeof ofNote> & { readonly text?: string | undefined };

/** The three steps differ in their names and in who may take them; only an answer needs a text. */
function stepOperation<N extends string, I extends z.ZodType<StepInput>>(
  name: N,
  step: "answer" | "clear" | "reopen",
  summary: string,
  allowed: "preparer" | "reviewer",
  input: I,
) {
  return command(name, {
    ...onNotes,
    summary,
    input,
    allowed,
    prepare: async (context) => {
      const template = closeTemplate(context);
      return template.ok ? ok({ template: template.value, stepId: context.uuid(), people: await activeNames(context) }) : template;
    },
    perform: (work, { period, noteId, text: said }, { template, stepId, people }) =>
      withClose(work, period, template, (question) => {
        const { person, nowMs } = work;
        return stepReviewNote(work.mirror.db, {
          periodId: question.period.id,
          noteId,
          stepId,
          step,
          text: said ?? null,
          people,
          person,
          nowMs,
        });
      }),
    command: {
      verb: `review-note ${step}`,
      options: { noteId: "id" },
      lines: ({ noteId }) => [`Review note ${noteId} ${STEP_DONE[step]}.`],
    },
  });
}
