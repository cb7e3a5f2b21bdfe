import { type CSSProperties, useRef } from "react";
import { classes } from "../controls/classes.ts";
import styles from "./data-grid.module.css";
import { useRowHeight } from "./grid-density.ts";
import type { DataGridProps } from "./grid-types.ts";
import type { GridRange } from "./state/grid-selection.ts";

interface GridRowProps<Row> extends DataGridProps<Row> {
  readonly index: number;
  readonly top: number;
  /** The rows go by too fast to be read, so an outline stands for all but the active one. */
  readonly passing: boolean;
  /** Takes a row's height where its text may wrap; null where every row is equally high. */
  readonly measure: ((row: HTMLElement | null) => void) | null;
  readonly tracks: CSSProperties;
  /** The offsets of the sticky columns, in px. */
  readonly pins: readonly number[];
  readonly range: GridRange | null;
  readonly activeCol: number | null;
  readonly onFocusCell: (row: number, col: number) => void;
}

/** One row of a grid at its vertical position; its cells are placeholders until the record is loaded. */
export function GridRow<Row>(props: GridRowProps<Row>) {
  const { index, top, passing, tracks, pins, range, columns, activeCol, onFocusCell, onOpen } = props;
  const row = props.rowAt(index);
  const pressed = useRef<Row | undefined>(undefined);
  const height = useRowHeight(props.twoLines);
  const transform = `translateY(${top}px)`;
  const isPassing = passing && activeCol === null;
  if (isPassing) return <div className={classes(styles.row, styles.passing)} style={{ height, transform }} aria-hidden="true" />;
  const open = row !== undefined && props.keyOf(row) === props.openKey;
  const className = row === undefined ? undefined : props.rowClass?.(row);
  const chosen = range !== null && index >= range.firstRow && index <= range.lastRow ? range : null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles Enter for every cell
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={open}
      className={classes(styles.row, activeCol !== null && styles.active, open && styles.open, className)}
      ref={props.measure}
      data-index={index}
      style={{ ...tracks, ...(props.measure === null ? { height } : { minHeight: height }), transform }}
      // Before a control in a cell can keep the press to itself: a row that was pressed earlier must not be taken for this one.
      onPointerDownCapture={() => {
        pressed.current = row;
      }}
      onClick={(event) => {
        // News may bring another row to this place between the press and the click. A click by key or by a screen reader has no press.
        const meant = event.detail > 0 ? (pressed.current ?? row) : row;
        if (meant !== undefined) onOpen(meant, columns[columnAt(event.target)]?.id ?? "");
      }}
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
            {...(row === undefined ? { "data-waiting": "" } : {})}
            className={classes(
              styles.cell,
              (column.align === "end" || column.atEdge) && styles.end,
              column.wraps && styles.wraps,
              column.leads && styles.leads,
              col > 0 && col < pins.length && styles.pinned,
              chosen !== null && col >= chosen.firstCol && col <= chosen.lastCol && styles.chosen,
            )}
            style={col > 0 && col < pins.length ? { insetInlineStart: pins[col] } : undefined}
            onFocus={() => onFocusCell(index, col)}
          >
            {row !== undefined ? (
              column.cell(row, tabIndex)
            ) : column.quietHeader ? null : (
              <span
                className={classes(
                  styles.blank,
                  column.chooses && styles.afterBox,
                  column.align === "end" && !column.counts && styles.toDigits,
                )}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

/** The index of the column that was clicked. */
function columnAt(target: EventTarget): number {
  const cell = target instanceof Element ? target.closest("[aria-colindex]") : null;
  return Number(cell?.getAttribute("aria-colindex") ?? 1) - 1;
}
