import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { ConsolidatedRow, GroupReport } from "#shared/model/consolidation/consolidation.ts";
import { t } from "../../../language/t.ts";
import type { ChartData } from "../../../ui/charts/chart-places.ts";
import { balanceSeries, STATEMENT_LOOKS } from "../../../ui/charts/profit-series.ts";

/** Letters of a name below the axis: as many as all members have room for, and at least these. */
const AXIS_LETTERS = 16;
const AXIS_ROOM = 120;

/** What each member contributes to a consolidated statement, before eliminations; null of a trial balance. */
export function groupSeries({ statement, columns, rows }: Pick<GroupReport, "statement" | "columns" | "rows">): ChartData | null {
  const members = columns.flatMap((column, at) => (column.kind === "entity" ? [{ ...column, at }] : []));
  if (statement === "trial-balance" || members.length === 0) return null;
  const letters = Math.max(AXIS_LETTERS, Math.floor(AXIS_ROOM / members.length));
  const amountsOf = (row: ConsolidatedRow | undefined) => members.map(({ at }) => row?.amounts[at] ?? ("0" as DecimalString));
  const total = (section: ConsolidatedRow["section"]) => rows.find((row) => row.kind === "section_total" && row.section === section);
  const result = rows.find((row) => row.kind === "computed" && row.section === "result");
  return {
    groups: members.map(({ nodeId, label, at }) => ({
      key: nodeId ?? String(at),
      short: label.length > letters ? `${label.slice(0, letters - 1)}…` : label,
      long: label,
    })),
    series:
      statement === "profit-and-loss"
        ? [
            { name: t("Income"), amounts: amountsOf(total("revenue")), look: STATEMENT_LOOKS.income },
            { name: t("Expenses"), amounts: amountsOf(total("expense")), look: STATEMENT_LOOKS.expenses },
            { name: t("Net income"), amounts: amountsOf(result), look: STATEMENT_LOOKS.netIncome },
          ]
        : balanceSeries((section) => amountsOf(total(section))),
  };
}
