import { z } from "zod";
import { mayTakeStep, type ReviewStep, reviewNoteState } from "#main/domain/close/review-note-states.ts";
import { mentionsIn } from "#main/domain/contacts/mentions.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { type Act, notFound, type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import { aboutSubject, type WorkSubject } from "#shared/contract/clients/notes.ts";
import type { ReviewNoteView } from "#shared/contract/close/close-gates.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** The people whom a step's text asks to look; none in what an earlier release decided. */
const mentions = z.array(z.string()).default([]);
/** `role` is whose step it is: what a reviewer decided takes a reviewer to undo. */
const raiseBody = z.object({
  step: z.literal("raise"),
  role: z.literal("reviewer"),
  noteId: z.string(),
  about: aboutSubject,
  text: z.string(),
  mentions,
});
const stepBody = z.object({
  step: z.enum(["answer", "clear", "reopen"]),
  role: z.enum(["preparer", "reviewer"]),
  noteId: z.string(),
  text: z.string().nullable(),
  mentions,
});
const noteBody = z.discriminatedUnion("step", [raiseBody, stepBody]);
type Step = OwnDecision<z.output<typeof noteBody>>;
/** Whom a text can mention. */
type Names = readonly string[];
type Done = Result<{ readonly decisionNo: number; readonly noteId: string }, Failure>;

/** A period's review notes, oldest first, each with its steps; of one subject only when it is given. */
export function reviewNotes(db: Sqlite, periodId: string, about?: WorkSubject): ReviewNoteView[] {
  const byNote = new Map<string, Step[]>();
  for (const step of ownDecisions(db, "review_note", noteBody, { prefix: `${periodId}|` }))
    byNote.set(step.body.noteId, [...(byNote.get(step.body.noteId) ?? []), step]);
  return [...byNote.values()]
    .flatMap((steps) => viewOf(periodId, steps))
    .filter(({ about: { kind, id } }) => about === undefined || (kind === about.kind && id === about.id))
    .sort((a, b) => (a.raisedAt < b.raisedAt ? -1 : 1));
}

/** A step of a review note that asks people to look. */
export interface ReviewMention {
  readonly noteId: string;
  readonly about: ReviewNoteView["about"];
  readonly names: readonly string[];
  readonly text: string;
  readonly person: string;
  readonly at: Step["at"];
}

/** Whom the steps of notes that aren't cleared ask to look, in any period. */
export function reviewMentions(db: Sqlite): ReviewMention[] {
  const byNote = Map.groupBy(ownDecisions(db, "review_note", noteBody, {}), ({ body }) => body.noteId);
  return [...byNote].flatMap(([noteId, steps]) => {
    const [note] = viewOf("", steps);
    if (note === undefined || note.state === "cleared") return [];
    return steps
      .filter(({ body }) => body.mentions.length > 0)
      .map(({ body, person, at }) => ({ noteId, about: note.about, names: body.mentions, text: body.text ?? "", person, at }));
  });
}

/** Steps whose note was taken back show nothing. */
function viewOf(periodId: string, found: readonly Step[]): ReviewNoteView[] {
  // Steps of another machine were numbered when they were imported, so the time decides.
  const steps = found.toSorted((a, b) => (a.at === b.at ? a.decisionNo - b.decisionNo : a.at < b.at ? -1 : 1));
  const raised = steps.find(({ body }) => body.step === "raise");
  if (raised?.body.step !== "raise") return [];
  const { noteId, about, text } = raised.body;
  return [
    {
      ...{ noteId, periodId, about, text, raisedBy: raised.person, raisedAt: raised.at },
      state: reviewNoteState(steps.map(({ body }) => body)),
      steps: steps.map(({ decisionNo, person, at, body }) => ({ decisionNo, person, at, step: body.step, text: body.text })),
    },
  ];
}

/** Review notes that hold up the period: an answered note stays open until a reviewer clears it. */
export function openReviewNotes(db: Sqlite, periodId: string): ReviewNoteView[] {
  return reviewNotes(db, periodId).filter(({ state }) => state !== "cleared");
}

/** Raises a note about a row, figure or document of a period. */
export function raiseReviewNote(
  db: Sqlite,
  {
    periodId,
    noteId,
    about,
    text,
    people,
    person,
    nowMs,
  }: Act & Pick<ReviewNoteView, "periodId" | "noteId" | "text"> & { readonly about: ReviewNoteView["about"]; readonly people: Names },
): Done {
  const body = { step: "raise", role: "reviewer", noteId, about, text, mentions: mentionsIn(text, people) };
  return ok({ noteId, decisionNo: makeDecision(db, { kind: "review_note", subject: `${periodId}|${noteId}`, body, person, nowMs }) });
}

/**
 * Answers, clears or reopens a note.
 * @returns `not_found` for a note that isn't there, `conflict` for a step that its state doesn't take
 */
export function stepReviewNote(
  db: Sqlite,
  {
    periodId,
    noteId,
    stepId,
    step,
    text,
    people,
    person,
    nowMs,
  }: Act & {
    readonly periodId: string;
    readonly noteId: string;
    readonly stepId: string;
    readonly step: Exclude<ReviewStep, "raise">;
    readonly text: string | null;
    readonly people: Names;
  },
): Done {
  const note = reviewNotes(db, periodId).find((one) => one.noteId === noteId);
  if (note === undefined) return fail(notFound(`There's no review note ${noteId} in this period.`, "noteId"));
  if (!mayTakeStep(note.state, step))
    return fail({
      code: "conflict",
      message: note.state === "cleared" ? "This review note is cleared." : "This review note is already open.",
      field: "noteId",
      ...(note.state === "cleared" ? { next: "Reopen it first." } : {}),
    });
  const body = { step, role: step === "answer" ? "preparer" : "reviewer", noteId, text, mentions: mentionsIn(text ?? "", people) };
  return ok({
    noteId,
    decisionNo: makeDecision(db, { kind: "review_note", subject: `${periodId}|${noteId}|${stepId}`, body, person, nowMs }),
  });
}
