import { columnLetters, type Sheet, type SheetCell, type SheetRow } from "#main/pack/workbook/sheet.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import type { Comparative, Statement, StatementRow } from "#shared/model/reports/statement.ts";
import type { PackFacts } from "../pack-facts.ts";
import { gapNotes, sourceWords } from "./labels.ts";

const COLUMN_WORDS: Readonly<Record<Comparative["name"], string>> = {
  current: "This period",
  prior_month: "Prior month",
  prior_year: "Same month last year",
  year_to_date: "Year to date",
  month: "Month",
};
const FIRST_AMOUNT = 3;

/** Schedules B and C: the statement with its comparatives; section totals and results are live formulas. */
export function statementSheet({ reader, profitAndLoss, balanceSheet }: PackFacts, kind: Statement["kind"]): Sheet {
  const isProfit = kind === "profit_and_loss";
  const statement = isProfit ? profitAndLoss : balanceSheet;
  const rows = withFormulas(statement.rows, isProfit);
  return {
    ref: isProfit ? "B" : "C",
    title: isProfit ? "Profit and loss" : "Balance sheet",
    source: sourceWords(statement),
    notes: [
      ...gapNotes(statement.gaps, (id) => documentNameOf(reader, id)),
      "Income, liabilities and equity are positive as credits; totals are formulas over the rows above them.",
    ],
    currency: statement.currency,
    columns: [
      { title: "Code", kind: "text", width: 10 },
      { title: "Line", kind: "text", width: 40 },
      { title: "Type", kind: "text", width: 18 },
      ...statement.columns.map((column) => ({ title: columnTitle(column, isProfit), kind: "amount" as const, width: 24 })),
    ],
    rows: () => rows,
    ...(isProfit ? { status: "made", open: 0 } : balanceStatus(statement)),
  };
}

/** Whether assets are liabilities and equity in every column; what stands on no known account keeps them apart. */
function balanceStatus({ rows }: Statement): Pick<Sheet, "status" | "open"> {
  const unknown = rows.filter(({ section }) => section === "unknown");
  if (unknown.some(({ kind }) => kind === "computed")) return { status: "out of balance", open: 1 };
  const isOff = unknown.some(({ amounts }) => amounts.some((amount) => !isZero(amount)));
  return isOff ? { status: "out of balance by unknown accounts", open: 1 } : { status: "balances", open: 0 };
}

/** The words above a column of a statement, with its days. */
export function columnTitle({ name, from, to }: Comparative, isProfit: boolean): string {
  return `${COLUMN_WORDS[name]} ${isProfit ? `${from} to ${to}` : `at ${to}`}`;
}

/** How a result is put together from totals above it: plus some sections, less others. */
const RESULTS: Readonly<Record<string, { readonly plus: readonly string[]; readonly less: readonly string[] }>> = {
  "Net profit": { plus: ["revenue"], less: ["expense"] },
  "Liabilities and equity": { plus: ["liability", "equity"], less: [] },
  "Out of balance: more assets than liabilities and equity": { plus: ["asset", "unknown"], less: ["liability", "equity"] },
};

function withFormulas(rows: readonly StatementRow[], isProfit: boolean): SheetRow[] {
  const totalAt = new Map<string, number>();
  let sectionFirst = 0;
  return rows.map((row, at): SheetRow => {
    if (at === 0 || rows[at - 1]?.section !== row.section) sectionFirst = at;
    const isTotal = row.kind === "section_total";
    if (isTotal) totalAt.set(row.section, at);
    const members = at - sectionFirst;
    const result = row.kind === "computed" ? RESULTS[row.label] : undefined;
    const places = new Map(totalAt);
    const cells = row.amounts.map((value, column): SheetCell => {
      const letters = columnLetters(FIRST_AMOUNT + column);
      if (isTotal && members > 0) return { value, formula: (own) => `ROUND(SUM(${letters}${own - members}:${letters}${own - 1}),4)` };
      if (result === undefined) return value;
      const term = (section: string, sign: string) => (own: number) => {
        const place = places.get(section);
        return place === undefined ? "" : `${sign}${letters}${own - at + place}`;
      };
      const terms = [...result.plus.map((section) => term(section, "+")), ...result.less.map((section) => term(section, "-"))];
      return { value, formula: (own) => `ROUND(0${terms.map((one) => one(own)).join("")},4)` };
    });
    return {
      cells: [row.account?.code ?? null, row.label, row.account?.type.replaceAll("_", " ") ?? null, ...cells],
      look: isTotal ? "strong" : result === undefined ? "plain" : isProfit ? "total" : "strong",
    };
  });
}
