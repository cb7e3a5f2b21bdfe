/** A cell of a grid; row -1 is the header. */
export interface GridCell {
  readonly row: number;
  readonly col: number;
}

export interface GridSize {
  readonly rows: number;
  readonly cols: number;
  /** Rows that fit on the screen: what a page is. */
  readonly page: number;
}

export interface GridKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Where a key leads from a cell; null when the key does not move. */
export function moveCell(cell: GridCell, { key, ctrlKey, metaKey, altKey }: GridKey, size: GridSize): GridCell | null {
  if (altKey) return null;
  const far = ctrlKey || metaKey;
  const lastRow = size.rows - 1;
  const lastCol = size.cols - 1;
  const row = (to: number): GridCell => ({ row: Math.max(-1, Math.min(lastRow, to)), col: cell.col });
  const col = (to: number): GridCell => ({ row: cell.row, col: Math.max(0, Math.min(lastCol, to)) });
  if (far) {
    if (key === "Home" || key === "ArrowUp") return { row: Math.min(0, lastRow), col: key === "Home" ? 0 : cell.col };
    if (key === "End" || key === "ArrowDown") return { row: lastRow, col: key === "End" ? lastCol : cell.col };
    return null;
  }
  switch (key) {
    case "ArrowDown":
    case "j":
      return row(cell.row + 1);
    case "ArrowUp":
      return row(cell.row - 1);
    case "k":
      return row(Math.max(0, cell.row - 1));
    case "ArrowRight":
      return col(cell.col + 1);
    case "ArrowLeft":
      return col(cell.col - 1);
    case "Home":
      return col(0);
    case "End":
      return col(lastCol);
    case "PageDown":
      return row(cell.row + size.page);
    case "PageUp":
      return row(Math.max(0, cell.row - size.page));
    default:
      return null;
  }
}
