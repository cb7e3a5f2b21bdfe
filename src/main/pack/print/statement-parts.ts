import type { Content } from "pdfmake/interfaces.js";
import type { AgingSide } from "#main/domain/aging/aging.ts";
import { gapNotes, sourceLabel } from "#main/pack/schedules/labels.ts";
import { columnTitle, hasChange } from "#main/pack/schedules/statement-sheet.ts";
import { agingReport } from "#main/store/aging/aging.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import { type DecimalString, isZero, subtractDecimals } from "#shared/kernel/decimal.ts";
import { percentOf } from "#shared/kernel/percent.ts";
import { dayName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import type { Comparative, FigureGap, FigureSource } from "#shared/model/reports/statement.ts";
import type { CashFlowLine, LaidOutLine, LaidOutStatement } from "#shared/model/reports/statement-layout.ts";
import { type PrintedRow, printedTable } from "./pdf.ts";
import { printAmount, printText } from "./print-text.ts";
import { commentaryOn, type ReportFacts, type ReportPart } from "./report-facts.ts";

/** Profit and loss or balance sheet in the client's layout. */
export function statementPart(report: ReportFacts, statement: LaidOutStatement, title: string): ReportPart {
  const isProfit = statement.kind === "profit_and_loss";
  const rows = statement.lines.map((line) => lineRow(line, statement));
  return {
    title,
    subtitle: statement.title,
    landscape: true,
    content: [...commentaryOn(report.facts, statement.kind), figures(rows, statement, isProfit), ...sourceNotes(report, statement)],
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
      ({ kind, label, amounts }): FigureRow => ({
        ...{ code: "", label: printText(label), amounts },
        ...CASH_LOOKS[kind],
      }),
    );
  return {
    title: "Cash flow",
    subtitle: cashFlow.title,
    landscape: true,
    content: [
      ...commentaryOn(report.facts, "cash_flow"),
      figures(rows, cashFlow, true),
      ...(cashFlow.ties ? [{ text: "Ties to the movement of the bank accounts.", style: "note", margin: [0, 8, 0, 0] } as Content] : []),
      ...sourceNotes(report, cashFlow),
    ],
  };
}

/** A row before its comparisons: headings have no amounts. */
interface FigureRow extends Omit<PrintedRow, "cells"> {
  readonly code: string;
  readonly label: string;
  readonly amounts: readonly DecimalString[];
}

/** Each comparison with its change in money and in percent. A comparative without a figure is left out. */
function figures(rows: readonly FigureRow[], { columns: all, lines, currency }: Figures, isSpan: boolean): Content {
  const columns = all
    .map((column, at) => ({ column, at }))
    .filter(({ at }) => at === 0 || lines.some(({ amounts }) => amounts[at] !== undefined && !isZero(amounts[at])));
  const coded = rows.some(({ code }) => code !== "");
  const cut = (cells: readonly string[]) => (coded ? cells : cells.slice(1));
  return printedTable({
    heads: cut([
      ...["Code", currency],
      ...columns.flatMap(({ column }) => [columnTitle(column, isSpan).replace(", ", ",\n"), ...(hasChange(column) ? ["Change", "%"] : [])]),
    ]),
    rows: rows.map(({ code, label, amounts, ...row }) => ({
      ...row,
      cells: cut([code, label, ...columns.flatMap(({ column, at }) => comparedCells(column, amounts[0], amounts[at], currency))]),
    })),
    // Names and figures stay together: what a page has more than they need is blank on the right.
    widths: [...(coded ? [32] : []), coded ? 170 : 200, ...columns.flatMap(({ column }) => (hasChange(column) ? [62, 54, 32] : [62]))],
    rightFrom: coded ? 2 : 1,
    indented: coded ? 1 : 0,
  });
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
  const percent = isZero(change) ? "\u2013" : (percentOf(first, value) ?? "n/m");
  return [printAmount(value, currency), printAmount(change, currency), percent];
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

/** Where figures come from. A client reads what they leave out without the names of records. */
function sourceNotes({ facts, edition }: ReportFacts, { source, asOf, gaps }: Sourced): Content[] {
  const notes =
    edition === "client"
      ? gaps.map(({ message }) => message)
      : [`${sourceLabel({ source, asOf })}.`, ...gapNotes(gaps, (id) => documentNameOf(facts.reader, id))];
  return ["Accrual basis.", ...notes].map(
    (note, at): Content => ({ text: printText(note), style: "note", margin: [0, at === 0 ? 8 : 2, 0, 0] }),
  );
}

/** Receivables and payables by age. */
export function agingPart(report: ReportFacts): ReportPart {
  return {
    title: t("Receivables and payables"),
    subtitle: `At ${dayName(report.manifest.period.end)}, aged by due date`,
    content: [...commentaryOn(report.facts, "receivables_payables"), ...side(report, "receivable"), ...side(report, "payable")],
  };
}

function side({ facts: { reader, order, currency }, edition }: ReportFacts, which: AgingSide): Content[] {
  const { totals, buckets, tieOut } = agingReport(reader, { side: which, asOfDate: order.period.end, baseCurrency: currency });
  const rows = totals.map(
    (total): PrintedRow => ({
      cells: [
        printText(total.currency),
        ...buckets.map((bucket) => printAmount(total[bucket], total.currency)),
        printAmount(total.outstanding, total.currency),
        printAmount(total.unappliedCash, total.currency),
      ],
    }),
  );
  const checked =
    tieOut.outcome === "cannot_check"
      ? `Can't be checked against the ledger: ${(tieOut.reason ?? "it has no figure for this").replace(/\.$/, "")}`
      : `Compared with the ledger: ${codeLabel(tieOut.outcome).toLowerCase()}`;
  const unapplied = "Unapplied cash isn't deducted from outstanding amounts.";
  return [
    { text: which === "receivable" ? t("Receivables") : t("Payables"), style: "section", headlineLevel: 2 },
    rows.length === 0
      ? { text: "Nothing outstanding.", style: "note" }
      : small(
          printedTable({
            heads: [
              "Currency",
              ...buckets.map((bucket) => (bucket === "current" ? "Current" : `${bucket} days`)),
              "Outstanding",
              "Unapplied",
            ],
            rows,
            widths: ["auto", ...buckets.map(() => "*" as const), "*", "*"],
            rightFrom: 1,
          }),
        ),
    { text: printText(edition === "client" ? unapplied : `${checked}. ${unapplied}`), style: "note", margin: [0, 4, 0, 0] },
  ];
}

/** Columns of many digits side by side. */
function small(table: Content): Content {
  return { stack: [table], fontSize: 7.8 };
}
