import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type GridCell, moveCell } from "./grid-moves.ts";
import type { DataGridProps } from "./grid-types.ts";

interface GridFocusInput<Row> {
  readonly props: DataGridProps<Row>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly scrollTo: (row: number) => void;
  readonly page: () => number;
}

/** The one active cell of a grid: moved by keys, kept on its row when the order of rows changes. */
export function useGridFocus<Row>({ props, scroller, scrollTo, page }: GridFocusInput<Row>) {
  const [cell, setCell] = useState<GridCell & { readonly key?: string | undefined }>({ row: 0, col: 0 });
  const wanted = useRef<GridCell | null>(null);
  const { rowCount, columns, rowAt, keyOf, indexOf } = props;

  const moved = cell.key === undefined || cell.row < 0 ? -1 : (indexOf?.(cell.key) ?? -1);
  const active: GridCell = { row: Math.min(moved >= 0 ? moved : cell.row, rowCount - 1), col: cell.col };

  const activate = (next: GridCell): void => {
    const row = next.row < 0 ? undefined : rowAt(next.row);
    setCell({ ...next, key: row === undefined ? undefined : keyOf(row) });
  };

  // The order changed under the focus: it follows its row to the new place.
  const place = useRef(active.row);
  useEffect(() => {
    if (place.current === active.row) return;
    place.current = active.row;
    const focused = document.activeElement;
    if (wanted.current === null && active.row >= 0 && focused !== null && scroller.current?.contains(focused)) {
      wanted.current = { row: active.row, col: active.col };
    }
  }, [active.row, active.col, scroller]);

  // A row that was far away is in the page only after it was scrolled to, one or more renders later.
  useEffect(() => {
    const target = wanted.current;
    if (target === null) return;
    const element = scroller.current?.querySelector<HTMLElement>(`[data-cell="${target.row}:${target.col}"]`);
    if (element === null || element === undefined) return;
    wanted.current = null;
    const control = columns[target.col]?.control && target.row >= 0 ? element.querySelector<HTMLElement>("button, a, [tabindex]") : null;
    (control ?? element).focus({ preventScroll: true });
    keepInSight(scroller.current, element);
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement) return;
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      const column = columns[active.col];
      if (active.row < 0) {
        if (column?.sortable) props.onSort?.(column.id, event.shiftKey);
        return;
      }
      const row = rowAt(active.row);
      if (row === undefined || column?.control) return;
      event.preventDefault();
      if (event.shiftKey && props.onPopOut !== undefined) props.onPopOut(row);
      else props.onOpen(row, column?.id ?? "");
      return;
    }
    const next = moveCell(active, event, { rows: rowCount, cols: columns.length, page: page() });
    if (next === null) {
      if (takenElsewhere(props, event, active)) event.preventDefault();
      return;
    }
    event.preventDefault();
    moveTo(next);
  };

  const moveTo = (next: GridCell): void => {
    wanted.current = next;
    activate(next);
    scrollTo(next.row);
  };

  const onFocusCell = (row: number, col: number): void => {
    if (row !== active.row || col !== active.col || cell.key === undefined) activate({ row, col });
  };

  return { active, onKeyDown, onFocusCell, moveTo };
}

/** True when the screen has its own use for a key on a row. */
function takenElsewhere<Row>(props: DataGridProps<Row>, event: KeyboardEvent, active: GridCell): boolean {
  const row = active.row < 0 ? undefined : props.rowAt(active.row);
  return row !== undefined && (props.onKey?.(event, row, props.columns[active.col]?.id ?? "") ?? false);
}

/** Scrolls sideways only as far as the cell needs; the first column stays in place and covers what is under it. */
function keepInSight(scroller: HTMLElement | null, element: HTMLElement): void {
  if (scroller === null || element.getAttribute("aria-colindex") === "1") return;
  const first = scroller.querySelector<HTMLElement>('[aria-colindex="1"]')?.offsetWidth ?? 0;
  const left = element.offsetLeft;
  const right = left + element.offsetWidth;
  if (left < scroller.scrollLeft + first) scroller.scrollLeft = left - first;
  else if (right > scroller.scrollLeft + scroller.clientWidth) scroller.scrollLeft = right - scroller.clientWidth;
}
