import type { Content } from "pdfmake/interfaces.js";
import type { ReconciliationToPrint } from "#main/ports/index.ts";
import type { BankReconciliation } from "#shared/contract/close/bank.ts";
import { type DecimalString, isZero, negateDecimal } from "#shared/kernel/decimal.ts";
import { dayName } from "#shared/kernel/readable.ts";
import { GREY, type PrintedRow, printedTable, printPdf, RED } from "./pdf.ts";
import { losesLetters, printAmount, printText, TYPEFACE_NOTE } from "./print-text.ts";

/** The bank reconciliation of one account as a page for the file: from the balance per books to the balance per statement. */
export async function bankPdf({ clientName, person, madeAt, reconciliation }: ReconciliationToPrint): Promise<Uint8Array> {
  const { account, currency, asOf, difference } = reconciliation;
  const name = `${account.code === null ? "" : `${account.code} `}${account.name}`;
  const isEven = difference !== null && isZero(difference);
  const rows = rowsOf(reconciliation);
  const content: Content[] = [
    { text: "Bank reconciliation summary", style: "title" },
    { text: printText(`${clientName} · ${name} · ${currency}`), style: "subtitle", margin: [0, 2, 0, 2] },
    { text: `As of ${dayName(asOf)}`, style: "subtitle", margin: [0, 0, 0, 8] },
    { text: verdict(reconciliation), bold: true, color: isEven ? GREY : RED, margin: [0, 0, 0, 10] },
    printedTable({
      heads: ["Date", "Description", "Reference", "Age (days)", currency],
      rows,
      widths: [62, "*", 110, 48, 80],
      rightFrom: 3,
    }),
    ...reconciliation.reasons.map((reason): Content => ({ text: reasonText(reason, currency), style: "note", margin: [0, 6, 0, 0] })),
    {
      text: "Transactions dated before the first statement are treated as cleared, unless they're matched with a later statement line.",
      style: "note",
      margin: [0, 8, 0, 24],
    },
    { columns: [signature("Prepared by"), signature("Reviewed by")], columnGap: 24 },
    ...(losesLetters(rows.flatMap(({ cells }) => cells).join(" "))
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

function verdict({ state, difference, currency, unreconciledLines }: BankReconciliation): string {
  if (state === "no_statement") return "No statement covers this day.";
  if (difference === null) return "The balance per statement isn't known.";
  if (!isZero(difference)) return `Out of balance by ${printAmount(difference, currency).trim()} ${currency}.`;
  return unreconciledLines.length === 0 ? "Reconciled." : "In balance, with statement lines that aren't in the books.";
}

function rowsOf(one: BankReconciliation): PrintedRow[] {
  const { currency, totals } = one;
  const sum = (text: string, amount: DecimalString | null, look: "strong" | "total" = "strong"): PrintedRow => ({
    cells: ["", text, "", "", amount === null ? "not known" : printAmount(amount, currency)],
    look,
  });
  const item = (date: string, text: string | null, reference: string | null, age: number | null, amount: DecimalString): PrintedRow => ({
    cells: [
      dayName(date),
      printText(text ?? "Transaction"),
      printText(reference ?? ""),
      age === null ? "" : String(age),
      printAmount(amount, currency),
    ],
  });
  const posted = (some: BankReconciliation["outstandingPayments"]) =>
    some.map(({ date, contact, description, number, reference, ageDays, amount }) =>
      item(date, contact ?? description, number ?? reference, ageDays, amount),
    );
  return [
    sum("Balance per books", one.books),
    sum("Plus outstanding payments", totals.payments),
    ...posted(one.outstandingPayments),
    sum("Less outstanding receipts", negateDecimal(totals.receipts)),
    ...posted(one.outstandingReceipts),
    sum("Plus statement lines not in the books", totals.lines),
    ...one.unreconciledLines.map((line) => item(line.date, line.payee ?? line.description, line.reference, line.ageDays, line.amount)),
    ...(one.fees.length === 0 ? [] : [sum("Less fees not in the books", negateDecimal(totals.fees))]),
    ...one.fees.map(({ date, text, amount }) => item(date, text, null, null, amount)),
    sum("Expected balance per statement", one.expected),
    sum(`Balance per statement${one.statementDate === null ? "" : `, ${dayName(one.statementDate)}`}`, one.statement),
    sum("Difference", one.difference, "total"),
  ];
}

function reasonText(reason: BankReconciliation["reasons"][number], currency: string): string {
  const amount = `${printAmount(reason.amount, currency).trim()} ${currency}`;
  return reason.code === "opening"
    ? `${amount}: the first statement, from ${dayName(reason.date)}, doesn't begin with the balance per books.`
    : `${amount}: a statement is missing between ${dayName(reason.from)} and ${dayName(reason.to)}.`;
}

function signature(role: string): Content {
  return {
    stack: [
      { canvas: [{ type: "line", x1: 0, y1: 0, x2: 230, y2: 0, lineWidth: 0.5, lineColor: GREY }] },
      { text: `${role}, date`, style: "note", margin: [0, 3, 0, 0] },
    ],
  };
}
