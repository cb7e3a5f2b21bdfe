import { z } from "zod";
import type { ApiContext } from "#main/api/context.ts";
import { answersInMessage, answersInSheet, questionMessage, SHEET_COLUMNS, sheetRows } from "#main/domain/questions/question-sheet.ts";
import { tableOf } from "#main/features/budgets/table-file.ts";
import { readProfile } from "#main/features/firm/operations.ts";
import { findPeriod } from "#main/features/periods/find-period.ts";
import { bytesOf } from "#main/operations/base64.ts";
import { clientStep } from "#main/operations/client-work.ts";
import { left } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import {
  answerQuestion,
  askQuestion,
  editQuestion,
  listQuestions,
  markSent,
  questionNumber,
  resolveQuestion,
  takeAnswers,
  wasAsked,
} from "#main/store/questions/questions.ts";
import { questionText, subjectOf, suggestedQuestions } from "#main/store/questions/suggested-questions.ts";
import {
  answersRead,
  type QuestionView,
  questionReason,
  questionState,
  questionSuggestion,
  questionView,
} from "#shared/contract/close/questions.ts";
import { clientId, done, shortId } from "#shared/contract/fields.ts";
import { counted } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { message } from "#shared/language/t.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const text = z.string().trim().min(1, "enter a question").max(1_000, "use at most 1,000 characters").describe("Text of the question");
const questionId = shortId.toUpperCase().describe("Question number, such as Q12AB34C");
const period = shortId.describe("Period (ID, label or month, such as 2026-10)");
const decisionNos = z
  .array(z.number().int())
  .describe("Numbers of the decisions that mark the questions as sent. To mark them as not sent, undo these decisions");
const draft = z.boolean().default(false).describe("Only write the file, and don't mark the questions as sent");
const WIDTHS = [11, 48, 26, 26, 12, 18, 60] as const;

const readQuestions = clientStep("questions.readAll", "reader", ({ mirror }, _input: { readonly clientId: string }) =>
  ok(listQuestions(mirror)),
);
const noteSent = clientStep(
  "questions.noteSent",
  "writer",
  (
    { mirror, person, nowMs },
    { questionIds, to }: { readonly clientId: string; readonly questionIds: readonly string[]; readonly to: "file" | "message" },
  ) => ok(markSent(mirror, questionIds, to, { person, nowMs })),
);
export const questionSteps = [readQuestions, noteSent] as const;

