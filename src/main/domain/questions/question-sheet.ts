import type { QuestionView } from "#shared/contract/close/questions.ts";
import { dayName, moneyName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** Headings of the sheet a client fills in. Answers are found by them, so that a client may move or add columns. */
export const SHEET_COLUMNS = ["No.", "Question", "About", "Contact", "Date", "Amount", "Your answer"] as const;
const NUMBER_COLUMN = "no.";
const ANSWER_COLUMN = "your answer";
const ANSWER_MAX = 5_000;
/** How a question is numbered. */
const NUMBER = /^Q[0-9A-F]{7}$/;

/** What a client wrote under a question's number. */
export interface ClientAnswer {
  readonly questionId: string;
  readonly text: string;
}

/** Questions as rows of a sheet, without headings; the last column is empty or has the answer so far. */
export function sheetRows(questions: readonly QuestionView[]): string[][] {
  return questions.map(({ questionId, text, about, answer }) => [
    questionId,
    text,
    about?.label ?? "",
    about?.contact ?? "",
    about?.date == null ? "" : dayName(about.date),
    about?.amount == null ? "" : moneyName(about.amount),
    answer?.text ?? "",
  ]);
}

/** Questions as the text of an email that a client can answer in place. */
export function questionMessage(questions: readonly QuestionView[]): string {
  const each = questions.map(({ questionId, text, about }) => {
    const facts = [
      about?.label,
      about?.contact,
      about?.date == null ? null : dayName(about.date),
      about?.amount == null ? null : moneyName(about.amount),
    ].filter((fact) => fact != null && fact !== "");
    return [`${questionId}: ${text}`, ...(facts.length > 0 ? [`   ${facts.join(", ")}`] : []), "   Answer: "].join("\n");
  });
  return [
    "Hello,",
    "",
    questions.length === 1
      ? "We have a question before we can finish your books. Please write your answer after “Answer:” and reply to this email."
      : "We have a few questions before we can finish your books. Please write your answer after each “Answer:” and reply to this email.",
    "",
    each.join("\n\n"),
    "",
    "Thank you!",
    "",
  ].join("\n");
}

/**
 * Reads the answers out of a returned sheet.
 * @returns rows that have a question's number; an empty answer is kept as an empty text
 */
export function answersInSheet(cells: readonly (readonly string[])[]): Result<ClientAnswer[], Failure> {
  const head = cells.findIndex((row) => row.some((cell) => named(cell, NUMBER_COLUMN)) && row.some((cell) => named(cell, ANSWER_COLUMN)));
  if (head < 0)
    return fail({
      code: "invalid_input",
      field: "content",
      message: "The file has no row with both column titles “No.” and “Your answer”.",
      next: "Use the exported file that the client filled in, or enter the answers yourself.",
    });
  const row = cells[head] as readonly string[];
  const numberAt = row.findIndex((cell) => named(cell, NUMBER_COLUMN));
  const answerAt = row.findIndex((cell) => named(cell, ANSWER_COLUMN));
  return checked(
    cells.slice(head + 1).flatMap((line) => {
      const questionId = (line[numberAt] ?? "").trim().toUpperCase();
      return NUMBER.test(questionId) ? [{ questionId, text: (line[answerAt] ?? "").trim() }] : [];
    }),
  );
}

const named = (cell: string, name: string) => cell.trim().toLowerCase() === name;

/**
 * Reads the answers out of a reply to the email: what follows “Answer:” below a question's number, up to the next number. Clients
 * also write at the top of their reply, with the answer right after the number: such an answer ends at the next empty line.
 * @param questions what was asked, so that a question which a mail program repeats isn't taken for its answer
 */
export function answersInMessage(
  message: string,
  questions: readonly Pick<QuestionView, "questionId" | "text">[],
): Result<ClientAnswer[], Failure> {
  const asked = new Map(questions.map(({ questionId, text }) => [questionId, text]));
  const answers: { questionId: string; lines: string[]; open: boolean; isShort: boolean }[] = [];
  for (const raw of message.split(/\r?\n/)) {
    // Mail programs quote what is replied to.
    const line = raw.replace(/^[>\s]+/, "").trim();
    const [, number, rest = ""] = /^\*?([Qq][0-9A-Fa-f]{7})\b[\s:.*–-]*(.*)$/.exec(line) ?? [];
    const last = answers.at(-1);
    const answer = /^Answer:\s*(.*)$/i.exec(line)?.[1];
    if (number !== undefined) {
      const questionId = number.toUpperCase();
      // A long question may have been wrapped.
      const isAnswer = rest !== "" && !(asked.get(questionId) ?? "").startsWith(rest);
      answers.push({ questionId, lines: isAnswer ? [rest] : [], open: isAnswer, isShort: isAnswer });
    } else if (last !== undefined && answer !== undefined) {
      Object.assign(last, { open: true, isShort: false });
      last.lines.push(answer);
    } else if (last !== undefined && (line === CLOSING || (line === "" && last.isShort))) last.open = false;
    else if (last?.open === true) last.lines.push(line);
  }
  if (answers.length === 0)
    return fail({
      code: "invalid_input",
      field: "message",
      message: "No line in the reply starts with a question number such as Q12AB34C.",
      next: "Put each number at the start of its line, or enter the answers yourself.",
    });
  return checked(answers.map(({ questionId, lines }) => ({ questionId, text: lines.join("\n").trim() })));
}

const CLOSING = "Thank you!";

function checked(answers: readonly ClientAnswer[]): Result<ClientAnswer[], Failure> {
  const long = answers.find(({ text }) => text.length > ANSWER_MAX);
  if (long !== undefined)
    return fail({
      code: "invalid_input",
      field: "content",
      message: `The answer to question ${long.questionId} is longer than 5,000 characters. Shorten it, then try again.`,
    });
  const twice = answers.find(
    ({ questionId, text }, at) =>
      text !== "" &&
      answers.some((other, index) => index > at && other.questionId === questionId && other.text !== "" && other.text !== text),
  );
  if (twice !== undefined)
    return fail({
      code: "invalid_input",
      field: "content",
      message: `Question ${twice.questionId} has two different answers. Keep one of them.`,
    });
  const written = new Set(answers.filter(({ text }) => text !== "").map(({ questionId }) => questionId));
  return ok(answers.filter(({ questionId, text }) => text !== "" || !written.has(questionId)));
}
