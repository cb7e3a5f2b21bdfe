import { type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { LaidOutStatement } from "./statement-layout.ts";

const ZERO = decimal("0");

/** A profit and loss in parts, one amount a column: `income` and `otherIncome` less `expenses` is `netProfit`. */
export interface ProfitParts {
  /** The statement's own "Total income". */
  readonly income: readonly DecimalString[];
  /** Every other group of income. */
  readonly otherIncome: readonly DecimalString[];
  /** Every group of costs. */
  readonly expenses: readonly DecimalString[];
  readonly netProfit: readonly DecimalString[];
}

/** Reads the parts from the totals of the client's layout, so that cards, charts and the statement mean the same by a name. */
export function profitParts({ lines, items, columns }: Pick<LaidOutStatement, "lines" | "items" | "columns">): ProfitParts {
  const of = (keys: readonly string[]) => {
    const found = lines.filter(({ key }) => keys.includes(key));
    return columns.map((_, at) => sumDecimals([ZERO, ...found.map(({ amounts }) => amounts[at] ?? ZERO)]));
  };
  const totals = (side: "income" | "costs") => items.flatMap((item) => (item.side === side ? [`total:${item.id}`] : []));
  return {
    income: of(["total:income"]),
    otherIncome: of(totals("income").filter((key) => key !== "total:income")),
    expenses: of(totals("costs")),
    netProfit: of(["net_profit"]),
  };
}
