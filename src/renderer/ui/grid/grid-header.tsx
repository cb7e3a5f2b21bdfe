import { ArrowDown, ArrowUp } from "lucide-react";
import { type CSSProperties, type DragEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import textStyles from "../../styles/text.module.css";
import { classes } from "../controls/classes.ts";
import { HiddenText } from "../controls/hidden-text.tsx";
import styles from "./data-grid.module.css";
import type { Column, DataGridProps } from "./grid-types.ts";
import { type GridLayout, moveColumn, resizeColumn } from "./state/column-layout.ts";
import { runsRightToLeft } from "./use-grid-focus.ts";

/** The explanation of a header, and where it is shown. */
export interface HeaderTip {
  readonly text: string;
  readonly left: number;
  readonly top: number;
}

/** How columns are moved and resized with the pointer or keys. */
interface Arranging {
  readonly layout: GridLayout;
  readonly ids: readonly string[];
  readonly onLayout: (layout: GridLayout) => void;
}

interface GridHeaderProps<Row> extends DataGridProps<Row> {
  readonly tracks: CSSProperties;
  readonly pins: readonly number[];
  readonly activeCol: number | null;
  readonly onFocusCell: (row: number, col: number) => void;
  readonly onTip: (tip: HeaderTip | null) => void;
  readonly arranging: Arranging | null;
}

/** The header of a grid: explains on hover and focus, sorts where possible, and arranges the columns. */
export function GridHeader<Row>(props: GridHeaderProps<Row>) {
  const { columns, tracks } = props;
  const [over, setOver] = useState<string | null>(null);
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow} style={tracks}>
        {columns.map((column, col) => (
          <HeaderCell key={column.id} {...props} column={column} col={col} over={over === column.id} onOver={setOver} />
        ))}
      </div>
    </div>
  );
}

interface HeaderCellProps<Row> extends GridHeaderProps<Row> {
  readonly column: Column<Row>;
  readonly col: number;
  readonly over: boolean;
  readonly onOver: (id: string | null) => void;
}

function HeaderCell<Row>(props: HeaderCellProps<Row>) {
  const { column, col, sort, onSort, pins, activeCol, onFocusCell, onTip, arranging } = props;
  const orders = sort === undefined ? [] : [sort, ...(props.thenBy ?? [])];
  const place = orders.findIndex((order) => order.column === column.id);
  const order = orders[place];
  const pinned = col > 0 && col < pins.length;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles Enter for every cell
    <div
      role="columnheader"
      aria-colindex={col + 1}
      data-cell={`-1:${col}`}
      data-column={column.id}
      tabIndex={activeCol === col ? 0 : -1}
      className={classes(
        styles.headCell,
        column.align === "end" && styles.end,
        column.align === "end" && !column.counts && styles.overDigits,
        column.sortable && styles.sortable,
        pinned && styles.pinned,
        column.leads && styles.leads,
        props.over && styles.dropTarget,
      )}
      style={pinned ? { insetInlineStart: pins[col] } : undefined}
      {...(column.help === undefined ? {} : { "aria-description": column.help })}
      {...(column.sortable ? { "aria-sort": order === undefined ? "none" : order.descending ? "descending" : "ascending" } : {})}
      {...(arranging === null ? {} : { ...dragging(props, arranging), onKeyDown: (event) => arrangeByKey(event, props, arranging) })}
      onClick={(event) => column.sortable && onSort?.(column.id, event.shiftKey)}
      onFocus={(event) => {
        onFocusCell(-1, col);
        if (event.currentTarget.matches(":focus-visible")) showTip(event.currentTarget, column.help, onTip);
      }}
      onBlur={() => onTip(null)}
      onPointerEnter={(event) => showTip(event.currentTarget, column.help, onTip)}
      onPointerLeave={() => onTip(null)}
    >
      {column.quietHeader ? <HiddenText>{column.header}</HiddenText> : <span className={textStyles.oneLine}>{column.header}</span>}
      {order === undefined ? null : order.descending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />}
      {orders.length > 1 && order !== undefined ? <span className={styles.place}>{place + 1}</span> : null}
      {arranging === null ? null : <Grip id={column.id} arranging={arranging} />}
    </div>
  );
}

/** The edge of a header, dragged to resize its column; a double click resets the width. */
function Grip({ id, arranging }: { readonly id: string; readonly arranging: Arranging }) {
  const resize = (width: number | null): void => arranging.onLayout(resizeColumn(arranging.layout, id, width));
  // From where the drag began: other columns share the room, so this one may move while it's drawn wider.
  const began = useRef({ at: 0, width: 0 });
  const placeOf = ({ currentTarget, clientX }: PointerEvent<HTMLSpanElement>) => (runsRightToLeft(currentTarget) ? -clientX : clientX);
  const drag = (event: PointerEvent<HTMLSpanElement>): void => {
    if (event.buttons === 1) resize(began.current.width + placeOf(event) - began.current.at);
  };
  return (
    <span
      className={styles.grip}
      aria-hidden="true"
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        began.current = { at: placeOf(event), width: event.currentTarget.parentElement?.offsetWidth ?? 0 };
      }}
      onPointerMove={drag}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={() => resize(null)}
    />
  );
}

function dragging<Row>({ column, col, onOver, columns }: HeaderCellProps<Row>, arranging: Arranging) {
  if (col === 0) return {};
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData("text/x-column", column.id),
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("text/x-column")) return;
      event.preventDefault();
      onOver(column.id);
    },
    onDragLeave: () => onOver(null),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      onOver(null);
      const id = event.dataTransfer.getData("text/x-column");
      arranging.onLayout(moveColumn(orderOf(columns, arranging), arranging.layout, id, col));
    },
  };
}

/** Alt and an arrow move the column; with Shift they resize it. */
function arrangeByKey<Row>(event: KeyboardEvent<HTMLElement>, { column, col, columns }: HeaderCellProps<Row>, arranging: Arranging): void {
  const seen = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  const step = runsRightToLeft(event.currentTarget) ? -seen : seen;
  if (!event.altKey || step === 0) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey) arranging.onLayout(resizeColumn(arranging.layout, column.id, event.currentTarget.offsetWidth + 16 * step));
  else if (col > 0) arranging.onLayout(moveColumn(orderOf(columns, arranging), arranging.layout, column.id, col + step));
}

/** All columns in their current order, hidden ones last. */
function orderOf<Row>(columns: readonly Column<Row>[], { ids }: Arranging): readonly string[] {
  const shown = columns.map(({ id }) => id);
  return [...shown, ...ids.filter((id) => !shown.includes(id))];
}

function showTip(element: HTMLElement, text: string | undefined, onTip: (tip: HeaderTip | null) => void): void {
  const box = element.getBoundingClientRect();
  if (text === undefined) onTip(null);
  else onTip({ text, left: Math.max(8, Math.min(box.left, window.innerWidth - 448)), top: box.bottom + 4 });
}
