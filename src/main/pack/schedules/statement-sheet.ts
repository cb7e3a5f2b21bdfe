import { columnLetters, type Sheet, type SheetCell, type SheetColumn, type SheetRow } from "#main/pack/workbook/sheet.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import { type DecimalString, isZero, subtractDecimals } from "#shared/kernel/decimal.ts";
import { percentOf } from "#shared/kernel/percent.ts";
import { dayName, rangeName } from "#shared/kernel/readable.ts";
import { isMonth } from "#shared/model/reports/month-spans.ts";
import type { Comparative, Statement } from "#shared/model/reports/statement.ts";
import type { LaidOutLine, LaidOutStatement } from "#shared/model/reports/statement-layout.ts";
import type { PackFacts } from "../pack-facts.ts";
import { gapNotes, sourceLabel } from "./labels.ts";
import { type SumTerm, sumTerms } from "./statement-sums.ts";

const COLUMN_TITLES: Readonly<Record<Comparative["name"], string>> = {
  current: "This period",
  prior_month: "Prior month",
  prior_year: "Same month last year",
  year_to_date: "Year to date",
  budget: "Budget",
  month: "Month",
};
/** The same where the ledger's own periods aren't months. */
const PERIOD_TITLES: Partial<typeof COLUMN_TITLES> = { prior_month: "Prior period", prior_year: "Same period last year", month: "Period" };
/** Code and line come first. */
const FIRST_AMOUNT = 2;

/** Schedules B and C: a statement in the client's layout, with its comparatives. Totals and changes are formulas. */
export function statementSheet({ reader, profitAndLoss, balanceSheet }: PackFacts, kind: Statement["kind"]): Sheet {
  const isProfit = kind === "profit_and_loss";
  const statement = isProfit ? profitAndLoss : balanceSheet;
  return {
    ref: isProfit ? "B" : "C",
    title: isProfit ? "Profit and loss" : "Balance sheet",
    source: `${statement.title}. ${sourceLabel(statement)}`,
    notes: [
      ...gapNotes(statement.gaps, (id) => documentNameOf(reader, id)),
      "Credit balances of income, liabilities and equity are shown as positive. Totals and changes are formulas.",
    ],
    currency: statement.currency,
    columns: [
      { title: "Code", kind: "text", width: 8 },
      { title: "Line", kind: "text", width: 34 },
      ...comparedColumns(statement.columns, isProfit),
    ],
    rows: () => statement.lines.map((line, at) => rowOf(statement, line, at)),
    ...(isProfit ? { status: "Complete", open: 0 } : balanceStatus(statement)),
  };
}

/** Whether assets equal liabilities and equity in every column. Amounts on unknown accounts keep them apart. */
function balanceStatus({ rows }: Statement): Pick<Sheet, "status" | "open"> {
  const unknown = rows.filter(({ section }) => section === "unknown");
  if (unknown.some(({ kind }) => kind === "computed")) return { status: "Out of balance", open: 1 };
  const isOff = unknown.some(({ amounts }) => amounts.some((amount) => !isZero(amount)));
  return isOff ? { status: "Out of balance: amounts on unknown accounts", open: 1 } : { status: "Balanced", open: 0 };
}

/** The heading of a statement's column, with its dates. */
export function columnTitle({ name, from, to }: Comparative, isProfit: boolean): string {
  const title = isMonth({ from, to }) ? COLUMN_TITLES[name] : (PERIOD_TITLES[name] ?? COLUMN_TITLES[name]);
  return `${title}, ${isProfit ? rangeName(from, to) : dayName(to)}`;
}

/** Whether a change is shown beside a column: the year to date holds the period itself, and a change would say nothing. */
export function hasChange({ name }: Comparative): boolean {
  return name === "prior_month" || name === "prior_year" || name === "budget";
}

/** Columns of amounts, each comparison with its change in money and in percent. */
export function comparedColumns(columns: readonly Comparative[], isProfit: boolean): SheetColumn[] {
  return columns.flatMap((column): SheetColumn[] => [
    { title: columnTitle(column, isProfit), kind: "amount", width: 18 },
    ...(hasChange(column)
      ? [
          { title: "Change", kind: "amount" as const, width: 14 },
          { title: "%", kind: "percent" as const, width: 9 },
        ]
      : []),
  ]);
}

/** Cells of a row's amounts in those columns; `amount` may be a formula. */
export function comparedCells(
  columns: readonly Comparative[],
  amounts: readonly DecimalString[],
  amount: (at: number, letters: string) => SheetCell,
): SheetCell[] {
  const cells: SheetCell[] = [];
  const current = columnLetters(FIRST_AMOUNT);
  for (const [at, column] of columns.entries()) {
    const value = amounts[at];
    const letters = columnLetters(FIRST_AMOUNT + cells.length);
    cells.push(value === undefined ? null : amount(at, letters));
    if (!hasChange(column)) continue;
    const [first] = amounts;
    if (first === undefined || value === undefined) cells.push(null, null);
    else
      cells.push(
        { value: subtractDecimals(first, value), formula: (row) => `ROUND(${current}${row}-${letters}${row},4)` },
        percentOf(first, value) ?? "n/m",
      );
  }
  return cells;
}

function rowOf(statement: LaidOutStatement, line: LaidOutLine, at: number): SheetRow {
  // A group's sum is beside its name on screen; in a workbook, summing the column would add it twice.
  const isHeading = line.kind === "group" || line.kind === "section";
  const terms = sumTerms(statement, at);
  const cells = isHeading
    ? []
    : comparedCells(statement.columns, line.amounts, (column, letters): SheetCell => {
        const value = line.amounts[column] ?? "0";
        return terms === null ? value : { value, formula: (row) => sumFormula(terms, letters, row - at) };
      });
  return { cells: [line.account?.code ?? null, line.label, ...cells], look: LOOKS[line.kind] };
}

const LOOKS: Readonly<Record<LaidOutLine["kind"], NonNullable<SheetRow["look"]>>> = {
  section: "heading",
  group: "strong",
  account: "plain",
  total: "strong",
  subtotal: "strong",
  result: "total",
  apart: "plain",
};

/** Adds up runs of rows; `first` is the number of the statement's first row in the sheet. */
export function sumFormula(terms: readonly SumTerm[], letters: string, first: number): string {
  const parts = terms.map(({ sign, from, to }) =>
    from === to ? `${sign}${letters}${first + from}` : `${sign}SUM(${letters}${first + from}:${letters}${first + to})`,
  );
  return `ROUND(0${parts.join("")},4)`;
}
