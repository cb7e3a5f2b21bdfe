import type { Column } from "./grid-types.ts";

/** The width in px that a column needs for what is in it, its header included, by its id; and for its header alone, by `headKey`. */
export type ColumnNeeds = Readonly<Record<string, number>>;

export function headKey(id: string): string {
  return `head ${id}`;
}

interface Sizing {
  readonly needs: ColumnNeeds;
  /** What the grid has to give away, in px. */
  readonly room: number;
  /** Widths that a person chose, by column id. */
  readonly chosen?: Readonly<Record<string, number>>;
}

/** A name is shown whole up to here, however short room is. */
const WHOLE_NAME = 260;
/** Text that may be cut takes no more than this by itself: what is read is beside it. */
const MOST_TEXT = 360;
/** Names take what is left up to here: beyond it figures would be far from what they belong to. */
const MOST_NAME = 340;
/** What other columns take of the rest, so that a wide window isn't a narrow table and a blank. */
const BREATH = 40;
/** What the last column keeps clear of the button in the corner of a grid, beyond what every cell keeps, in px. */
const CORNER = 27;

/** The least px of a track: `80px` is 80, `minmax(160px, 2fr)` is 160. */
function leastOf(width: string): number {
  return Number(/(\d+)px/.exec(width)?.[1] ?? 60);
}

/** A column of free text: it may be cut where room is short. Every other value is shown whole. */
function isText<Row>({ width, align }: Column<Row>): boolean {
  return align !== "end" && Number(/([\d.]+)fr/.exec(width)?.[1] ?? 0) >= 0.8;
}

/** What a column needs at least; before anything was measured, what it declares. */
function leastNeed<Row>(column: Column<Row>, { needs, chosen = {} }: Omit<Sizing, "room">, least = leastOf(column.width)): number {
  const need = needs[column.id];
  const wanted = chosen[column.id];
  // A figure is never cut, whatever width was chosen.
  if (wanted !== undefined) return column.align === "end" ? Math.max(wanted, need ?? 0) : wanted;
  if (need === undefined) return least;
  return isText(column) ? Math.min(need, Math.max(least, needs[headKey(column.id)] ?? 0)) : need;
}

/** What a column takes where there is room for all. */
function fullNeed<Row>(column: Column<Row>, sizing: Omit<Sizing, "room">): number {
  const least = leastNeed(column, sizing);
  if (sizing.chosen?.[column.id] !== undefined || !isText(column)) return least;
  return Math.max(least, Math.min(sizing.needs[column.id] ?? least, MOST_TEXT));
}

/** The least width of all columns in px. */
export function leastWidth<Row>(columns: readonly Column<Row>[], sizing: Omit<Sizing, "room">): number {
  return columns.reduce((sum, column) => sum + leastNeed(column, sizing), 0);
}

/**
 * The width of each column in px: what its values need. Where room is short, text gives way, names last; where there is more,
 * names take some of it, the others a little, and the rest stays blank behind the last column.
 */
export function columnWidths<Row>(columns: readonly Column<Row>[], sizing: Sizing): readonly number[] {
  const widths = columns.map((column) => fullNeed(column, sizing));
  const left = sizing.room - widths.reduce((sum, width) => sum + width, 0);
  const name = columns.findIndex(isText);
  if (left < 0) {
    const texts = columns.flatMap((column, place) => (isText(column) && place !== name ? [place] : []));
    const short = giveWay(widths, columns, texts, -left, sizing);
    if (name >= 0 && short > 0) giveWay(widths, columns, [name], short, sizing, WHOLE_NAME);
    return widths;
  }
  return spread(columns, widths, name, left, sizing.chosen ?? {});
}

/** Takes what is missing from columns of text, from each as it has to give; what is still missing is answered. */
function giveWay<Row>(
  widths: number[],
  columns: readonly Column<Row>[],
  places: readonly number[],
  missing: number,
  sizing: Sizing,
  least?: number,
): number {
  const spare = places.map((place) => (widths[place] ?? 0) - leastNeed(columns[place] as Column<Row>, sizing, least));
  const all = spare.reduce((sum, one) => sum + one, 0);
  if (all <= 0) return missing;
  const share = Math.min(1, missing / all);
  places.forEach((place, index) => {
    widths[place] = Math.floor((widths[place] ?? 0) - (spare[index] ?? 0) * share);
  });
  return Math.max(0, missing - all);
}

function spread<Row>(
  columns: readonly Column<Row>[],
  widths: readonly number[],
  name: number,
  left: number,
  chosen: Readonly<Record<string, number>>,
): readonly number[] {
  const breath = Math.floor(Math.min(BREATH, left / 2 / Math.max(1, columns.length)));
  const aired = widths.map((width, place) => (place === name || chosen[columns[place]?.id ?? ""] !== undefined ? width : width + breath));
  const rest = left - aired.reduce((sum, width, place) => sum + width - (widths[place] ?? 0), 0);
  return aired.map((width, place) => {
    const grows = place === name && chosen[columns[place]?.id ?? ""] === undefined;
    return grows ? width + Math.max(0, Math.min(rest, MOST_NAME - width)) : width;
  });
}

interface Fitting extends Sizing {
  readonly pinned: number;
  /** Columns that a person sorts or works by: they always stay, as do the first, those that are pinned, and one more. */
  readonly kept: readonly string[];
}

/** The columns that fit into a width, whole: those that matter least go first, then the last ones. */
export function fittingColumns<Row>(columns: readonly Column<Row>[], { pinned, kept, ...sizing }: Fitting): readonly Column<Row>[] {
  const free = columns.slice(Math.max(1, pinned)).filter(({ id }) => !kept.includes(id));
  const order = [...free.filter(({ minor }) => minor).reverse(), ...free.filter(({ minor }) => !minor).reverse()];
  const gone = new Set<string>();
  let width = leastWidth(columns, sizing);
  for (const column of order) {
    if (width <= sizing.room || columns.length - gone.size <= 2) break;
    if (gone.size === 0) width += CORNER;
    gone.add(column.id);
    width -= leastNeed(column, sizing);
  }
  return columns.filter(({ id }) => !gone.has(id));
}

/** More rows than this are not looked through for a column that holds nothing. */
const MOST_ROWS = 2_000;

/**
 * The columns that hold something in some row. Where rows are still on their way, or there are too many to look through, all stay;
 * so do those that can't be told and those in `kept`.
 */
export function filledColumns<Row>(
  columns: readonly Column<Row>[],
  {
    rowCount,
    rowAt,
    kept,
  }: { readonly rowCount: number; readonly rowAt: (index: number) => Row | undefined; readonly kept: readonly string[] },
): readonly Column<Row>[] {
  if (rowCount === 0 || rowCount > MOST_ROWS) return columns;
  const isEmpty = (column: Column<Row>): boolean => {
    const { value, blank = (row: Row) => isNothing(value?.(row)) } = column;
    if (value === undefined && column.blank === undefined) return false;
    for (let index = 0; index < rowCount; index++) {
      const row = rowAt(index);
      if (row === undefined || !blank(row)) return false;
    }
    return true;
  };
  return columns.filter((column, place) => place === 0 || kept.includes(column.id) || !isEmpty(column));
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}
