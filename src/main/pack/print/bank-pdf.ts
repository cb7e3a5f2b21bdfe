import type { Content } from "pdfmake/interfaces.js";
import type { ReconciliationToPrint } from "#main/ports/index.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { dayName } from "#shared/kernel/readable.ts";
import { bankName, bankNotes, bankTable, bankVerdict } from "./bank-table.ts";
import { GREY, printedTable, printPdf, RED } from "./pdf.ts";
import { losesLetters, printText, TYPEFACE_NOTE } from "./print-text.ts";

/** The bank reconciliation of one account as a page for the file: from the balance per books to the balance per statement. */
export async function bankPdf({ clientName, person, madeAt, reconciliation }: ReconciliationToPrint): Promise<Uint8Array> {
  const { currency, asOf, difference } = reconciliation;
  const name = bankName(reconciliation);
  const isEven = difference !== null && isZero(difference) && reconciliation.state !== "statement_ends_early";
  const table = bankTable(reconciliation);
  const content: Content[] = [
    { text: "Bank reconciliation summary", style: "title" },
    { text: printText(`${clientName} · ${name} · ${currency}`), style: "subtitle", margin: [0, 2, 0, 2] },
    { text: `As of ${dayName(asOf)}`, style: "subtitle", margin: [0, 0, 0, 8] },
    { text: bankVerdict(reconciliation), bold: true, color: isEven ? GREY : RED, margin: [0, 0, 0, 10] },
    printedTable(table),
    ...bankNotes(reconciliation).map((text): Content => ({ text, style: "note", margin: [0, 6, 0, 0] })),
    { columns: [signature("Prepared by"), signature("Reviewed by")], columnGap: 24, margin: [0, 24, 0, 0] },
    ...(losesLetters(table.rows.flatMap(({ cells }) => cells).join(" "))
      ? [{ text: TYPEFACE_NOTE, style: "note", margin: [0, 12, 0, 0] } as Content]
      : []),
  ];
  return printPdf({
    title: `Bank reconciliation: ${name}, ${clientName}`,
    foot: `${clientName} · ${name} · as of ${dayName(asOf)} · printed by ${person}`,
    content,
    asOf: madeAt,
  });
}

function signature(role: string): Content {
  return {
    stack: [
      { canvas: [{ type: "line", x1: 0, y1: 0, x2: 230, y2: 0, lineWidth: 0.5, lineColor: GREY }] },
      { text: `${role}, date`, style: "note", margin: [0, 3, 0, 0] },
    ],
  };
}
