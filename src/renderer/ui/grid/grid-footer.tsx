import type { CSSProperties } from "react";
import { classes } from "../controls/classes.ts";
import styles from "./data-grid.module.css";
import type { DataGridProps } from "./grid-types.ts";

interface GridFooterProps<Row> extends DataGridProps<Row> {
  readonly tracks: CSSProperties;
  readonly pins: readonly number[];
  /** Its rows are in the table as well: for those who read or press, they are there only once. */
  readonly isCopy?: boolean;
}

/** Totals at the lower edge of a grid, in sight however far it is scrolled. */
export function GridFooter<Row>({ footer = [], columns, rowCount, keyOf, rowClass, tracks, pins, isCopy = false }: GridFooterProps<Row>) {
  if (footer.length === 0) return null;
  return (
    <div role="rowgroup" className={classes(styles.foot, isCopy && styles.copy)} aria-hidden={isCopy}>
      {footer.map((row, index) => (
        <div
          key={keyOf(row)}
          role="row"
          // Not all of it: a press would go through to the row below.
          inert={isCopy}
          aria-rowindex={rowCount + 2 + index}
          className={classes(styles.footRow, rowClass?.(row))}
          style={tracks}
        >
          {columns.map((column, col) => (
            <div
              key={column.id}
              role="gridcell"
              aria-colindex={col + 1}
              className={classes(
                styles.cell,
                column.align === "end" && styles.end,
                column.leads && styles.leads,
                col > 0 && col < pins.length && styles.pinned,
              )}
              style={col > 0 && col < pins.length ? { insetInlineStart: pins[col] } : undefined}
            >
              {column.cell(row, -1)}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

interface LastRowProps<Row> extends GridFooterProps<Row> {
  /** Whether any of the last row is below what is in sight. */
  readonly isLastBelow: boolean;
}

/** What a statement comes to, at the lower edge for as long as its own row is below it. */
export function LastRow<Row>({ isLastBelow, ...props }: LastRowProps<Row>) {
  const row = props.keepsLast === true && isLastBelow ? props.rowAt(props.rowCount - 1) : undefined;
  return row === undefined ? null : <GridFooter {...props} footer={[row]} isCopy />;
}
