import { type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import type { ProfitParts } from "#shared/model/reports/profit-parts.ts";
import { t } from "../../language/t.ts";
import type { ChartSeries } from "./chart-places.ts";

/** What comes in or is owned, what goes out or is owed, and what is left: each has one look in every chart of a statement. */
export const STATEMENT_LOOKS = { income: 0, otherIncome: 1, expenses: 2, netIncome: 3, assets: 0, liabilities: 2, equity: 3 } as const;

/** A profit and loss as a chart draws it. Other income is a series of its own where there is any, as it is a line of the statement. */
export function profitSeries({ income, otherIncome, expenses, netProfit }: ProfitParts): readonly ChartSeries[] {
  return [
    { name: t("Income"), amounts: income, look: STATEMENT_LOOKS.income },
    ...(otherIncome.every(isZero) ? [] : [{ name: t("Other income"), amounts: otherIncome, look: STATEMENT_LOOKS.otherIncome }]),
    { name: t("Expenses"), amounts: expenses, look: STATEMENT_LOOKS.expenses },
    { name: t("Net income"), amounts: netProfit, look: STATEMENT_LOOKS.netIncome },
  ];
}

/** The three sides of a balance sheet as a chart draws them, place by place. */
export function balanceSeries(amountsOf: (section: "asset" | "liability" | "equity") => readonly DecimalString[]): readonly ChartSeries[] {
  return [
    { name: t("Assets"), amounts: amountsOf("asset"), look: STATEMENT_LOOKS.assets },
    { name: t("Liabilities"), amounts: amountsOf("liability"), look: STATEMENT_LOOKS.liabilities },
    { name: t("Equity"), amounts: amountsOf("equity"), look: STATEMENT_LOOKS.equity },
  ];
}
