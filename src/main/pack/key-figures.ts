import type { Statement, StatementRow } from "#shared/model/reports/statement.ts";
import type { PackFacts } from "./pack-facts.ts";

export interface KeyFigure {
  readonly label: string;
  readonly amount: string | null;
  readonly currency: string;
}

/** The cover's figures: total debits and credits, the result, and the totals of the balance sheet. */
export function keyFigures({ trialBalance, profitAndLoss, balanceSheet, currency }: PackFacts): KeyFigure[] {
  const total = (statement: Statement, kind: StatementRow["kind"], section: StatementRow["section"], label: string): KeyFigure => {
    const row = statement.rows.find((candidate) => candidate.kind === kind && candidate.section === section);
    return { label, amount: row?.amounts[0] ?? null, currency };
  };
  return [
    { label: "Total debits", amount: trialBalance.totals.debit, currency },
    { label: "Total credits", amount: trialBalance.totals.credit, currency },
    total(profitAndLoss, "section_total", "revenue", "Total income"),
    total(profitAndLoss, "section_total", "expense", "Total expenses"),
    total(profitAndLoss, "computed", "result", "Net profit"),
    total(balanceSheet, "section_total", "asset", "Total assets"),
    total(balanceSheet, "computed", "result", "Liabilities and equity"),
  ];
}
