import { z } from "zod";
import type { ClientAnswer } from "#main/domain/questions/question-sheet.ts";
import { sha256 } from "#main/store/database/hash.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { type Act, notFound, type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import {
  type QuestionReason,
  type QuestionSubject,
  type QuestionView,
  questionReason,
  questionSubject,
} from "#shared/contract/close/questions.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const askedBody = z.object({ reason: questionReason, text: z.string(), about: questionSubject.nullable() });
const sentBody = z.object({ to: z.enum(["file", "message"]) });
const answerBody = z.object({ text: z.string(), from: z.enum(["file", "message", "typed"]) });
const resolvedBody = z.object({});

/**
 * A question's number, short enough to be typed: the same on every machine for the same reason and record, so that
 * two people who ask about one transaction ask once. Questions in one's own words differ by their text.
 */
export function questionNumber(reason: QuestionReason, about: Pick<QuestionSubject, "id"> | null, text: string): string {
  return `Q${sha256([reason, about?.id ?? "", reason === "other" ? text : ""].join("\n"))
    .slice(0, 7)
    .toUpperCase()}`;
}

/** Every question that was asked and not withdrawn, oldest first, with its state. */
export function listQuestions({ db }: MirrorReader): QuestionView[] {
  const sent = latest(ownDecisions(db, "question_sent", sentBody));
  const answers = latest(ownDecisions(db, "question_answer", answerBody));
  const resolved = latest(ownDecisions(db, "question_resolved", resolvedBody));
  return ownDecisions(db, "client_question", askedBody).map((asked): QuestionView => {
    const questionId = asked.subject;
    const wasSent = sent.get(questionId);
    const answer = answers.get(questionId);
    const done = resolved.get(questionId);
    return {
      questionId,
      ...asked.body,
      state: done !== undefined ? "resolved" : answer !== undefined ? "answered" : wasSent !== undefined ? "sent" : "open",
      asked: actOf(asked),
      sent: wasSent === undefined ? null : actOf(wasSent),
      answer: answer === undefined ? null : { ...actOf(answer), ...answer.body },
      resolved: done === undefined ? null : actOf(done),
    };
  });
}

const latest = <Body>(decisions: readonly OwnDecision<Body>[]) => new Map(decisions.map((one) => [one.subject, one]));

const actOf = ({ person, at, decisionNo }: OwnDecision<unknown>) => ({ person, at, decisionNo });

/** Whether a question of this number was ever asked, and may have been withdrawn since. */
export function wasAsked({ db }: MirrorReader, questionId: string): boolean {
  return ownDecisions(db, "client_question", askedBody, { subject: questionId, undone: true }).length > 0;
}

/** Asks a question; the same one again only changes its text. @returns the number that undoes it */
export function askQuestion(
  reader: MirrorReader,
  {
    questionId,
    reason,
    text,
    about,
  }: { readonly questionId: string; readonly reason: QuestionReason; readonly text: string; readonly about: QuestionSubject | null },
  { person, nowMs }: Act,
): number {
  return makeDecision(reader.db, { kind: "client_question", subject: questionId, body: { reason, text, about }, person, nowMs });
}

/** Changes the text of a question that the client doesn't have yet. */
export function editQuestion(reader: MirrorReader, questionId: string, text: string, act: Act): Result<number, Failure> {
  const found = questionOf(reader, questionId);
  if (!found.ok) return found;
  if (found.value.state !== "open")
    return fail({
      code: "conflict",
      field: "questionId",
      message:
        found.value.sent === null
          ? "This question is already answered or resolved, so its text can't change."
          : "The client already has this question, so its text can't change.",
      next: "Ask another question instead.",
    });
  return ok(askQuestion(reader, { ...found.value, text }, act));
}

/** Notes that the client has these questions now. */
export function markSent(reader: MirrorReader, questionIds: readonly string[], to: "file" | "message", { person, nowMs }: Act): number[] {
  return questionIds.map((subject) => makeDecision(reader.db, { kind: "question_sent", subject, body: { to }, person, nowMs }));
}

/** Notes what the client answered. */
export function answerQuestion(
  reader: MirrorReader,
  { questionId, text, from }: ClientAnswer & { readonly from: "file" | "message" | "typed" },
  { person, nowMs }: Act,
): Result<number, Failure> {
  const found = questionOf(reader, questionId);
  if (!found.ok) return found;
  return ok(makeDecision(reader.db, { kind: "question_answer", subject: questionId, body: { text, from }, person, nowMs }));
}

/** Takes a whole reply in: new and changed answers are noted, blank ones and those that are noted already are not. */
export function takeAnswers(reader: MirrorReader, answers: readonly ClientAnswer[], from: "file" | "message", act: Act) {
  const known = new Map(listQuestions(reader).map((question) => [question.questionId, question]));
  const answered = answers.filter(({ questionId, text }) => {
    const question = known.get(questionId);
    return question !== undefined && text !== "" && text !== question.answer?.text;
  });
  for (const answer of answered) answerQuestion(reader, { ...answer, from }, act);
  const blank = answers.filter(({ questionId, text }) => known.has(questionId) && text === "");
  const unknown = answers.flatMap(({ questionId }) => (known.has(questionId) ? [] : [questionId]));
  return {
    answered: answered.map(({ questionId }) => questionId),
    unchanged: answers.length - answered.length - blank.length - unknown.length,
    blank: blank.length,
    unknown,
  };
}

/** Notes that a question is dealt with, with or without an answer. */
export function resolveQuestion(reader: MirrorReader, questionId: string, { person, nowMs }: Act): Result<number, Failure> {
  const found = questionOf(reader, questionId);
  if (!found.ok) return found;
  return ok(makeDecision(reader.db, { kind: "question_resolved", subject: questionId, body: {}, person, nowMs }));
}

function questionOf(reader: MirrorReader, questionId: string): Result<QuestionView, Failure> {
  const found = listQuestions(reader).find((question) => question.questionId === questionId);
  return found === undefined ? fail(notFound(`No question has the number ${questionId}.`, "questionId")) : ok(found);
}
