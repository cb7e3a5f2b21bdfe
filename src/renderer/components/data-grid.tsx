import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type CSSProperties, type ReactNode, useRef, useState } from "react";
import { classes } from "./classes.ts";
import styles from "./data-grid.module.css";
import { HiddenText } from "./hidden-text.tsx";
import { useGridFocus } from "./use-grid-focus.ts";

/** A column: how wide, what it means, what stands in it. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** A sentence shown on hover and on focus of the header. */
  readonly help?: string;
  /** A track of the row's grid, for example `80px` or `minmax(160px, 2fr)`. */
  readonly width: string;
  /** The header is for screen readers only. */
  readonly quietHeader?: boolean;
  readonly align?: "end";
  readonly sortable?: boolean;
  /** The cell holds one control, which takes the focus instead of the cell: it must use `tabIndex`. */
  readonly control?: boolean;
  readonly cell: (row: Row, tabIndex: 0 | -1) => ReactNode;
}

export interface GridSort {
  readonly column: string;
  readonly descending: boolean;
}

export interface DataGridProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rowCount: number;
  /** The row at an index; undefined while it is on its way. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => string;
  /** Where a row stands now, so that the active row stays the same when the order changes. */
  readonly indexOf?: (key: string) => number;
  readonly minWidth: number;
  readonly busy?: boolean;
  readonly openKey?: string | undefined;
  readonly onOpen: (row: Row) => void;
  readonly rowClass?: (row: Row) => string | undefined;
  readonly sort?: GridSort | undefined;
  readonly onSort?: (column: string) => void;
  /** Told which rows are on the screen. */
  readonly onRange?: (first: number, last: number) => void;
}

const ROW = 28;
const HEAD = 32;

/**
 * A grid of virtual rows: one tab stop, moved by keys as the ARIA grid pattern says, with the true
 * row count for screen readers however few rows are in the page.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { columns, rowCount, rowAt, keyOf } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [tip, setTip] = useState<HeaderTip | null>(null);
  const focus = useGridFocus({ props, scroller, scrollTo: (row) => (row < 0 ? undefined : rows.scrollToIndex(row)), page: pageOf });
  const active = focus.active;
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    rangeExtractor: (range) => withActive(range, active.row),
    onChange: (instance) => {
      const { range } = instance;
      if (range !== null) props.onRange?.(range.startIndex, range.endIndex);
    },
  });

  function pageOf(): number {
    const height = scroller.current?.clientHeight ?? 0;
    return Math.max(1, Math.floor((height - HEAD) / ROW) - 1);
  }

  const tracks: CSSProperties = { gridTemplateColumns: columns.map((column) => column.width).join(" ") };
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        role="grid"
        className={styles.grid}
        aria-label={props.label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length}
        aria-busy={props.busy ?? false}
        onKeyDown={focus.onKeyDown}
      >
        <div style={{ minWidth: props.minWidth, height: rows.getTotalSize() + HEAD }} className={styles.sheet} role="presentation">
          <HeaderRow
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
                <BodyRow
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

interface HeaderTip {
  readonly text: string;
  readonly left: number;
  readonly top: number;
}

interface HeaderRowProps<Row> extends DataGridProps<Row> {
  readonly tracks: CSSProperties;
  readonly activeCol: number | null;
  readonly onFocusCell: (row: number, col: number) => void;
  readonly onTip: (tip: HeaderTip | null) => void;
}

function HeaderRow<Row>({ columns, sort, onSort, tracks, activeCol, onFocusCell, onTip }: HeaderRowProps<Row>) {
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

interface BodyRowProps<Row> {
  readonly row: Row | undefined;
  readonly index: number;
  readonly top: number;
  readonly tracks: CSSProperties;
  readonly columns: readonly Column<Row>[];
  readonly activeCol: number | null;
  readonly open: boolean;
  readonly className: string | undefined;
  readonly onFocusCell: (row: number, col: number) => void;
  readonly onOpen: (row: Row) => void;
}

function BodyRow<Row>({ row, index, top, tracks, columns, activeCol, open, className, onFocusCell, onOpen }: BodyRowProps<Row>) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles Enter for every cell
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={open}
      className={classes(styles.row, activeCol !== null && styles.active, open && styles.open, className)}
      style={{ ...tracks, transform: `translateY(${top}px)` }}
      onClick={() => row !== undefined && onOpen(row)}
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

/** The rows on the screen and the active one, so that the tab stop never leaves the page. */
function withActive(range: Range, active: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (active < 0 || active >= range.count || indexes.includes(active)) return indexes;
  return [...indexes, active].sort((a, b) => a - b);
}
