import { formatCount } from "../../format/amounts/amount.ts";
import type { Column } from "../../ui/grid/grid-types.ts";
import styles from "./client-columns.module.css";
import type { DashboardLine, DashboardRow } from "./dashboard-rows.ts";

/** Columns of clients for lines of clients and groups: a group shows its name and nothing else. */
export function lineColumns(columns: readonly Column<DashboardRow>[]): readonly Column<DashboardLine>[] {
  return columns.map((column, index) => {
    const { cell, value, blank, tells, ...kept } = column;
    return {
      ...kept,
      cell: (line, tabIndex) => {
        if (line.kind === "client") return cell(line.row, tabIndex);
        if (column.control) return <span tabIndex={tabIndex} />;
        return index === 0 ? <span className={styles.group}>{`${line.label} (${formatCount(line.count)})`}</span> : null;
      },
      ...(value === undefined
        ? {}
        : { value: (line: DashboardLine) => (line.kind === "client" ? value(line.row) : index === 0 ? line.label : null) }),
      ...(tells === undefined ? {} : { tells: (line: DashboardLine) => line.kind === "client" && tells(line.row) }),
      ...(blank === undefined ? {} : { blank: (line: DashboardLine) => line.kind !== "client" || blank(line.row) }),
    };
  });
}
