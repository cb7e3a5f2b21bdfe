import type { Column } from "./grid-types.ts";
import { CORNER, type ColumnNeeds, headKey, needsInPlace } from "./state/column-needs.ts";

/** The width of each column, in px. */
type Widths = readonly number[];

interface Sizing {
  readonly needs: ColumnNeeds;
  /** The width available to the grid, in px. */
  readonly room: number;
  /** Widths that a person chose, by column id. */
  readonly chosen?: Readonly<Record<string, number>>;
  /** A panel is open next to the grid: figures need the room more than the ends of long names. */
  readonly beside?: boolean;
  /** No row has come yet: of the values, only the declared widths are known. */
  readonly waiting?: boolean;
  /** A screen of figures, whose charts end where its columns do. */
  readonly figures?: boolean;
}

/** Where the columns and charts of few figures end in a wide window, in px: `--wide` of tokens.css with a gutter on each side. */
export const FIGURES_END = 1920;
/** The width in px up to which a column of figures is near the one before it: where there are many, they end later. */
const NEAR = 220;

/** What a page keeps free at its right, in px: `--gutter` of tokens.css. */
const GUTTER = 16;

/** Whether columns reach into the gutter at the right of what they may fill: those that stop just before it would look like a mistake. */
function almostFills(width: number, room: number): boolean {
  return width > room - GUTTER;
}

/** A name up to this width is shown completely, however little room there is. */
const WHOLE_NAME = 260;
/** The limit for a contact's name next to a panel; the row's own name, first or essential, keeps its width. */
const WHOLE_NAME_BESIDE = 150;
/** The most that truncatable text takes on its own: its details are next to it. */
const MOST_TEXT = 360;
/** Names grow up to this width; beyond it, figures would be too far from their names. */
const MOST_NAME = 320;
/** How much of the spare width other columns take, so that a wide window isn't a narrow table with a blank. */
const BREATH = 40;
/** The most that a column of figures takes so that all of them end with the charts: with one or two, figures would be far from names. */
const MOST_SHARE = 460;
/** The most that other columns take on top so that the last one ends where the page does: what is left then stays blank. */
const MOST_AIR = 100;

/** The minimum of a track in px: `80px` is 80, `minmax(160px, 2fr)` is 160. */
function leastOf(width: string): number {
  return Number(/(\d+)px/.exec(width)?.[1] ?? 60);
}

/** True for a column of free text, which may be truncated. All other values are shown completely. */
function isText<Row>({ width, align }: Column<Row>): boolean {
  return align !== "end" && Number(/([\d.]+)fr/.exec(width)?.[1] ?? 0) >= 0.8;
}

/** Lines end between words, so that two of them hold a little less than twice as much as one. */
const HALF = 0.58;

/** What a sentence takes of its width so that two lines hold all of it, within reason. */
function readableWidth(need: number): number {
  return Math.min(MOST_TEXT, Math.ceil(need * HALF));
}

/** The minimum width of each column; until it is measured, the declared one. `readable`: sentences aren't cut either. */
function leastWidths<Row>(
  columns: readonly Column<Row>[],
  { needs, chosen = {}, beside = false, waiting = false, readable = false }: Omit<Sizing, "room"> & { readonly readable?: boolean },
): readonly number[] {
  const name = columns.findIndex(isText);
  return columns.map((column, place) => {
    const need = needs[column.id];
    const wanted = chosen[column.id];
    // A figure is never truncated, whatever width was chosen.
    if (wanted !== undefined) return column.align === "end" ? Math.max(wanted, need ?? 0) : wanted;
    const declared = leastOf(column.width);
    if (need === undefined) return declared;
    if (waiting) return Math.max(declared, need);
    if (!isText(column)) return need;
    const least =
      place === name
        ? beside && place > 0 && column.essential !== true
          ? WHOLE_NAME_BESIDE
          : Math.max(declared, WHOLE_NAME)
        : Math.max(declared, needs[headKey(column.id)] ?? 0, readable && column.wraps && !column.whole ? readableWidth(need) : 0);
    return Math.min(need, least);
  });
}

/** The least width of all columns in px. */
export function leastWidth<Row>(columns: readonly Column<Row>[], sizing: Omit<Sizing, "room">): number {
  return total(leastWidths(columns, { ...sizing, needs: needsInPlace(columns, sizing.needs) }));
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}

