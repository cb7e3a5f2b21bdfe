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
    expect(answersInMessage(reply.replace("Q0000001", "q0000001"), asked)).toEqual(answersInMessage(reply, asked));
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

describe("the sheet and the email that a client gets", () => {
  const one = question("Q0000001", "What was this for?");
  const about = one.about as NonNullable<QuestionView["about"]>;

  test("speak of one question where there is one", () => {
    expect(questionMessage([one])).toContain(
      "We have a question before we can finish your books. Please write your answer after “Answer:” and reply to this email.",
    );
  });

  test("say what each question is about, as far as it's known", () => {
    const answer = { text: "Paper" } as QuestionView["answer"];
    const bare = { ...one, about: { ...about, contact: "", date: null, amount: null } } as unknown as QuestionView;
    expect(sheetRows([one, { ...one, about: null, answer }, bare])).toEqual([
      ["Q0000001", "What was this for?", "Bill 7", "Elm Street Tools", "12 Oct 2026", "1,204.50 USD", ""],
      ["Q0000001", "What was this for?", "", "", "", "", "Paper"],
      ["Q0000001", "What was this for?", "Bill 7", "", "", "", ""],
    ]);
    expect(
      questionMessage([one, { ...one, questionId: "Q0000002", about: null }, { ...bare, questionId: "Q0000003" }]).split("\n"),
    ).toEqual([
      "Hello,",
      "",
      "We have a few questions before we can finish your books. Please write your answer after each “Answer:” and reply to this email.",
      "",
      "Q0000001: What was this for?",
      "   Bill 7, Elm Street Tools, 12 Oct 2026, 1,204.50 USD",
      "   Answer: ",
      "",
      "Q0000002: What was this for?",
      "   Answer: ",
      "",
      "Q0000003: What was this for?",
      "   Bill 7",
      "   Answer: ",
      "",
      "Thank you!",
      "",
    ]);
  });

  const said = (result: ReturnType<typeof answersInSheet>) =>
    result.ok ? result.value.map(({ questionId: id, text }) => `${id} ${text}`) : result.failure;

  test("are read by their headings, wherever those are", () => {
    const sheet = [["Questions"], ["No."], [" YOUR ANSWER ", "x", "no. "], ["  Paper ", "", " q0000001 "], ["Ink", "", "7"], ["Rent"]];
    expect(said(answersInSheet(sheet))).toEqual(["Q0000001 Paper"]);
    expect(said(answersInSheet([["No.", "Your answer"], ["Q0000001"]]))).toEqual(["Q0000001 "]);
    expect(said(answersInSheet([["No.", "Answer"], ["Your answer"]]))).toEqual({
      ...{ code: "invalid_input", field: "content", message: "The file has no row with both column titles “No.” and “Your answer”." },
      next: "Use the exported file that the client filled in, or enter the answers yourself.",
    });
  });

  test("may answer a question twice only in the same words, and at some length", () => {
    const rows = (...answers: string[]) => said(answersInSheet([["No.", "Your answer"], ...answers.map((text) => ["Q0000001", text])]));
    expect([rows("Paper", "Paper"), rows("", "Paper"), rows("Paper", ""), rows("", "")]).toEqual([
      ["Q0000001 Paper", "Q0000001 Paper"],
      ["Q0000001 Paper"],
      ["Q0000001 Paper"],
      ["Q0000001 ", "Q0000001 "],
    ]);
    expect(rows("Paper", "Ink")).toEqual({
      ...{ code: "invalid_input", field: "content", message: "Question Q0000001 has two different answers. Keep one of them." },
    });
    expect(rows("x".repeat(5_000))).toEqual([`Q0000001 ${"x".repeat(5_000)}`]);
    expect(rows("x".repeat(5_001))).toEqual({
      ...{
        code: "invalid_input",
        field: "content",
        message: "The answer to question Q0000001 is longer than 5,000 characters. Shorten it, then try again.",
      },
    });
  });

  test("are read from a reply, whether the client writes below, beside or above the question", () => {
    const reply = (...lines: string[]) => said(answersInMessage(lines.join("\r\n"), [one]));
    expect(reply("> > *Q0000001: What was this", "Answer:Paper", "> and ink", "", "for the office", "Thank you!", "Mia")).toEqual([
      "Q0000001 Paper\nand ink\n\nfor the office",
    ]);
    // Beside the number, to the next empty line.
    expect(reply("Hi", "Q0000001 - Paper", "and ink", "", "Best, Mia")).toEqual(["Q0000001 Paper\nand ink"]);
    expect(reply("Q0000001: Paper", "Q0000002: Rent")).toEqual(["Q0000001 Paper", "Q0000002 Rent"]);
    expect(reply("Q0000001", "Nothing said")).toEqual(["Q0000001 "]);
    for (const text of ["Hello", "Answer: Paper", "See Q0000001", "Q00000012: x"])
      expect(reply(text)).toEqual({
        ...{ code: "invalid_input", field: "message", message: "No line in the reply starts with a question number such as Q12AB34C." },
        next: "Put each number at the start of its line, or enter the answers yourself.",
      });
  });
});
