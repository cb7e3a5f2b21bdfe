const SPLIT = "~";

/** All figures of a screen, where no single one is meant. */
export const ALL_FIGURES = "all";

/** A figure of a table by its row and column, as it stands in addresses. */
export function figureId(rowKey: string, columnId: string): string {
  return `${rowKey}${SPLIT}${columnId}`;
}

/** The row and column of a figure; the column is the last part, since keys of rows may hold anything. */
export function readFigureId(id: string): { readonly rowKey: string; readonly columnId: string } {
  const at = id.lastIndexOf(SPLIT);
  return at < 0 ? { rowKey: id, columnId: "" } : { rowKey: id.slice(0, at), columnId: id.slice(at + 1) };
}