/**
 * The width of each column in px, from its values. If room is short, text shrinks, names last; if there is
 * more, names take some of it and the others share the rest, so that the last one ends at the edge unless it is far away.
 */
export function columnWidths<Row>(columns: readonly Column<Row>[], given: Sizing): readonly number[] {
  const sizing = { ...given, needs: needsInPlace(columns, given.needs) };
  const least = leastWidths(columns, sizing);
  const full = fullWidths(columns, least, sizing);
  const name = columns.findIndex(isText);
  const left = sizing.room - total(full);
  if (left >= 0) {
    const whole = finished(columns, full, sizing, left);
    const aired = spread(columns, whole, name, left - (total(whole) - total(full)), sizing.chosen ?? {});
    return sizing.figures ? shared(columns, aired, sizing) : aligned(columns, aired, name, sizing);
  }
  const isName = (place: number): boolean => place === name;
  // A sentence goes on in a second line before other text is cut.
  const readable = columns.map(({ id, wraps }, place) => {
    const own = full[place] ?? 0;
    return wraps ? Math.max(least[place] ?? 0, Math.min(own, readableWidth(sizing.needs[id] ?? own))) : own;
  });
  // The longest go first: there is less to read in the second line of a shorter one.
  const longest = giveWay(full, readable, -left, (place) => !isName(place) && columns[place]?.whole === true);
  const wrapped = giveWay(longest, readable, total(longest) - sizing.room, (place) => !isName(place));
  const others = giveWay(wrapped, least, total(wrapped) - sizing.room, (place) => !isName(place));
  return giveWay(others, least, total(others) - sizing.room, isName);
}

/** The widths as the tracks of a CSS grid. In print, the columns share the width of the page. */
export function columnTracks<Row>(columns: readonly Column<Row>[], widths: readonly number[], printing: boolean): string {
  if (printing) return widths.map((width) => `minmax(0, ${width}fr)`).join(" ");
  const edge = columns.at(-1)?.atEdge ? columns.length - 1 : -1;
  return widths.map((width, place) => (place === edge ? `minmax(${width}px, 1fr)` : `${width}px`)).join(" ");
}

/** What each column takes where there is room for all. */
function fullWidths<Row>(
  columns: readonly Column<Row>[],
  least: readonly number[],
  { needs, chosen = {} }: Pick<Sizing, "needs" | "chosen">,
): readonly number[] {
  return columns.map((column, place) => {
    const fixed = chosen[column.id] !== undefined || !isText(column);
    const own = least[place] ?? 0;
    return fixed ? own : Math.max(own, Math.min(needs[column.id] ?? own, column.whole ? Number.POSITIVE_INFINITY : MOST_TEXT));
  });
}

/** Takes the missing width from some columns, in proportion to what each can spare. */
function giveWay(
  widths: readonly number[],
  least: readonly number[],
  missing: number,
  gives: (place: number) => boolean,
): readonly number[] {
  const spare = widths.map((width, place) => (gives(place) ? width - (least[place] ?? 0) : 0));
  const all = total(spare);
  if (missing <= 0 || all <= 0) return widths;
  const share = Math.min(1, missing / all);
  return widths.map((width, place) => Math.floor(width - (spare[place] ?? 0) * share));
}

/** Text with no figure to its right takes what its longest value needs, as far as there is room: nothing moves away from its name. */
function finished<Row>(
  columns: readonly Column<Row>[],
  widths: readonly number[],
  { needs, chosen = {} }: Sizing,
  left: number,
): readonly number[] {
  const lastFigure = columns.findLastIndex(({ align }) => align === "end");
  const missing = columns.map((column, place) =>
    place > lastFigure && isText(column) && chosen[column.id] === undefined
      ? Math.max(0, (needs[column.id] ?? 0) - (widths[place] ?? 0))
      : 0,
  );
  const share = Math.min(1, left / Math.max(1, total(missing)));
  return widths.map((width, place) => width + Math.floor((missing[place] ?? 0) * share));
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
  const rest = left - (total(aired) - total(widths));
  return aired.map((width, place) => {
    const grows = place === name && chosen[columns[place]?.id ?? ""] === undefined;
    return grows ? width + Math.max(0, Math.min(rest, MOST_NAME - width)) : width;
  });
}

