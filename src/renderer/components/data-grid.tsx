import { type CSSProperties, useRef, useState } from "react";
import styles from "./data-grid.module.css";
import { GridFooter } from "./grid-footer.tsx";
import { GridHeader, type HeaderTip } from "./grid-header.tsx";
import { GridRow } from "./grid-row.tsx";
import type { DataGridProps } from "./grid-types.ts";
import { useGridFocus } from "./use-grid-focus.ts";
import { FOOT, HEAD, rowsPerPage, useGridRows } from "./use-grid-rows.ts";

/**
 * A grid of virtual rows: one tab stop, moved by keys as the ARIA grid pattern says, with the true
 * row count for screen readers however few rows are in the page.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { columns, rowCount, rowAt, keyOf } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [tip, setTip] = useState<HeaderTip | null>(null);
  const focus = useGridFocus({
    props,
    scroller,
    scrollTo: (row) => (row < 0 ? undefined : rows.scrollToIndex(row)),
    page: () => rowsPerPage(scroller.current),
  });
  const active = focus.active;
  const rows = useGridRows(props, scroller, active.row);
  const tracks: CSSProperties = { gridTemplateColumns: columns.map((column) => column.width).join(" ") };
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        role="grid"
        className={styles.grid}
        aria-label={props.label}
        aria-rowcount={rowCount + 1 + (props.footer?.length ?? 0)}
        aria-colcount={columns.length}
        aria-busy={props.busy ?? false}
        onKeyDown={focus.onKeyDown}
      >
        <div
          style={{ minWidth: props.minWidth, height: rows.getTotalSize() + HEAD + FOOT * (props.footer?.length ?? 0) }}
          className={styles.sheet}
          role="presentation"
        >
          <GridHeader
            {...props}
            tracks={tracks}
            activeCol={active.row === -1 ? active.col : null}
            onFocusCell={focus.onFocusCell}
            onTip={setTip}
          />
          <div role="rowgroup">
            {rows.getVirtualItems().map((item) => {
              const row = rowAt(item.index);
              const key = row === undefined ? undefined : keyOf(row);
              return (
                <GridRow
                  // By place and not by row: an element that is moved or replaced would lose the focus.
                  key={item.index}
                  row={row}
                  index={item.index}
                  top={item.start}
                  tracks={tracks}
                  columns={columns}
                  activeCol={active.row === item.index ? active.col : null}
                  open={key !== undefined && key === props.openKey}
                  className={row === undefined ? undefined : props.rowClass?.(row)}
                  onFocusCell={focus.onFocusCell}
                  onOpen={props.onOpen}
                />
              );
            })}
          </div>
          <GridFooter {...props} tracks={tracks} />
        </div>
      </div>
      {tip === null ? null : (
        <div className={styles.tip} style={{ left: tip.left, top: tip.top }} aria-hidden="true">
          {tip.text}
        </div>
      )}
    </div>
  );
}
