import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { GridCell } from "../grid-navigation.ts";
import type { DataGridProps } from "../grid-types.ts";
import { type GridRange, rangeBetween, tabSeparated } from "./grid-selection.ts";

interface GridSelectionInput<Row> {
  readonly props: DataGridProps<Row>;
  readonly active: GridCell;
  readonly moveTo: (cell: GridCell) => void;
}

/** A range of cells: with Shift and the arrows, Shift and a click, by dragging, or everything with Ctrl+A. */
export function useGridSelection<Row>({ props, active, moveTo }: GridSelectionInput<Row>) {
  const [anchor, setAnchor] = useState<GridCell | null>(null);
  const pressed = useRef<GridCell | null>(null);
  const dragged = useRef(false);
  const range = rangeBetween(anchor, active);
  useEndOfSelection(props, () => setAnchor(null));
  useTold(props, range);
  const lastRow = props.rowCount - 1;
  const lastCol = props.columns.length - 1;

  /** Before a key moves the active cell: extends the range or ends it. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && range !== null) {
      setAnchor(null);
      event.preventDefault();
      event.stopPropagation();
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a" && lastRow >= 0) {
      event.preventDefault();
      setAnchor({ row: 0, col: 0 });
      moveTo({ row: lastRow, col: lastCol });
    } else if (/^(?:Arrow|Home|End|Page)/.test(event.key)) {
      setAnchor(event.shiftKey && active.row >= 0 ? (anchor ?? active) : null);
    }
  };

  const onPointerDown = (event: PointerEvent): void => {
    const cell = cellAt(event.target);
    dragged.current = false;
    pressed.current = event.button === 0 ? cell : null;
    if (cell === null || event.button !== 0) return;
    if (event.shiftKey) {
      event.preventDefault();
      setAnchor(anchor ?? active);
      moveTo(cell);
      dragged.current = true;
    } else setAnchor(null);
  };

  const onPointerOver = (event: PointerEvent): void => {
    const from = pressed.current;
    const cell = event.buttons === 1 ? cellAt(event.target) : null;
    if (from === null || cell === null || (cell.row === from.row && cell.col === from.col && !dragged.current)) return;
    dragged.current = true;
    // Select cells, not their text.
    window.getSelection()?.removeAllRanges();
    setAnchor(from);
    moveTo(cell);
  };

  /** A drag ends in a click, which must not open the row under it. */
  const onClickCapture = (event: { readonly stopPropagation: () => void }): void => {
    if (dragged.current) event.stopPropagation();
    dragged.current = false;
    pressed.current = null;
  };

  return {
    range,
    handlers: {
      onKeyDownCapture: onKeyDown,
      onPointerDown,
      onPointerOver,
      onClickCapture,
      onCopy: (event: ClipboardEvent) => copyCells(event, props, active, range),
    },
  };
}

/** Ends a selection when other rows take its places. */
function useEndOfSelection<Row>(props: DataGridProps<Row>, end: () => void): void {
  const rows = `${props.rowCount} ${props.sort?.column} ${props.sort?.descending}`;
  const chosenIn = useRef(rows);
  useEffect(() => {
    if (chosenIn.current !== rows) end();
    chosenIn.current = rows;
  });
}

/** Reports the selected rows when they change, not at every render. */
function useTold<Row>(props: DataGridProps<Row>, range: GridRange | null): void {
  const told = useRef("");
  useEffect(() => {
    const chosen = range === null ? "" : `${range.firstRow}:${range.lastRow}`;
    if (told.current === chosen) return;
    told.current = chosen;
    props.onSelect?.(range === null ? [] : (rowsHere(props, range) ?? []));
  });
}

/** Copies the selected cells, or the active row; text that a person has selected takes precedence. */
function copyCells<Row>(event: ClipboardEvent, props: DataGridProps<Row>, active: GridCell, range: GridRange | null): void {
  const chosen = range ?? { firstRow: active.row, lastRow: active.row, firstCol: 0, lastCol: props.columns.length - 1 };
  if (window.getSelection()?.isCollapsed === false || chosen.firstRow < 0) return;
  event.preventDefault();
  const columns = props.columns.slice(chosen.firstCol, chosen.lastCol + 1);
  const here = rowsHere(props, chosen);
  if (here !== null) event.clipboardData.setData("text/plain", tabSeparated(here, columns));
  else void props.readRows?.(chosen.firstRow, chosen.lastRow).then((rows) => navigator.clipboard.writeText(tabSeparated(rows, columns)));
}

/** The rows of a range if all of them are loaded. */
export function rowsHere<Row>(props: Pick<DataGridProps<Row>, "rowAt">, { firstRow, lastRow }: GridRange): readonly Row[] | null {
  const rows: Row[] = [];
  for (let index = firstRow; index <= lastRow; index++) {
    const row = props.rowAt(index);
    if (row === undefined) return null;
    rows.push(row);
  }
  return rows;
}

function cellAt(target: EventTarget): GridCell | null {
  const place = target instanceof Element ? target.closest("[data-cell]")?.getAttribute("data-cell") : null;
  const [row, col] = (place ?? "").split(":").map(Number);
  return row === undefined || col === undefined || row < 0 ? null : { row, col };
}
