import type { Content } from "pdfmake/interfaces.js";
import type { AgingSide } from "#main/domain/aging/aging.ts";
import type { PackFacts } from "#main/pack/pack-facts.ts";
import { gapNotes, sourceWords } from "#main/pack/schedules/labels.ts";
import { columnTitle } from "#main/pack/schedules/statement-sheet.ts";
import { stampLine } from "#main/pack/sign-offs.ts";
import { agingReport } from "#main/store/aging/aging.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import type { Statement } from "#shared/model/reports/statement.ts";
import { type PrintedRow, printedTable, printPdf, RED } from "./pdf.ts";
import { losesLetters, printAmount, printText, TYPEFACE_NOTE } from "./print-text.ts";

/** `02_statements.pdf`: profit and loss, balance sheet and the totals of both agings, with their as-of on every page. */
export async function statementsPdf(facts: PackFacts): Promise<Uint8Array> {
  const { order, asOf, stamps, profitAndLoss, balanceSheet } = facts;
  const stamped = stamps.map(({ stamp }) => stamp).join(", ");
  const content: Content[] = [
    ...pageOf(facts, profitAndLoss, "Profit and loss", false),
    ...pageOf(facts, balanceSheet, "Balance sheet", true),
    heading(facts, "Agings", true),
    ...agingPart(facts, "receivable"),
    ...agingPart(facts, "payable"),
    ...(losesLetters(
      [order.clientName, ...profitAndLoss.rows.map(({ label }) => label), ...balanceSheet.rows.map(({ label }) => label)].join(" "),
    )
      ? [{ text: TYPEFACE_NOTE, style: "note", margin: [0, 12, 0, 0] } as Content]
      : []),
  ];
  return printPdf({
    title: `Statements of ${order.clientName}, ${order.period.label}`,
    foot: `${order.clientName} · ${order.period.label} · as of ${asOf ?? "no complete read yet"}${stamped === "" ? "" : ` · ${stamped}`}`,
    content,
    asOf,
  });
}

function heading({ order, stamps }: PackFacts, title: string, onNewPage: boolean): Content {
  return {
    stack: [
      { text: title, style: "title" },
      { text: printText(`${order.clientName} · ${order.period.label}`), style: "subtitle", margin: [0, 2, 0, 2] },
      ...stamps.map((stamp): Content => ({ text: printText(shortened(stampLine(stamp))), color: RED, bold: true, fontSize: 8 })),
    ],
    margin: [0, 0, 0, 10],
    ...(onNewPage ? { pageBreak: "before" as const } : {}),
  };
}

const STAMP_MAX = 220;

function shortened(line: string): string {
  return line.length <= STAMP_MAX ? line : `${line.slice(0, STAMP_MAX)}... (all reasons are on the cover)`;
}

function pageOf(facts: PackFacts, statement: Statement, title: string, onNewPage: boolean): Content[] {
  const isProfit = statement.kind === "profit_and_loss";
  const amount = (text: string) => printAmount(text, statement.currency);
  const rows = statement.rows.map(
    (row): PrintedRow => ({
      cells: [row.account?.code === undefined ? "" : printText(row.account.code), printText(row.label), ...row.amounts.map(amount)],
      ...(row.kind === "section_total"
        ? { look: "strong" as const }
        : row.section === "result"
          ? { look: isProfit ? ("total" as const) : ("strong" as const) }
          : {}),
      flag: row.section === "unknown",
    }),
  );
  const heads = [
    "Code",
    statement.currency,
    ...statement.columns.map((column) => columnTitle(column, isProfit).replace(/ (?=\d{4}-)/, "\n")),
  ];
  return [
    heading(facts, title, onNewPage),
    printedTable({ heads: heads.map((head) => head), rows, widths: [38, "*", ...statement.columns.map(() => 76)], rightFrom: 2 }),
    { text: `Accrual basis, ${sourceWords(statement)}.`, style: "note", margin: [0, 8, 0, 2] },
    ...gapNotes(statement.gaps, (id) => documentNameOf(facts.reader, id)).map(
      (note): Content => ({ text: printText(note), style: "note" }),
    ),
  ];
}

function agingPart({ reader, order, currency }: PackFacts, side: AgingSide): Content[] {
  const report = agingReport(reader, { side, asOfDate: order.period.end, baseCurrency: currency });
  const rows = report.totals.map(
    (total): PrintedRow => ({
      cells: [
        printText(total.currency),
        ...report.buckets.map((bucket) => printAmount(total[bucket], total.currency)),
        printAmount(total.outstanding, total.currency),
        printAmount(total.unappliedCash, total.currency),
      ],
    }),
  );
  const { tieOut } = report;
  const tied =
    tieOut.outcome === "cannot_check"
      ? `could not be checked: ${(tieOut.reason ?? "the ledger gives no figure").replace(/\.$/, "")}`
      : tieOut.outcome.replaceAll("_", " ");
  return [
    { text: side === "receivable" ? "Receivables" : "Payables", style: "section" },
    rows.length === 0
      ? { text: "Nothing was open.", style: "note" }
      : printedTable({
          heads: ["In", ...report.buckets.map((bucket) => (bucket === "current" ? "Current" : `${bucket} days`)), "Open", "Unapplied"],
          rows,
          widths: [24, ...report.buckets.map(() => "*" as const), "*", "*"],
          rightFrom: 1,
        }),
    {
      text: printText(
        `At ${order.period.end}, days from the due date. Against the ledger: ${tied}. Unapplied cash stands beside what is open and is not taken off it.`,
      ),
      style: "note",
      margin: [0, 4, 0, 0],
    },
  ];
}
