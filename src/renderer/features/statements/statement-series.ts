import type { DecimalString } from "#shared/kernel/decimal.ts";
import { areMonths } from "#shared/model/reports/month-spans.ts";
import { profitParts } from "#shared/model/reports/profit-parts.ts";
import type { StatementRow } from "#shared/model/reports/statement.ts";
import type { LaidOutStatement } from "#shared/model/reports/statement-layout.ts";
import { t } from "../../language/t.ts";
import type { ChartGroup, ChartSeries } from "../../ui/charts/chart-places.ts";
import { monthGroups, sinceFirst } from "../../ui/charts/month-groups.ts";
import { balanceSeries, profitSeries } from "../../ui/charts/profit-series.ts";

/** What a chart of a statement draws, month after month. */
export interface StatementSeries {
  readonly title: string;
  readonly groups: readonly ChartGroup[];
  readonly series: readonly ChartSeries[];
}

/** Of a picture of income, expenses and net income. */
export function profitTitle(columns: LaidOutStatement["columns"], currency: string): string {
  return areMonths(columns)
    ? t("Income, expenses and net income by month, {currency}", { currency })
    : t("Income, expenses and net income by period, {currency}", { currency });
}

/**
 * Income, expenses and net income by month, or assets, liabilities and equity; one account alone where a person opened it. The
 * last balance may be of a day within its month, so no title says that each is of a month's end. Months before the books begin are
 * left out, whichever account is open.
 */
export function statementSeries(statement: LaidOutStatement, accountId: string | null = null): StatementSeries {
  const { kind, currency, columns, rows } = statement;
  const groups = monthGroups(columns, kind === "balance_sheet");
  const monthly = areMonths(columns);
  const amountsOf = (row: StatementRow | undefined) => columns.map((_, at) => row?.amounts[at] ?? ("0" as DecimalString));
  const opened = accountId === null ? undefined : rows.find(({ account }) => account?.id === accountId);
  if (opened !== undefined) {
    const name = opened.account?.name ?? opened.label;
    const title = monthly ? t("{name} by month, {currency}", { name, currency }) : t("{name} by period, {currency}", { name, currency });
    return sinceFirst({ title, groups, series: [{ name, amounts: amountsOf(opened) }] }, rows);
  }
  const total = (section: StatementRow["section"]) => rows.find((row) => row.kind === "section_total" && row.section === section);
  if (kind === "balance_sheet") {
    const title = monthly
      ? t("Assets, liabilities and equity by month, {currency}", { currency })
      : t("Assets, liabilities and equity by period, {currency}", { currency });
    return sinceFirst({ title, groups, series: balanceSeries((section) => amountsOf(total(section))) }, rows);
  }
  return sinceFirst({ title: profitTitle(columns, currency), groups, series: profitSeries(profitParts(statement)) }, rows);
}
