import { type DecimalString, decimal, negateDecimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import type { SimAccount } from "../../books/types.ts";
import type { JsonObject } from "../json-writer.ts";
import { nameOf } from "../traits.ts";
import type { View } from "../view.ts";
import { accountsWith, sumsBetween } from "./account-sums.ts";
import { dataRow, money, periodOf, report, section, summaryRow, total } from "./report-tree.ts";

const columns = [
  { title: "", type: "Account", key: "account" },
  { title: "Total", type: "Money", key: "total" },
];

/** Income and expense of a period; income as positive figures. */
export function profitAndLoss(view: View, query: URLSearchParams, nowMs: number): JsonObject {
  const { start, end } = periodOf(query, nowMs);
  const sums = sumsBetween(view, start, end);
  const part = (group: string, title: string, kind: SimAccount["kind"], sign: 1 | -1) =>
    statementPart(view, sums, group, title, kind, sign);
  const income = part("Income", "Income", "revenue", -1);
  const cost = part("COGS", "Cost of Goods Sold", "cost_of_sales", 1);
  const expenses = part("Expenses", "Expenses", "expense", 1);
  const otherIncome = part("OtherIncome", "Other Income", "other_income", -1);
  const otherExpenses = part("OtherExpenses", "Other Expenses", "other_expense", 1);
  const gross = subtractDecimals(income.sum, cost.sum);
  const operating = subtractDecimals(gross, expenses.sum);
  const other = subtractDecimals(otherIncome.sum, otherExpenses.sum);
  const rows = [
    income.section,
    cost.section,
    summaryRow("GrossProfit", "Gross Profit", gross),
    expenses.section,
    summaryRow("NetOperatingIncome", "Net Operating Income", operating),
    otherIncome.section,
    otherExpenses.section,
    summaryRow("NetOtherIncome", "Net Other Income", other),
    summaryRow("NetIncome", "Net Income", total([operating, other])),
  ];
  const head = { name: "ProfitAndLoss", basis: "Accrual", start, end, currency: view.books.baseCurrency, columns, nowMs };
  const isEmpty = [income, cost, expenses, otherIncome, otherExpenses].every(({ count }) => count === 0);
  return report(head, rows, isEmpty);
}

interface Part {
  readonly section: JsonObject;
  readonly sum: DecimalString;
  readonly count: number;
}

function statementPart(
  view: View,
  sums: ReadonlyMap<string, DecimalString>,
  group: string,
  title: string,
  kind: SimAccount["kind"],
  sign: 1 | -1,
): Part {
  const rows = accountsWith(view, sums, [kind]).map((account) => {
    const debit = sums.get(account.id) ?? decimal("0.00");
    return { account, value: sign === 1 ? debit : negateDecimal(debit) };
  });
  const sum = total(rows.map(({ value }) => value));
  const data = rows.map(({ account, value }) => dataRow([{ value: nameOf(account), id: account.id }, money(value)]));
  return { section: section(group, title, data, { value: rows.length === 0 ? "" : sum }), sum, count: rows.length };
}
