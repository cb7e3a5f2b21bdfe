import { columnLetters, type Sheet, type SheetCell, type SheetRow } from "#main/pack/workbook/sheet.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { dayName, rangeName } from "#shared/kernel/readable.ts";
import { accountTypeLabel } from "#shared/model/labels/account-type-label.ts";
import type { Comparative, Statement, StatementRow } from "#shared/model/reports/statement.ts";
import type { PackFacts } from "../pack-facts.ts";
import { gapNotes, sourceLabel } from "./labels.ts";

const COLUMN_TITLES: Readonly<Record<Comparative["name"], string>> = {
  current: "This period",
  prior_month: "Prior month",
  prior_year: "Same month last year",
  year_to_date: "Year to date",
  budget: "Budget",
  month: "Month",
};
const FIRST_AMOUNT = 3;

/** Schedules B and C: a statement with its comparatives. Section totals and results are formulas. */
export function statementSheet({ reader, profitAndLoss, balanceSheet }: PackFacts, kind: Statement["kind"]): Sheet {
  const isProfit = kind === "profit_and_loss";
  const statement = isProfit ? profitAndLoss : balanceSheet;
  const rows = withFormulas(statement.rows, isProfit);
  return {
    ref: isProfit ? "B" : "C",
    title: isProfit ? "Profit and loss" : "Balance sheet",
    source: sourceLabel(statement),
    notes: [
      ...gapNotes(statement.gaps, (id) => documentNameOf(reader, id)),
      "Income, liabilities and equity are shown as positive. Totals are formulas.",
    ],
    currency: statement.currency,
    columns: [
      { title: "Code", kind: "text", width: 10 },
      { title: "Line", kind: "text", width: 40 },
      { title: "Type", kind: "text", width: 18 },
      ...statement.columns.map((column) => ({ title: columnTitle(column, isProfit), kind: "amount" as const, width: 24 })),
    ],
    rows: () => rows,
    ...(isProfit ? { status: "Complete", open: 0 } : balanceStatus(statement)),
  };
}

/** Whether assets equal liabilities and equity in every column. Amounts on unknown accounts keep them apart. */
function balanceStatus({ rows }: Statement): Pick<Sheet, "status" | "open"> {
  const unknown = rows.filter(({ section }) => section === "unknown");
  if (unknown.some(({ kind }) => kind === "computed")) return { status: "Out of balance", open: 1 };
  const isOff = unknown.some(({ amounts }) => amounts.some((amount) => !isZero(amount)));
  return isOff ? { status: "Out of balance: unknown accounts", open: 1 } : { status: "Balanced", open: 0 };
}

/** The heading of a statement's column, with its dates. */
export function columnTitle({ name, from, to }: Comparative, isProfit: boolean): string {
  return `${COLUMN_TITLES[name]}, ${isProfit ? rangeName(from, to) : dayName(to)}`;
}

/** Which section totals a result adds and subtracts. */
const RESULTS: Readonly<Record<string, { readonly plus: readonly string[]; readonly less: readonly string[] }>> = {
  "Net profit": { plus: ["revenue"], less: ["expense"] },
  "Liabilities and equity": { plus: ["liability", "equity"], less: [] },
  "Out of balance: assets exceed liabilities and equity": { plus: ["asset", "unknown"], less: ["liability", "equity"] },
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
      cells: [row.account?.code ?? null, row.label, row.account === null ? null : accountTypeLabel(row.account.type), ...cells],
      look: isTotal ? "strong" : result === undefined ? "plain" : isProfit ? "total" : "strong",
    };
  });
}
