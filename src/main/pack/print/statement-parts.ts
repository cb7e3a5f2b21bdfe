import type { Content } from "pdfmake/interfaces.js";
import { sourceLabel } from "#main/pack/schedules/labels.ts";
import { columnTitle, hasChange } from "#main/pack/schedules/statement-sheet.ts";
import { type DecimalString, isZero, subtractDecimals } from "#shared/kernel/decimal.ts";
import { percentOf } from "#shared/kernel/percent.ts";
import { counted } from "#shared/kernel/readable.ts";
import type { CommentarySection } from "#shared/model/close/commentary.ts";
import type { Comparative, FigureGap, FigureSource } from "#shared/model/reports/statement.ts";
import type { CashFlowLine, LaidOutLine, LaidOutStatement } from "#shared/model/reports/statement-layout.ts";
import type { PrintedRow } from "./pdf.ts";
import { printAmount, printPercent, printText } from "./print-text.ts";
import { commentaryOn, printedStamps, type ReportFacts, type ReportPart, writtenOn } from "./report-facts.ts";
import { type StatementTable, statementPages } from "./statement-pages.ts";

/** Profit and loss or balance sheet in the client's layout. */
export function statementPart(report: ReportFacts, statement: LaidOutStatement, title: string): ReportPart {
  const isProfit = statement.kind === "profit_and_loss";
  const rows = statement.lines.map((line) => lineRow(line, statement));
  return {
    title,
    subtitle: statement.title,
    ...pages(report, statement.kind, figures(rows, statement, isProfit), sourceNotes(report, statement)),
  };
}

/** Commentary above, notes below, and each page of a long table under the title. */
function pages(
  report: ReportFacts,
  section: CommentarySection,
  table: Omit<StatementTable, "taken">,
  notes: readonly string[],
): Pick<ReportPart, "content" | "more" | "landscape"> {
  const lines = (texts: readonly string[], letters: number) => texts.reduce((sum, text) => sum + Math.ceil(text.length / letters), 0);
  const written = writtenOn(report.facts, section);
  const taken =
    lines(printedStamps(report), 165) * 11 +
    (written.length === 0 ? 0 : lines(written, 150) * 15 + 14 + written.length * 5) +
    lines(notes, 205) * 10.2 +
    notes.length * 2 +
    8;
  const printed = notes.map((note, at): Content => ({ text: printText(note), style: "note", margin: [0, at === 0 ? 8 : 2, 0, 0] }));
  const [first, ...more] = statementPages({ ...table, taken });
  return {
    landscape: true,
    content: [...commentaryOn(report.facts, section), ...(first === undefined ? [] : [first]), ...(more.length === 0 ? printed : [])],
    ...(more.length === 0 ? {} : { more: more.map((one, at) => [one, ...(at === more.length - 1 ? printed : [])]) }),
  };
}

const LOOKS: Readonly<Record<LaidOutLine["kind"], Pick<PrintedRow, "look" | "indent" | "flag">>> = {
  section: { look: "heading" },
  group: { look: "heading" },
  account: { indent: 1 },
  total: { look: "strong" },
  subtotal: { look: "strong" },
  result: { look: "total" },
  apart: { flag: true },
};

/** The groups of a balance sheet are within its sections, and a step further in. */
function lineRow({ kind, label, account, amounts }: LaidOutLine, { kind: of }: LaidOutStatement): FigureRow {
  const { indent = 0, ...look } = LOOKS[kind];
  const isWithin = of === "balance_sheet" && (kind === "group" || kind === "account");
  return {
    code: printText(account?.code ?? ""),
    label: printText(label),
    // A group's sum in bold among its accounts would read like one of the totals.
    amounts: kind === "group" ? [] : amounts,
    ...look,
    indent: indent + (isWithin ? 1 : 0),
  };
}

const CASH_LOOKS: Readonly<Record<CashFlowLine["kind"], Pick<PrintedRow, "look" | "indent" | "flag">>> = {
  section: { look: "heading" },
  line: { indent: 1 },
  total: { look: "strong" },
  result: { look: "strong" },
  balance: {},
  check: { flag: true },
};

