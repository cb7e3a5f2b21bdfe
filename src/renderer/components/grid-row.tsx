import type { CSSProperties } from "react";
import { classes } from "./classes.ts";
import styles from "./data-grid.module.css";
import type { Column } from "./grid-types.ts";

interface GridRowProps<Row> {
  readonly row: Row | undefined;
  readonly index: number;
  readonly top: number;
  readonly tracks: CSSProperties;
  readonly columns: readonly Column<Row>[];
  readonly activeCol: number | null;
  readonly open: boolean;
  readonly className: string | undefined;
  readonly onFocusCell: (row: number, col: number) => void;
  readonly onOpen: (row: Row, columnId: string) => void;
}

/** One row of a grid, placed at its height; blanks stand in its cells until its record has come. */
export function GridRow<Row>({ row, index, top, tracks, columns, activeCol, open, className, onFocusCell, onOpen }: GridRowProps<Row>) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles Enter for every cell
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={open}
      className={classes(styles.row, activeCol !== null && styles.active, open && styles.open, className)}
      style={{ ...tracks, transform: `translateY(${top}px)` }}
      onClick={(event) => row !== undefined && onOpen(row, columns[columnAt(event.target)]?.id ?? "")}
    >
      {columns.map((column, col) => {
        const tabIndex = activeCol === col ? 0 : -1;
        return (
          <div
            key={column.id}
            role={col === 0 ? "rowheader" : "gridcell"}
            aria-colindex={col + 1}
            data-cell={`${index}:${col}`}
            {...(column.control ? {} : { tabIndex })}
            className={classes(styles.cell, column.align === "end" && styles.end)}
            onFocus={() => onFocusCell(index, col)}
          >
            {row === undefined ? <span className={styles.blank} /> : column.cell(row, tabIndex)}
          </div>
        );
      })}
    </div>
  );
}

/** The place of the column that was clicked into. */
function columnAt(target: EventTarget): number {
  const cell = target instanceof Element ? target.closest("[aria-colindex]") : null;
  return Number(cell?.getAttribute("aria-colindex") ?? 1) - 1;
}
