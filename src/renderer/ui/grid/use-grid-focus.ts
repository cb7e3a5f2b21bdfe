import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { isOwnKey } from "../../state/window/use-escape.ts";
import { type GridCell, type GridKey, moveCell } from "./grid-navigation.ts";
import type { DataGridProps } from "./grid-types.ts";

interface GridFocusInput<Row> {
  readonly props: DataGridProps<Row>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly scrollTo: (row: number) => void;
  readonly page: () => number;
}

/** The one active cell of a grid: moved by keys, and kept on its row when the order changes. */
export function useGridFocus<Row>({ props, scroller, scrollTo, page }: GridFocusInput<Row>) {
  const [cell, setCell] = useState<GridCell & { readonly key?: string | undefined }>({ row: 0, col: 0 });
  const wanted = useRef<GridCell | null>(null);
  const { rowCount, columns, rowAt, keyOf, indexOf } = props;

  // Until somebody moves it, the row that an address opened has it.
  const kept = cell.key ?? props.openKey;
  const moved = kept === undefined || cell.row < 0 ? -1 : (indexOf?.(kept) ?? -1);
  const active: GridCell = { row: Math.min(moved >= 0 ? moved : cell.row, rowCount - 1), col: cell.col };

  const activate = (next: GridCell): void => {
    const row = next.row < 0 ? undefined : rowAt(next.row);
    setCell({ ...next, key: row === undefined ? undefined : keyOf(row) });
  };

  // When the order changes, the focus follows its row to the new place.
  const place = useRef(active.row);
  useEffect(() => {
    if (place.current === active.row) return;
    place.current = active.row;
    const focused = document.activeElement;
    if (wanted.current === null && active.row >= 0 && focused !== null && scroller.current?.contains(focused)) {
      wanted.current = { row: active.row, col: active.col };
    }
  }, [active.row, active.col, scroller]);

  // A distant row is rendered only after scrolling to it, one or more renders later.
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
    if (event.target instanceof HTMLInputElement || !isOwnKey(event)) return;
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      openActive(props, event, active);
      return;
    }
    const next = moveCell(active, visualKey(event), { rows: rowCount, cols: columns.length, page: page() });
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

/** Enter: sorts on a header, opens a row; with Shift it adds a sort key or opens a separate window. */
function openActive<Row>(props: DataGridProps<Row>, event: KeyboardEvent, active: GridCell): void {
  const column = props.columns[active.col];
  if (active.row < 0) {
    if (column?.sortable) props.onSort?.(column.id, event.shiftKey);
    return;
  }
  const row = props.rowAt(active.row);
  if (row === undefined || column?.control) return;
  event.preventDefault();
  if (event.shiftKey && props.onPopOut !== undefined) props.onPopOut(row);
  else props.onOpen(row, column?.id ?? "");
}

/** The key by visual direction: in a right-to-left window, the left arrow leads to the next column. */
function visualKey(event: KeyboardEvent): GridKey {
  const { key, ctrlKey, metaKey, altKey } = event;
  return { key: runsRightToLeft(event.currentTarget) ? (MIRRORED[key] ?? key) : key, ctrlKey, metaKey, altKey };
}

const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };

/** True when an element's content runs from right to left. */
export function runsRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === "rtl";
}

/** True when the screen itself handles a key on a row. */
function takenElsewhere<Row>(props: DataGridProps<Row>, event: KeyboardEvent, active: GridCell): boolean {
  const row = active.row < 0 ? undefined : props.rowAt(active.row);
  return row !== undefined && (props.onKey?.(event, row, props.columns[active.col]?.id ?? "") ?? false);
}

/** Scrolls sideways only as far as the cell needs; sticky columns cover what is under them. */
function keepInSight(scroller: HTMLElement | null, element: HTMLElement): void {
  if (scroller === null || getComputedStyle(element).position === "sticky") return;
  const cell = element.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  const pinned = [...scroller.querySelectorAll<HTMLElement>('[role="columnheader"]')].filter(
    (head) => getComputedStyle(head).position === "sticky",
  );
  const covered = pinned.reduce((sum, head) => sum + head.offsetWidth, 0);
  const mirrored = runsRightToLeft(scroller);
  // Both edges measured from the start, so that one rule works in both directions.
  const before = mirrored ? view.right - cell.right : cell.left - view.left;
  const after = scroller.clientWidth - before - cell.width;
  const move = before < covered ? before - covered : after < 0 ? -after : 0;
  if (move !== 0) scroller.scrollBy({ left: mirrored ? -move : move });
}
