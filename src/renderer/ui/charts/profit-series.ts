import { isZero } from "#shared/kernel/decimal.ts";
import type { ProfitParts } from "#shared/model/reports/profit-parts.ts";
import { t } from "../../language/t.ts";
import type { ChartSeries } from "./chart-places.ts";

/** A profit and loss as a chart draws it. Other income is a series of its own where there is any, as it is a line of the statement. */
export function profitSeries({ income, otherIncome, expenses, netProfit }: ProfitParts): readonly ChartSeries[] {
  return [
    { name: t("Income"), amounts: income, look: 0 },
    ...(otherIncome.every(isZero) ? [] : [{ name: t("Other income"), amounts: otherIncome, look: 1 }]),
    { name: t("Expenses"), amounts: expenses, look: 2 },
    { name: t("Net income"), amounts: netProfit, line: true, look: 3 },
  ];
}
