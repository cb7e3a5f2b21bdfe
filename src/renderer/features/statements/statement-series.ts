import type { DecimalString } from "#shared/kernel/decimal.ts";
import { profitParts } from "#shared/model/reports/profit-parts.ts";
import type { StatementRow } from "#shared/model/reports/statement.ts";
import type { LaidOutStatement } from "#shared/model/reports/statement-layout.ts";
import { t } from "../../language/t.ts";
import type { ChartGroup, ChartSeries } from "../../ui/charts/chart-places.ts";
import { monthGroups } from "../../ui/charts/month-groups.ts";
import { profitSeries } from "../../ui/charts/profit-series.ts";

/** What a chart of a statement draws, month after month. */
export interface StatementSeries {
  readonly title: string;
  readonly groups: readonly ChartGroup[];
  readonly series: readonly ChartSeries[];
}

/**
 * Income, expenses and net income by month, or assets, liabilities and equity; one account alone where a person opened it. The
 * last balance may be of a day within its month, so no title says that each is of a month's end.
 */
export function statementSeries(statement: LaidOutStatement, accountId: string | null = null): StatementSeries {
  const { kind, currency, columns, rows } = statement;
  const groups = monthGroups(columns, kind === "balance_sheet");
  const of = (name: string, row: StatementRow | undefined): ChartSeries => ({
    name,
    amounts: columns.map((_, at) => row?.amounts[at] ?? ("0" as DecimalString)),
  });
  const opened = accountId === null ? undefined : rows.find(({ account }) => account?.id === accountId);
  if (opened !== undefined) {
    const name = opened.account?.name ?? opened.label;
    return { title: t("{name} by month, {currency}", { name, currency }), groups, series: [of(name, opened)] };
  }
  const total = (section: StatementRow["section"]) => rows.find((row) => row.kind === "section_total" && row.section === section);
  if (kind === "balance_sheet") {
    return {
      title: t("Assets, liabilities and equity by month, {currency}", { currency }),
      groups,
      series: [of(t("Assets"), total("asset")), of(t("Liabilities"), total("liability")), of(t("Equity"), total("equity"))],
    };
  }
  return {
    title: t("Income, expenses and net income by month, {currency}", { currency }),
    groups,
    series: profitSeries(profitParts(statement)),
  };
}