/** All columns after the name share what is left, so that the last one ends at the edge, as the page's buttons do. */
function aligned<Row>(columns: readonly Column<Row>[], widths: Widths, name: number, { room, chosen = {} }: Sizing): Widths {
  const sharing = columns.flatMap(({ id }, place) => (place > name && chosen[id] === undefined ? [place] : []));
  const share = Math.min(MOST_AIR, (room - total(widths)) / Math.max(1, sharing.length));
  return share <= 0 || !Number.isFinite(room) ? widths : widened(widths, sharing, share);
}

/** Some columns wider by the same share. Rounded so that all of them together take exactly what is shared out. */
function widened(widths: Widths, sharing: readonly number[], share: number): Widths {
  return widths.map((width, place) => {
    const nth = sharing.indexOf(place);
    return nth === -1 ? width : width + Math.round(share * (nth + 1)) - Math.round(share * nth);
  });
}

/** On a screen of figures, their columns share the rest up to where its charts end. */
function shared<Row>(columns: readonly Column<Row>[], widths: Widths, { room, chosen = {} }: Sizing): Widths {
  const sharing = columns.flatMap(({ id, align }, place) => (align === "end" && chosen[id] === undefined ? [place] : []));
  const others = total(widths.filter((_, place) => !sharing.includes(place)));
  const end = Math.min(room, Math.max(FIGURES_END, others + NEAR * sharing.length));
  const left = end - total(widths);
  if (left <= 0 || sharing.length === 0) return widths;
  const most = MOST_SHARE * sharing.length;
  // The few pixels that the limit would leave before the end are shared as well: the columns then end where the charts do.
  const share = (almostFills(total(widths) + most, end) ? left : most) / sharing.length;
  return widened(widths, sharing, share);
}

interface Fitting extends Sizing {
  readonly pinned: number;
  /** Columns that a person sorts or works with: they always stay, like the first, pinned ones, and one more. */
  readonly kept: readonly string[];
  /** Columns of dashes: the first to go. */
  readonly sparse?: readonly string[];
  /** Of those, the ones with something that has to be seen. */
  readonly telling?: readonly string[];
}

/**
 * The columns that fit, with the sum of a pair's columns where they were dropped: without it, the list would no longer say who
 * is overdue.
 */
export function fittingWithSums<Row>(columns: readonly Column<Row>[], fitting: Fitting): readonly Column<Row>[] {
  const whole = withoutSums(columns);
  const fitted = fittingColumns(whole, fitting);
  const gone = new Set(whole.filter(({ id }) => fitted.every((column) => column.id !== id)).map(({ pair }) => pair));
  const sums = columns.filter(({ standsFor }) => standsFor !== undefined && gone.has(standsFor));
  if (sums.length === 0) return fitted;
  const summed = columns.filter(
    (column) => sums.includes(column) || (whole.includes(column) && !sums.some((sum) => sum.standsFor === column.pair)),
  );
  return fittingColumns(summed, { ...fitting, kept: [...fitting.kept, ...sums.map(({ id }) => id)] });
}

/** The columns that don't stand for others. */
export function withoutSums<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return columns.filter(({ standsFor }) => standsFor === undefined);
}

/** The columns that fit a width completely: less important ones are dropped first, then the last ones. */
export function fittingColumns<Row>(
  columns: readonly Column<Row>[],
  { pinned, kept, sparse = [], telling = [], ...given }: Fitting,
): readonly Column<Row>[] {
  const sizing = { ...given, needs: needsInPlace(columns, given.needs) };
  const keptPairs = new Set(columns.filter(({ id }) => kept.includes(id)).map(({ pair }) => pair));
  const isKept = ({ id, pair, essential = false }: Column<Row>) =>
    essential || kept.includes(id) || (pair !== undefined && keptPairs.has(pair));
  const free = columns.slice(Math.max(1, pinned)).filter((column) => !isKept(column));
  const minorOf = ({ id, minor = false }: Column<Row>) => (sparse.includes(id) && !telling.includes(id) ? Number.MAX_VALUE : Number(minor));
  const order = free.toReversed().sort((a, b) => minorOf(b) - minorOf(a));
  const gone = new Set<string>();
  const widths = leastWidths(columns, { ...sizing, readable: true });
  const least = new Map(widths.map((width, place) => [columns[place]?.id, width]));
  let width = total(widths);
  // What fills spare room goes before any text is cut.
  if (total(fullWidths(columns, widths, sizing)) > sizing.room) for (const column of free) if (column.spare) drop(column);
  for (const first of order) {
    if (width <= sizing.room || columns.length - gone.size <= 2) break;
    for (const column of free.filter((one) => one === first || (first.pair !== undefined && one.pair === first.pair))) {
      if (!gone.has(column.id)) drop(column);
    }
  }
  const wideWent = free.some(({ id, pair }) => gone.has(id) && (pair !== undefined || telling.includes(id)));
  // What says most comes back first, and what says nothing stays away.
  const back = wideWent ? order.toReversed().filter(({ id, pair }) => gone.has(id) && pair === undefined && !sparse.includes(id)) : [];
  for (const { id } of back) if (fitsAgain(id)) gone.delete(id);
  return columns.filter(({ id }) => !gone.has(id));

  function drop(column: Column<Row>): void {
    // Another column comes last then, and has to keep clear of the button.
    if (column === columns.at(-1)) width += CORNER;
    gone.add(column.id);
    width -= least.get(column.id) ?? 0;
  }

  /** A column that gave way in vain: a pair or a wide one went after it and left more room than it takes. */
  function fitsAgain(id: string): boolean {
    const own = least.get(id) ?? 0;
    if (width + own > sizing.room) return false;
    width += own;
    return true;
  }
}

