const SPLIT = "~";

/** All figures of a screen instead of a single one. */
export const ALL_FIGURES = "all";

/** A figure's id in addresses, from its row and column. */
export function figureId(rowKey: string, columnId: string): string {
  return `${rowKey}${SPLIT}${columnId}`;
}

/** The row and column of a figure. The column is the last part, because row keys may contain anything. */
export function readFigureId(id: string): { readonly rowKey: string; readonly columnId: string } {
  const at = id.lastIndexOf(SPLIT);
  return at < 0 ? { rowKey: id, columnId: "" } : { rowKey: id.slice(0, at), columnId: id.slice(at + 1) };
}
