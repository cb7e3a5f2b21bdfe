import type { CSSProperties } from "react";
import { classes } from "../controls/classes.ts";
import styles from "./data-grid.module.css";
import type { DataGridProps } from "./grid-types.ts";

interface GridFooterProps<Row> extends DataGridProps<Row> {
  readonly tracks: CSSProperties;
  readonly pins: readonly number[];
}

/** Totals at the lower edge of a grid, in sight however far it is scrolled. */
export function GridFooter<Row>({ footer = [], columns, rowCount, keyOf, rowClass, tracks, pins }: GridFooterProps<Row>) {
  if (footer.length === 0) return null;
  return (
    <div role="rowgroup" className={styles.foot}>
      {footer.map((row, index) => (
        <div
          key={keyOf(row)}
          role="row"
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
