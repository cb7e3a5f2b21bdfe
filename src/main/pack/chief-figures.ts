import type { Statement } from "#shared/model/statement.ts";
import type { PackFacts } from "./pack-facts.ts";

export interface ChiefFigure {
  readonly label: string;
  readonly amount: string | null;
  readonly currency: string;
}

/** The figures of the cover: both sides of the trial balance, the result, and the ends of the balance sheet. */
export function chiefFigures({ trialBalance, profitAndLoss, balanceSheet, currency }: PackFacts): ChiefFigure[] {
  const named = (statement: Statement, label: string): ChiefFigure => ({
    label,
    amount: statement.rows.findLast((row) => row.label === label && row.kind !== "account")?.amounts[0] ?? null,
    currency,
  });
  return [
    { label: "Movements, debit", amount: trialBalance.totals.debit, currency },
    { label: "Movements, credit", amount: trialBalance.totals.credit, currency },
    named(profitAndLoss, "Total income"),
    named(profitAndLoss, "Total expenses"),
    named(profitAndLoss, "Net profit"),
    named(balanceSheet, "Total assets"),
    named(balanceSheet, "Liabilities and equity"),
  ];
}

/** Open items of a schedule, as its status counts them; the cover adds them up. */
export function openItems(status: string): number {
  const count = /^(\d+)/.exec(status)?.[1];
  if (count !== undefined) return Number(count);
  return /out of balance|not run|not checked|variance|does not cover|not begun/.test(status) ? 1 : 0;
}
