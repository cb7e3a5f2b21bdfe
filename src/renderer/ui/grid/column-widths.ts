import type { Column } from "./grid-types.ts";

/** The least width in px that a column needs for what stands in it, by its id. */
export type ColumnNeeds = Readonly<Record<string, number>>;

/** The least px of a track: `80px` is 80, `minmax(160px, 2fr)` is 160. */
function leastOf(width: string): number {
  return Number(/(\d+)px/.exec(width)?.[1] ?? 60);
}

/** The least width of a sheet in px: what its tracks need at least. */
export function leastWidth(columns: readonly { readonly width: string }[]): number {
  return columns.reduce((sum, { width }) => sum + leastOf(width), 0);
}

/** Columns that are at least as wide as what stands in them: a figure is never cut, whatever width was chosen. */
export function roomyColumns<Row>(columns: readonly Column<Row>[], needs: ColumnNeeds): readonly Column<Row>[] {
  return columns.map((column) => {
    const need = needs[column.id] ?? 0;
    if (leastOf(column.width) >= need) return column;
    const width = /\dpx/.test(column.width) ? column.width.replace(/\d+px/, `${need}px`) : `minmax(${need}px, ${column.width})`;
    return { ...column, width };
  });
}

/** What the last column keeps clear of the button in the corner of a grid, beyond what every cell keeps, in px. */
const CORNER = 27;

/**
 * The columns that fit into a width, whole: those that matter least go first, then the last ones. The first column, those that are
 * pinned and one more always stay.
 */
export function fittingColumns<Row>(columns: readonly Column<Row>[], pinned: number, room: number): readonly Column<Row>[] {
  const free = columns.slice(Math.max(1, pinned));
  const order = [...free.filter(({ minor }) => minor).reverse(), ...free.filter(({ minor }) => !minor).reverse()];
  const gone = new Set<string>();
  let width = leastWidth(columns);
  for (const column of order) {
    if (width <= room || columns.length - gone.size <= 2) break;
    if (gone.size === 0) width += CORNER;
    gone.add(column.id);
    width -= leastOf(column.width);
  }
  const left = columns.filter(({ id }) => !gone.has(id));
  const last = left.at(-1);
  if (gone.size === 0 || last === undefined) return left;
  return [...left.slice(0, -1), ...roomyColumns([last], { [last.id]: leastOf(last.width) + CORNER })];
}
