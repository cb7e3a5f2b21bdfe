import type { Content } from "pdfmake/interfaces.js";
import type { AgingSide } from "#main/domain/aging/aging.ts";
import { gapNotes, sourceLabel } from "#main/pack/schedules/labels.ts";
import { columnTitle } from "#main/pack/schedules/statement-sheet.ts";
import { agingReport } from "#main/store/aging/aging.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import { type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import { dayName } from "#shared/kernel/readable.ts";
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
function lineRow({ kind, label, account, amounts }: LaidOutLine, { currency, kind: of }: LaidOutStatement): PrintedRow {
  const { indent = 0, ...look } = LOOKS[kind];
  const isWithin = of === "balance_sheet" && (kind === "group" || kind === "account");
  return {
    cells: [printText(account?.code ?? ""), printText(label), ...amounts.map((amount) => printAmount(amount, currency))],
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
      ({ kind, label, amounts }): PrintedRow => ({
        cells: ["", printText(label), ...amounts.map((amount) => printAmount(amount, cashFlow.currency))],
        ...CASH_LOOKS[kind],
      }),
    );
  return {
    title: "Cash flow",
    subtitle: cashFlow.title,
    content: [
      ...commentaryOn(report.facts, "cash_flow"),
      figures(rows, cashFlow, true),
      ...(cashFlow.ties ? [{ text: "Ties to the movement of the bank accounts.", style: "note", margin: [0, 8, 0, 0] } as Content] : []),
      ...sourceNotes(report, cashFlow),
    ],
  };
}

/** Rows that are shorter than the columns, such as headings, are filled up. A comparative without a figure is left out. */
function figures(rows: readonly PrintedRow[], { columns: all, lines, currency }: Figures, isSpan: boolean): Content {
  const shown = all.map((_, at) => at === 0 || lines.some(({ amounts }) => amounts[at] !== undefined && !isZero(amounts[at])));
  const columns = all.filter((_, at) => shown[at]);
  const whole = rows.map(({ cells: [code = "", label = "", ...amounts], ...row }) => ({
    ...row,
    cells: [code, label, ...all.map((_, at) => amounts[at] ?? "").filter((_, at) => shown[at])],
  }));
  const coded = whole.some(({ cells }) => cells[0] !== "");
  const cut = (cells: readonly string[]) => (coded ? cells : cells.slice(1));
  return printedTable({
    heads: cut(["Code", currency, ...columns.map((column) => columnTitle(column, isSpan).replace(", ", ",\n"))]),
    rows: whole.map((row) => ({ ...row, cells: cut(row.cells) })),
    widths: [...(coded ? [40] : []), "*", ...columns.map(() => 74)],
    rightFrom: coded ? 2 : 1,
    indented: coded ? 1 : 0,
  });
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
    title: "Receivables and payables",
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
    { text: which === "receivable" ? "Receivables" : "Payables", style: "section", headlineLevel: 2 },
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
