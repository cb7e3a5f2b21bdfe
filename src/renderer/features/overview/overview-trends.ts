import { type DecimalString, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Statement, StatementRow } from "#shared/model/reports/statement.ts";
import { t } from "../../language/t.ts";
import type { ChartData, ChartSeries } from "../../ui/charts/chart-places.ts";
import { monthGroups } from "../../ui/charts/month-groups.ts";

const NOTHING = "0" as DecimalString;

/** Income, expenses and net profit, month after month. */
export function profitTrend({ columns, rows }: Statement): ChartData {
  const of = (name: string, row: StatementRow | undefined): ChartSeries => ({
    name,
    amounts: columns.map((_, at) => row?.amounts[at] ?? NOTHING),
  });
  const total = (section: StatementRow["section"]) => rows.find((row) => row.kind === "section_total" && row.section === section);
  const result = rows.find((row) => row.kind === "computed" && row.section === "result");
  return {
    groups: monthGroups(columns),
    series: [of(t("Income"), total("revenue")), of(t("Expenses"), total("expense")), { ...of(t("Net profit"), result), line: true }],
  };
}

/** What all bank accounts and cards come to at the end of each month: what is owed on a card counts against it. */
export function cashTrend({ columns, rows }: Statement): ChartData {
  const banks = rows.filter(({ kind, account }) => kind === "account" && account?.role === "bank");
  const amounts = columns.map((_, at) =>
    banks.length === 0
      ? null
      : sumDecimals(
          banks.map(({ section, amounts: own }) => (section === "liability" ? negateDecimal(own[at] ?? NOTHING) : (own[at] ?? NOTHING))),
        ),
  );
  return { groups: monthGroups(columns, true), series: [{ name: t("Cash and bank"), amounts, line: true }] };
}