/** The indirect cash flow. Its check is printed where it doesn't come to zero. */
export function cashFlowPart(report: ReportFacts): ReportPart {
  const { cashFlow } = report.facts;
  const rows = cashFlow.lines
    .filter(({ kind }) => kind !== "check" || !cashFlow.ties)
    .map(
      ({ kind, key, label, amounts }): FigureRow => ({
        ...{ code: "", label: printText(label), amounts },
        ...(key === "closing_cash" ? { look: "total" as const } : CASH_LOOKS[kind]),
      }),
    );
  return {
    title: "Cash flow",
    subtitle: cashFlow.title,
    ...pages(report, "cash_flow", figures(rows, cashFlow, true), [
      ...(cashFlow.ties ? ["The net change in cash ties to the change in the bank balances."] : []),
      ...sourceNotes(report, cashFlow),
    ]),
  };
}

/** A row before its comparisons: headings have no amounts. */
interface FigureRow extends Omit<PrintedRow, "cells"> {
  readonly code: string;
  readonly label: string;
  readonly amounts: readonly DecimalString[];
}

/** Each comparison with its change in money and in percent. A comparative without a figure is left out. */
function figures(rows: readonly FigureRow[], { columns: all, lines, currency }: Figures, isSpan: boolean): Omit<StatementTable, "taken"> {
  const columns = all
    .map((column, at) => ({ column, at }))
    .filter(({ at }) => at === 0 || lines.some(({ amounts }) => amounts[at] !== undefined && !isZero(amounts[at])));
  const coded = rows.some(({ code }) => code !== "");
  const cut = (cells: readonly string[]) => (coded ? cells : cells.slice(1));
  return {
    heads: cut([
      ...["Code", currency],
      ...columns.flatMap(({ column }) => [printedTitle(column, isSpan), ...(hasChange(column) ? ["Change", "%"] : [])]),
    ]),
    rows: rows.map(({ code, label, amounts, ...row }) => ({
      ...row,
      cells: cut([code, label, ...columns.flatMap(({ column, at }) => comparedCells(column, amounts[0], amounts[at], currency))]),
    })),
    // Names and figures stay together: what a page has more than they need is blank on the right.
    widths: [
      ...(coded ? [32] : []),
      coded ? 170 : 200,
      ...columns.flatMap(({ column }) => (hasChange(column) ? [62, 60, 35] : [column.name === "year_to_date" ? 76 : 62])),
    ],
    rightFrom: coded ? 2 : 1,
    indented: coded ? 1 : 0,
  };
}

/** In two lines, which the columns of a page have room for. */
function printedTitle(column: Comparative, isSpan: boolean): string {
  const title = columnTitle(column, isSpan);
  const day = title.slice(title.indexOf(", ") + 2);
  return column.name === "prior_year" ? `${title.split(" last year")[0]},\n${day}` : title.replace(", ", ",\n");
}

function comparedCells(
  column: Comparative,
  first: DecimalString | undefined,
  value: DecimalString | undefined,
  currency: string,
): readonly string[] {
  if (first === undefined || value === undefined) return hasChange(column) ? ["", "", ""] : [""];
  if (!hasChange(column)) return [printAmount(value, currency)];
  const change = subtractDecimals(first, value);
  return [printAmount(value, currency), printAmount(change, currency), printPercent(isZero(change) ? change : percentOf(first, value))];
}

interface Figures {
  readonly columns: readonly Comparative[];
  readonly lines: readonly { readonly amounts: readonly DecimalString[] }[];
  readonly currency: string;
}

interface Sourced {
  readonly source: FigureSource;
  readonly asOf: string | null;
  readonly gaps: readonly FigureGap[];
}

/** Where figures come from. The names of the records that they leave out are in the workbook, and not for a client. */
function sourceNotes({ edition }: ReportFacts, { source, asOf, gaps }: Sourced): string[] {
  const notes = gaps.map(({ message, count }) =>
    edition === "client" || count === 0 ? message : `${message} (${counted(count, "transaction")})`,
  );
  return ["Accrual basis.", ...(edition === "client" ? [] : [`${sourceLabel({ source, asOf })}.`]), ...notes];
}