/** Questions for a client about their books: asked, sent as a file or an email, answered and read back. */
export const questionOperations = [
  query("questions.list", {
    summary: "List the questions asked of a client, with their answers",
    input: z.object({ clientId, state: questionState.optional().describe("Only questions with this status") }),
    output: z.array(questionView),
    runs: "reader",
    unread: [],
    perform: ({ mirror }, { state }) => ok(listQuestions(mirror).filter((question) => state === undefined || question.state === state)),
    command: {
      verb: "question list",
      table: {
        rows: (questions) => questions.map((one) => ({ ...one, about: one.about?.label ?? "", answer: one.answer?.text ?? "" })),
        columns: [
          left("number", 9, (row) => row.questionId),
          left("state", 9, (row) => row.state),
          left("about", 28, (row) => row.about),
          left("question", 44, (row) => row.text),
          left("answer", 40, (row) => row.answer),
        ],
      },
    },
  }),

  query("questions.suggest", {
    summary: message("Suggest questions for a period: uncategorized transactions and vendors without a tax ID"),
    input: z.object({ clientId, period }),
    output: z.array(questionSuggestion),
    runs: "reader",
    unread: [],
    perform: (work, { period: label }) => {
      const found = findPeriod(work, label);
      return found.ok ? ok(suggestedQuestions(work.mirror, found.value, work.organisation)) : found;
    },
    command: {
      verb: "question suggest",
      table: {
        rows: (suggestions) =>
          suggestions.map(({ about, ...one }) => ({ ...one, id: about.id, label: about.label, contact: about.contact })),
        columns: [
          left("reason", 16, (row) => String(row.reason).replaceAll("_", " ")),
          left("about", 28, (row) => row.label),
          left("contact", 28, (row) => row.contact),
          left("id", 28, (row) => row.id),
        ],
      },
    },
  }),

  command("questions.ask", {
    summary: "Save a question for a client about a transaction, a contact or anything else",
    input: z.object({
      clientId,
      reason: questionReason.default("other").describe("Reason for the question"),
      about: z.string().max(400).nullable().default(null).describe("ID of the transaction or contact that the question is about"),
      text: text.optional(),
      questionId: questionId.optional().describe("Number of a withdrawn question, to ask it again under the same number"),
    }),
    output: done.extend({ questionId: z.string() }),
    runs: "writer",
    perform: ({ mirror, person, nowMs, organisation }, { reason, about: id, text: own, questionId: withdrawn }) => {
      const said = own ?? (reason === "other" ? undefined : questionText(reason, organisation));
      if (said === undefined) return fail({ code: "invalid_input", field: "text", message: "Enter what you want to ask." });
      const about = id === null ? null : subjectOf(mirror, id);
      if (id !== null && about === null)
        return fail({ code: "not_found", field: "about", message: `This client has no transaction or contact ${id}.` });
      if (withdrawn !== undefined && !wasAsked(mirror, withdrawn))
        return fail({ code: "not_found", field: "questionId", message: `No withdrawn question has the number ${withdrawn}.` });
      const number = withdrawn ?? questionNumber(reason, about, said);
      if (listQuestions(mirror).some((question) => question.questionId === number))
        return fail({ code: "conflict", field: "about", message: `This question is already on the list, as ${number}.` });
      return ok({
        decisionNo: askQuestion(mirror, { questionId: number, reason, text: said, about }, { person, nowMs }),
        questionId: number,
      });
    },
    command: {
      verb: "question ask",
      options: { questionId: "question" },
      lines: ({ questionId: number }, { clientId: client }) => [
        `Question ${number} saved. To send it as a workbook, a PDF or an email:`,
        ...["export", "print", "message"].map((verb) => `tieout question ${verb} --client ${client}`),
      ],
    },
  }),

  command("questions.edit", {
    summary: "Change the text of a question that hasn't been sent",
    input: z.object({ clientId, questionId, text }),
    output: done,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { questionId: id, text: said }) => decided(editQuestion(mirror, id, said, { person, nowMs })),
    command: { verb: "question edit", options: { questionId: "question" }, lines: () => ["Saved."] },
  }),

  command("questions.answer", {
    summary: "Record the client's answer to a question",
    input: z.object({
      clientId,
      questionId,
      text: z.string().trim().min(1, "enter the answer").max(5_000, "use at most 5,000 characters").describe("Text of the answer"),
    }),
    output: done,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { questionId: id, text: said }) =>
      decided(answerQuestion(mirror, { questionId: id, text: said, from: "typed" }, { person, nowMs })),
    command: { verb: "question answer", options: { questionId: "question" }, lines: () => ["Answer saved."] },
  }),

  command("questions.resolve", {
    summary: "Mark a question as resolved",
    input: z.object({ clientId, questionId }),
    output: done,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { questionId: id }) => decided(resolveQuestion(mirror, id, { person, nowMs })),
    command: { verb: "question resolve", options: { questionId: "question" }, lines: () => ["Resolved."] },
  }),

  command("questions.export", {
    summary: "Export unanswered questions as a workbook for the client to fill in, and mark the questions as sent",
    input: z.object({ clientId, draft }),
    output: z.object({
      fileName: z.string(),
      content: z.string().describe("The workbook as base64"),
      questions: z.number().int(),
      decisionNos,
    }),
    runs: "core",
    perform: async (context, { clientId: client, draft: isDraft }) => {
      if (context.writeTable === undefined)
        return fail({ code: "not_supported", message: "Workbooks aren't available in this version of Tieout." });
      const open = await unanswered(context, client);
      if (!open.ok) return open;
      const columns = SHEET_COLUMNS.map((heading, at) => ({ heading, width: WIDTHS[at] ?? 20 }));
      const bytes = await context.writeTable({ title: "Questions", columns, rows: sheetRows(open.value) });
      const written = { fileName: "questions.xlsx", content: Buffer.from(bytes).toString("base64"), questions: open.value.length };
      if (isDraft) return ok({ ...written, decisionNos: [] });
      const sent = await context.perform(noteSent, { clientId: client, questionIds: unsent(open.value), to: "file" });
      return sent.ok ? ok({ ...written, decisionNos: sent.value }) : sent;
    },
    command: {
      verb: "question export",
      file: ({ fileName, content }) => ({ name: fileName, content }),
      lines: ({ questions }) => [`${counted(questions, "question")} exported.`],
    },
  }),

  command("questions.print", {
    summary: "Print unanswered questions as a PDF with room for the answers, and mark the questions as sent",
    input: z.object({ clientId, draft }),
    output: z.object({ fileName: z.string(), content: z.string().describe("The PDF as base64"), questions: z.number().int(), decisionNos }),
    runs: "core",
    perform: async (context, { clientId: client, draft: isDraft }) => {
      if (context.printQuestions === undefined)
        return fail({ code: "not_supported", message: "PDFs aren't available in this version of Tieout." });
      const open = await unanswered(context, client);
      if (!open.ok) return open;
      const named = await context.pool.must("firm.client", { clientId: client });
      const firm = await context.ask(readProfile, {});
      if (!firm.ok) return firm;
      const bytes = await context.printQuestions({
        ...{ clientName: named?.name ?? client, firmName: firm.value.name, person: context.person },
        ...{ madeAt: context.clock.now(), questions: open.value },
      });
      const written = { fileName: "questions.pdf", content: Buffer.from(bytes).toString("base64"), questions: open.value.length };
      if (isDraft) return ok({ ...written, decisionNos: [] });
      const sent = await context.perform(noteSent, { clientId: client, questionIds: unsent(open.value), to: "file" });
      return sent.ok ? ok({ ...written, decisionNos: sent.value }) : sent;
    },
    command: {
      verb: "question print",
      file: ({ fileName, content }) => ({ name: fileName, content }),
      lines: ({ questions }) => [`${counted(questions, "question")} saved as a PDF.`],
    },
  }),

  command("questions.message", {
    summary: "Write an email with unanswered questions for the client to reply to, and mark the questions as sent",
    input: z.object({ clientId, draft: z.boolean().default(false).describe("Only write the email, and don't mark the questions as sent") }),
    output: z.object({ text: z.string(), questions: z.number().int(), decisionNos }),
    runs: "core",
    perform: async (context, { clientId: client, draft }) => {
      const open = await unanswered(context, client);
      if (!open.ok) return open;
      const written = { text: questionMessage(open.value), questions: open.value.length };
      if (draft) return ok({ ...written, decisionNos: [] });
      const sent = await context.perform(noteSent, { clientId: client, questionIds: unsent(open.value), to: "message" });
      return sent.ok ? ok({ ...written, decisionNos: sent.value }) : sent;
    },
    command: { verb: "question message", lines: ({ text: message }) => message.split("\n") },
  }),

  command("questions.import", {
    summary: "Import the client's answers from the returned workbook or CSV file",
    input: z.object({
      clientId,
      content: z
        .string()
        .min(1, "choose a file that isn't empty")
        .max(14_000_000, "choose a file of at most 10 MB")
        .describe("The file that the client returned"),
    }),
    output: answersRead,
    runs: "writer",
    prepare: async (context, { content }) => {
      const bytes = bytesOf(content);
      if (!bytes.ok) return bytes;
      const cells = await tableOf(context, bytes.value);
      return cells.ok ? answersInSheet(cells.value) : cells;
    },
    perform: ({ mirror, person, nowMs }, _input, answers) => ok(takeAnswers(mirror, answers, "file", { person, nowMs })),
    command: { verb: "question import", options: { content: { option: "file", file: "base64" } }, lines: importLines },
  }),

  command("questions.read", {
    summary: "Import the client's answers from an email reply",
    input: z.object({
      clientId,
      message: z.string().min(1, "is empty").max(500_000).describe("The client's email reply (on the command line, a text file)"),
    }),
    output: answersRead,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { message }) => {
      const answers = answersInMessage(message, listQuestions(mirror));
      return answers.ok ? ok(takeAnswers(mirror, answers.value, "message", { person, nowMs })) : answers;
    },
    command: { verb: "question read", options: { message: { option: "file", file: "text" } }, lines: importLines },
  }),
] as const;

function importLines({ answered, unchanged, blank, unknown }: z.output<typeof answersRead>): string[] {
  return [
    `${counted(answered.length, "answer")} saved, ${unchanged} unchanged, ${blank} blank.`,
    ...(unknown.length === 0
      ? []
      : [`No question on the list has ${unknown.length === 1 ? "this number" : "these numbers"}: ${unknown.join(", ")}.`]),
  ];
}

async function unanswered(context: ApiContext, client: string): Promise<Result<readonly QuestionView[], Failure>> {
  const questions = await context.perform(readQuestions, { clientId: client });
  if (!questions.ok) return questions;
  const open = questions.value.filter(({ state }) => state === "open" || state === "sent");
  if (open.length > 0) return ok(open);
  return fail({ code: "not_found", message: "There are no unanswered questions.", next: "Ask a question first." });
}

const unsent = (questions: readonly QuestionView[]) => questions.filter(({ state }) => state === "open").map(({ questionId: id }) => id);

const decided = (made: Result<number, Failure>) => (made.ok ? ok({ decisionNo: made.value }) : made);
