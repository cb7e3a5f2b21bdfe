import { type DecimalString, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import type { ConsolidatedRow, GroupReport } from "#shared/model/consolidation/consolidation.ts";
import { t } from "../../../language/t.ts";
import type { ChartData } from "../../../ui/charts/chart-places.ts";
import { balanceSeries, STATEMENT_LOOKS } from "../../../ui/charts/profit-series.ts";

/** Letters of a name below the axis: as many as all members have room for, and at least these. */
const AXIS_LETTERS = 16;
const AXIS_ROOM = 120;

const NOTHING = "0" as DecimalString;

/** What each member contributes to a consolidated statement, before eliminations; null of a trial balance. */
export function groupSeries({ statement, columns, rows }: Pick<GroupReport, "statement" | "columns" | "rows">): ChartData | null {
  const members = columns.flatMap((column, at) => (column.kind === "entity" ? [{ ...column, at }] : []));
  if (statement === "trial-balance" || members.length === 0) return null;
  const letters = Math.max(AXIS_LETTERS, Math.floor(AXIS_ROOM / members.length));
  const sumOf = (some: readonly ConsolidatedRow[]) =>
    members.map(({ at }) => sumDecimals([NOTHING, ...some.map(({ amounts }) => amounts[at] ?? NOTHING)]));
  const totals = (section: ConsolidatedRow["section"]) => rows.filter((row) => row.kind === "section_total" && row.section === section);
  const isOther = ({ key }: ConsolidatedRow) => key === "total:other_income";
  const otherIncome = sumOf(totals("revenue").filter(isOther));
  return {
    groups: members.map(({ nodeId, label, at }) => ({
      key: nodeId ?? String(at),
      short: label.length > letters ? `${label.slice(0, letters - 1)}…` : label,
      long: label,
    })),
    series:
      statement === "profit-and-loss"
        ? [
            { name: t("Income"), amounts: sumOf(totals("revenue").filter((row) => !isOther(row))), look: STATEMENT_LOOKS.income },
            ...(otherIncome.every(isZero) ? [] : [{ name: t("Other income"), amounts: otherIncome, look: STATEMENT_LOOKS.otherIncome }]),
            { name: t("Expenses"), amounts: sumOf(totals("expense")), look: STATEMENT_LOOKS.expenses },
            { name: t("Net income"), amounts: sumOf(rows.filter(({ key }) => key === "result")), look: STATEMENT_LOOKS.netIncome },
          ]
        : balanceSeries((section) => sumOf(totals(section))),
  };
}
