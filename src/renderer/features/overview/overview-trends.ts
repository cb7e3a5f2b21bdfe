import { type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import { isCash } from "#shared/model/reports/is-cash.ts";
import { profitParts } from "#shared/model/reports/profit-parts.ts";
import type { Statement } from "#shared/model/reports/statement.ts";
import type { LaidOutLine, LaidOutStatement } from "#shared/model/reports/statement-layout.ts";
import { t } from "../../language/t.ts";
import type { ChartData } from "../../ui/charts/chart-places.ts";
import { monthGroups, sinceFirst } from "../../ui/charts/month-groups.ts";
import { profitSeries } from "../../ui/charts/profit-series.ts";

const NOTHING = "0" as DecimalString;

/** Income, expenses and net income, month after month. */
export function profitTrend(statement: LaidOutStatement): ChartData {
  return sinceFirst({ groups: monthGroups(statement.columns), series: profitSeries(profitParts(statement)) });
}

/** The totals of the statement and its result, by the names that they have there: they add up. */
export function resultLines({ lines }: LaidOutStatement): readonly LaidOutLine[] {
  return lines.filter(({ kind }) => kind === "total" || kind === "result");
}

/** What a line is called where every line is a total: a group's total by the group's name. */
export function resultLabel({ lines }: LaidOutStatement, { key, label }: LaidOutLine): string {
  return lines.find(({ kind, group }) => kind === "group" && key === `total:${group}`)?.label ?? label;
}

/** What all bank accounts hold at the end of each month. */
export function cashTrend({ columns, rows }: Statement): ChartData {
  const banks = rows.filter(({ kind, account }) => kind === "account" && isCash(account));
  const amounts = columns.map((_, at) => (banks.length === 0 ? null : sumDecimals(banks.map(({ amounts: own }) => own[at] ?? NOTHING))));
  return sinceFirst({ groups: monthGroups(columns, true), series: [{ name: t("Cash"), amounts, line: true }] });
}
