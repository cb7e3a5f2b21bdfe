import type { Content } from "pdfmake/interfaces.js";
import type { QuestionsToPrint } from "#main/ports/index.ts";
import type { QuestionView } from "#shared/contract/close/questions.ts";
import { asOfName, counted, dayName } from "#shared/kernel/readable.ts";
import { GREY, printPdf } from "./pdf.ts";
import { losesLetters, printAmount, printText, TYPEFACE_NOTE } from "./print-text.ts";

const PAGE_WIDTH = 511;
/** Lines to write an answer on, and how far apart. */
const LINES = 3;
const LINE_HIGH = 19;

/** The unanswered questions as pages with room for the answers, and how the answers come back. */
export async function questionsPdf({ clientName, firmName, person, madeAt, questions }: QuestionsToPrint): Promise<Uint8Array> {
  const from = firmName ?? "your bookkeeper";
  const sample = questions[0]?.questionId ?? "Q0000000";
  const content: Content[] = [
    { text: "Questions about your books", style: "title" },
    { text: printText(`${clientName} · from ${from}`), style: "subtitle", margin: [0, 2, 0, 10] },
    {
      text: `We have ${counted(questions.length, "question")} for you before we can finish your books. You can answer in one of three ways:`,
      style: "prose",
    },
    {
      ol: [
        "Write on these pages, then return them or send us a scan.",
        `Reply by email: write the question's number, such as ${sample}, on one line. On the next line, write “Answer:” and then your answer.`,
        `Ask us for a workbook with the same ${questions.length === 1 ? "question" : "questions"}, and fill it in.`,
      ],
      style: "prose",
      margin: [0, 4, 0, 8],
    },
    ...questions.map(questionBlock),
    ...(losesLetters(questions.map(said).join(" ")) ? [{ text: TYPEFACE_NOTE, style: "note", margin: [0, 12, 0, 0] } as Content] : []),
  ];
  return printPdf({
    title: `Questions for ${clientName}`,
    foot: `${clientName} · ${counted(questions.length, "question")} · ${asOfName(madeAt)} · printed by ${person}`,
    content,
    asOf: madeAt,
  });
}

function said({ text, about }: QuestionView): string {
  return [text, about?.label ?? "", about?.contact ?? ""].join(" ");
}

function questionBlock({ questionId, text, about }: QuestionView): Content {
  const facts = [
    about?.label,
    about?.contact,
    about?.date == null ? null : dayName(about.date),
    about?.amount == null ? null : `${printAmount(about.amount.amount, about.amount.currency).trim()} ${about.amount.currency}`,
  ].filter((fact) => fact != null && fact !== "");
  return {
    // An answer is never on another page than its question.
    unbreakable: true,
    margin: [0, 12, 0, 0],
    stack: [
      {
        columns: [
          { text: questionId, width: 62, color: GREY },
          { text: printText(text), width: "*", bold: true, fontSize: 10 },
        ],
      },
      ...(facts.length === 0 ? [] : [{ text: printText(facts.join(" · ")), color: GREY, margin: [62, 2, 0, 0] } as Content]),
      { text: "Answer:", style: "note", margin: [0, 8, 0, 0] },
      { canvas: Array.from({ length: LINES }, (_, at) => ruled((at + 1) * LINE_HIGH)) },
    ],
  };
}

function ruled(y: number) {
  return { type: "line" as const, x1: 0, y1: y, x2: PAGE_WIDTH, y2: y, lineWidth: 0.5, lineColor: GREY };
}
