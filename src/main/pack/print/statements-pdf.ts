import type { Content } from "pdfmake/interfaces.js";
import type { AgingSide } from "#main/domain/aging/aging.ts";
import type { PackFacts } from "#main/pack/pack-facts.ts";
import { gapNotes, sourceLabel } from "#main/pack/schedules/labels.ts";
import { columnTitle } from "#main/pack/schedules/statement-sheet.ts";
import { stampLine } from "#main/pack/sign-offs.ts";
import { agingReport } from "#main/store/aging/aging.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import { asOfName, dayName, periodName } from "#shared/kernel/readable.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import type { Statement } from "#shared/model/reports/statement.ts";
import { type PrintedRow, printedTable, printPdf, RED } from "./pdf.ts";
import { losesLetters, printAmount, printText, TYPEFACE_NOTE } from "./print-text.ts";

/** `02_statements.pdf`: profit and loss, balance sheet and aging totals, with the as-of time on every page. */
export async function statementsPdf(facts: PackFacts): Promise<Uint8Array> {
  const { order, asOf, stamps, profitAndLoss, balanceSheet } = facts;
  const stamped = stamps.map(({ stamp }) => stamp).join(", ");
  const content: Content[] = [
    ...pageOf(facts, profitAndLoss, "Profit and loss", false),
    ...pageOf(facts, balanceSheet, "Balance sheet", true),
    heading(facts, "Aging summary", true),
    ...agingPart(facts, "receivable"),
    ...agingPart(facts, "payable"),
    ...(losesLetters(
      [order.clientName, ...profitAndLoss.rows.map(({ label }) => label), ...balanceSheet.rows.map(({ label }) => label)].join(" "),
    )
      ? [{ text: TYPEFACE_NOTE, style: "note", margin: [0, 12, 0, 0] } as Content]
      : []),
  ];
  return printPdf({
    title: `Statements for ${order.clientName}, ${periodName(order.period.label)}`,
    foot: `${order.clientName} · ${periodName(order.period.label)} · as of ${asOfName(asOf)}${stamped === "" ? "" : ` · ${stamped}`}`,
    content,
    asOf,
  });
}

function heading({ order, stamps }: PackFacts, title: string, onNewPage: boolean): Content {
  return {
    stack: [
      { text: title, style: "title" },
      { text: printText(`${order.clientName} · ${periodName(order.period.label)}`), style: "subtitle", margin: [0, 2, 0, 2] },
      ...stamps.map((stamp): Content => ({ text: printText(shortened(stampLine(stamp))), color: RED, bold: true, fontSize: 8 })),
    ],
    margin: [0, 0, 0, 10],
    ...(onNewPage ? { pageBreak: "before" as const } : {}),
  };
}

const STAMP_MAX = 220;

function shortened(line: string): string {
  return line.length <= STAMP_MAX ? line : `${line.slice(0, STAMP_MAX)}... (see the cover for all reasons)`;
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
  const heads = ["Code", statement.currency, ...statement.columns.map((column) => columnTitle(column, isProfit))];
  return [
    heading(facts, title, onNewPage),
    printedTable({ heads: heads.map((head) => head), rows, widths: [38, "*", ...statement.columns.map(() => 76)], rightFrom: 2 }),
    { text: `Accrual basis. ${sourceLabel(statement)}.`, style: "note", margin: [0, 8, 0, 2] },
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
      ? `Can't be checked against the ledger: ${(tieOut.reason ?? "it has no figure for this").replace(/\.$/, "")}`
      : `Compared with the ledger: ${codeLabel(tieOut.outcome).toLowerCase()}`;
  return [
    { text: side === "receivable" ? "Receivables" : "Payables", style: "section" },
    rows.length === 0
      ? { text: "Nothing outstanding.", style: "note" }
      : printedTable({
          heads: [
            "Currency",
            ...report.buckets.map((bucket) => (bucket === "current" ? "Current" : `${bucket} days`)),
            "Outstanding",
            "Unapplied",
          ],
          rows,
          widths: [38, ...report.buckets.map(() => "*" as const), "*", "*"],
          rightFrom: 1,
        }),
    {
      text: printText(
        `At ${dayName(order.period.end)}, aged by due date. ${tied}. Unapplied cash isn't deducted from outstanding amounts.`,
      ),
      style: "note",
      margin: [0, 4, 0, 0],
    },
  ];
}
