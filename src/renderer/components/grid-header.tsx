import { ArrowDown, ArrowUp } from "lucide-react";
import type { CSSProperties } from "react";
import { classes } from "./classes.ts";
import styles from "./data-grid.module.css";
import type { DataGridProps } from "./grid-types.ts";
import { HiddenText } from "./hidden-text.tsx";

/** The explanation of a header, and where it is shown. */
export interface HeaderTip {
  readonly text: string;
  readonly left: number;
  readonly top: number;
}

interface GridHeaderProps<Row> extends DataGridProps<Row> {
  readonly tracks: CSSProperties;
  readonly activeCol: number | null;
  readonly onFocusCell: (row: number, col: number) => void;
  readonly onTip: (tip: HeaderTip | null) => void;
}

/** The header of a grid: it explains on hover and focus, and sorts where that is possible. */
export function GridHeader<Row>({ columns, sort, onSort, tracks, activeCol, onFocusCell, onTip }: GridHeaderProps<Row>) {
  const showTip = (element: HTMLElement, text: string | undefined) => {
    if (text === undefined) return onTip(null);
    const box = element.getBoundingClientRect();
    onTip({ text, left: Math.max(8, Math.min(box.left, window.innerWidth - 268)), top: box.bottom + 4 });
  };
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow} style={tracks}>
        {columns.map((column, col) => {
          const sorted = sort?.column === column.id;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles Enter for every cell
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={col + 1}
              data-cell={`-1:${col}`}
              tabIndex={activeCol === col ? 0 : -1}
              className={classes(styles.headCell, column.align === "end" && styles.end, column.sortable && styles.sortable)}
              {...(column.help === undefined ? {} : { "aria-description": column.help })}
              {...(column.sortable ? { "aria-sort": sorted ? (sort.descending ? "descending" : "ascending") : "none" } : {})}
              onClick={() => column.sortable && onSort?.(column.id)}
              onFocus={(event) => {
                onFocusCell(-1, col);
                if (event.currentTarget.matches(":focus-visible")) showTip(event.currentTarget, column.help);
              }}
              onBlur={() => onTip(null)}
              onPointerEnter={(event) => showTip(event.currentTarget, column.help)}
              onPointerLeave={() => onTip(null)}
            >
              {column.quietHeader ? <HiddenText>{column.header}</HiddenText> : <span className={styles.headText}>{column.header}</span>}
              {sorted ? sort.descending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden /> : null}
            </div>
          );
        })}
      </div>
    </div>
  );
}