/** With more rows than this, columns aren't checked for being empty. */
const MOST_ROWS = 2_000;

/**
 * The columns with a value in some row. While rows are loading, all columns stay but those that tell of exceptions; if there are too
 * many rows to check, all do. So do those without values and those in `kept`.
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
      if (row === undefined) return column.tells !== undefined;
      if (!blank(row)) return false;
    }
    return true;
  };
  return columns.filter((column, place) => place === 0 || kept.includes(column.id) || !isEmpty(column));
}

/** From so many rows on, a column with a value in fewer than one in four is one of dashes. */
const SPARSE_ROWS = 5;
const SPARSE_SHARE = 0.25;

/** The columns that hold hardly anything, or that could tell rows apart and don't: the first to go. None while rows are loading. */
export function sparseColumns<Row>(
  columns: readonly Column<Row>[],
  { rowCount, rowAt }: { readonly rowCount: number; readonly rowAt: (index: number) => Row | undefined },
): readonly string[] {
  if (rowCount === 0 || rowCount > MOST_ROWS) return [];
  const rows = Array.from({ length: rowCount }, (_, index) => rowAt(index)).filter((row) => row !== undefined);
  if (rows.length < rowCount) return [];
  const differing = differingColumns(columns, { rowCount, rowAt });
  return columns
    .filter(({ id, tellsApart, value, blank = (row: Row) => isNothing(value?.(row)) }) => {
      if (tellsApart && value !== undefined) return !differing.includes(id);
      if (rowCount < SPARSE_ROWS) return false;
      // An amount counts however seldom it is there.
      if (value === undefined || rows.some((row) => isAmount(value(row)))) return false;
      return rows.filter((row) => !blank(row)).length < rowCount * SPARSE_SHARE;
    })
    .map(({ id }) => id);
}

/** The columns with a value in some row that someone has to see. */
export function tellingColumns<Row>(
  columns: readonly Column<Row>[],
  { rowCount, rowAt }: { readonly rowCount: number; readonly rowAt: (index: number) => Row | undefined },
): readonly string[] {
  // Where no column can, no row is asked for: most of a long list isn't loaded.
  if (columns.every(({ tells }) => tells === undefined)) return [];
  const rows = Array.from({ length: Math.min(rowCount, MOST_ROWS) }, (_, index) => rowAt(index)).filter((row) => row !== undefined);
  return columns.filter(({ tells }) => tells !== undefined && rows.some(tells)).map(({ id }) => id);
}

/** The columns that tell rows apart and have more than one value now. */
export function differingColumns<Row>(
  columns: readonly Column<Row>[],
  { rowCount, rowAt }: { readonly rowCount: number; readonly rowAt: (index: number) => Row | undefined },
): readonly string[] {
  const rows = Math.min(rowCount, MOST_ROWS);
  return columns
    .filter(({ tellsApart }) => tellsApart)
    .filter(({ value }) => {
      const seen = new Set<unknown>();
      for (let index = 0; index < rows && seen.size < 2; index++) {
        const row = rowAt(index);
        const found = row === undefined ? null : value?.(row);
        if (!isNothing(found)) seen.add(found);
      }
      return seen.size > 1;
    })
    .map(({ id }) => id);
}

function isAmount(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}
