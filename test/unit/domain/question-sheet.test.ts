import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answersInMessage, answersInSheet, questionMessage, SHEET_COLUMNS, sheetRows } from "#main/domain/questions/question-sheet.ts";
import { readTable, writeTable } from "#main/hosts/node/tables.ts";
import type { QuestionView } from "#shared/contract/close/questions.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { readInstant } from "#shared/kernel/instant.ts";

const act = { person: "mia@desk", at: readInstant("2026-11-21T09:00:00.000Z") as never, decisionNo: 1 };
const question = (questionId: string, text: string): QuestionView => ({
  questionId,
  reason: "uncategorized",
  text,
  about: {
    kind: "document",
    id: "Bill:7",
    label: "Bill 7",
    contact: "Elm Street Tools",
    date: calendarDate("2026-10-12"),
    amount: { amount: decimal("1204.50"), currency: "USD" },
  },
  state: "open",
  asked: act,
  sent: null,
  answer: null,
  resolved: null,
});
const questionId = fc.integer({ min: 0, max: 0xfffffff }).map((number) => `Q${number.toString(16).toUpperCase().padStart(7, "0")}`);
const ANSWER = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ,.()&$€%=+@'"/-]{0,80}$/).map((text) => text.trim());
const answered = fc.uniqueArray(fc.record({ questionId, text: ANSWER }), { maxLength: 8, minLength: 1, selector: (one) => one.questionId });

describe("questions for a client", () => {
  test("answers written into the workbook come back under their numbers", async () => {
    await fc.assert(
      fc.asyncProperty(answered, async (answers) => {
        const rows = sheetRows(answers.map((one) => question(one.questionId, "What was this for?")));
        const filled = rows.map((row, at) => [...row.slice(0, -1), answers[at]?.text ?? ""]);
        const bytes = await writeTable({
          title: "Questions",
          columns: SHEET_COLUMNS.map((heading) => ({ heading, width: 12 })),
          rows: filled,
        });
        expect(answersInSheet(await readTable(bytes))).toEqual({ ok: true, value: answers });
      }),
      { numRuns: 25 },
    );
  });

  test("answers written into the email come back, also where the mail program quotes it", () => {
    fc.assert(
      fc.property(answered, fc.boolean(), (answers, quoted) => {
        let at = 0;
        const asked = answers.map((one) => question(one.questionId, "What was this for?"));
        const message = questionMessage(asked);
        const filled = message.replaceAll(/Answer: $/gm, () => `Answer: ${answers[at++]?.text ?? ""}`);
        const reply = quoted ? filled.replaceAll(/^/gm, "> ") : filled;
        expect(answersInMessage(`Hi, see below.\n\n${reply}`, asked)).toEqual({ ok: true, value: answers });
      }),
      { numRuns: 100 },
    );
  });

  test("an answer of several lines is kept whole, and the closing line isn't part of it", () => {
    const asked = [question("Q0000001", "What was this for?")];
    const message = questionMessage(asked).replace("Answer: ", "Answer: Printer paper\nfor the new office");
    const value = [{ questionId: "Q0000001", text: "Printer paper\nfor the new office" }];
    expect(answersInMessage(message, asked)).toEqual({ ok: true, value });
  });

  test("an answer written after the number is found, above the email that the mail program quotes and wraps", () => {
    const asked = [
      question("Q0000001", "Was the cash withdrawal on 14 October for the business, or was it private?"),
      question("Q0000002", "What was this for?"),
    ];
    const quoted = questionMessage(asked).replaceAll(/^/gm, "> ").replace("business, or", "business,\n> or");
    const reply = `Hi Mia,\n\nQ0000001: Private, please post it\nto drawings.\n\nBest,\nTom\n\nOn 26 Nov, Mia wrote:\n${quoted}`;
    expect(answersInMessage(reply, asked)).toEqual({
      ok: true,
      value: [
        { questionId: "Q0000001", text: "Private, please post it\nto drawings." },
        { questionId: "Q0000002", text: "" },
      ],
    });
  });

  test("columns may be moved, and rows without a number are ignored", () => {
    const cells = [["Dear Mia"], ["Your answer", "No."], ["Rent", "q0000001"], ["a remark", ""], ["", "Q0000002"]];
    expect(answersInSheet(cells)).toEqual({
      ok: true,
      value: [
        { questionId: "Q0000001", text: "Rent" },
        { questionId: "Q0000002", text: "" },
      ],
    });
  });

  test.each([
    ["a sheet without the columns", () => answersInSheet([["Date", "Amount"]])],
    ["a reply without numbers", () => answersInMessage("Sure, call me.", [])],
    [
      "two different answers",
      () =>
        answersInSheet([
          ["No.", "Your answer"],
          ["Q0000001", "Rent"],
          ["Q0000001", "Fuel"],
        ]),
    ],
    [
      "an endless answer",
      () =>
        answersInSheet([
          ["No.", "Your answer"],
          ["Q0000001", "x".repeat(5_001)],
        ]),
    ],
  ])("%s is refused", (_name, read) => {
    expect(read()).toMatchObject({ ok: false, failure: { code: "invalid_input" } });
  });
});
