import { z } from "zod";
import { calendarDateString, instantString, money } from "#shared/model/books/money.ts";

/** Why a bookkeeper asks. `other` is a question in their own words. */
export const questionReason = z.enum(["uncategorized", "missing_receipt", "missing_tax_id", "other"]);
export type QuestionReason = z.infer<typeof questionReason>;

/** `open`: not sent yet. `sent`: the client has it. `answered`: nobody has acted on the answer yet. */
export const questionState = z.enum(["open", "sent", "answered", "resolved"]);
export type QuestionState = z.infer<typeof questionState>;

/** What a question is about, as it was when it was asked: what the client reads doesn't change under them. */
export const questionSubject = z.object({
  kind: z.enum(["document", "party"]),
  id: z.string().max(400),
  label: z.string().max(300),
  contact: z.string().max(300).nullable(),
  date: calendarDateString.nullable(),
  amount: money.nullable(),
});
export type QuestionSubject = z.infer<typeof questionSubject>;

const act = z.object({ person: z.string(), at: instantString, decisionNo: z.number().int() });

export const questionView = z.object({
  questionId: z.string(),
  reason: questionReason,
  text: z.string(),
  about: questionSubject.nullable(),
  state: questionState,
  asked: act,
  sent: act.nullable(),
  answer: act.extend({ text: z.string(), from: z.enum(["file", "message", "typed"]) }).nullable(),
  resolved: act.nullable(),
});
export type QuestionView = z.infer<typeof questionView>;

/** A question worth asking that nobody has asked yet. */
export const questionSuggestion = z.object({ reason: questionReason, text: z.string(), about: questionSubject });
export type QuestionSuggestion = z.infer<typeof questionSuggestion>;

/** What was read from a client's reply. */
export const answersRead = z.object({
  answered: z.array(z.string()).describe("Questions that have an answer now"),
  unchanged: z.number().int(),
  blank: z.number().int(),
  unknown: z.array(z.string()).describe("Numbers in the reply that don't match any question"),
});
