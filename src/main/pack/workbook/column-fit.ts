import type { SheetCell, SheetColumn } from "./sheet.ts";

/** A column with the width that it is written with. */
export interface FittedColumn extends SheetColumn {
  readonly width: number;
  /** Its text goes over several lines. */
  readonly wraps: boolean;
  /** No row has anything in it. */
  readonly isEmpty: boolean;
}

const WIDTHS: Readonly<Record<SheetColumn["kind"], number>> = { text: 24, date: 14, amount: 16, count: 9, percent: 9 };
/** Columns at least this wide break their text. */
const WRAP_WIDTH = 26;
/** Text that isn't broken is given this much at most, and an amount too. */
const TEXT_MAX = 40;
const AMOUNT_MAX = 26;
const WIDTH_MIN = 7;
/** Room beside the text of a cell, indent included; beside figures also for parentheses. */
const BESIDE = 3;
/** Characters of a line for each of its width: headings are bold. */
const HEADING_CHARACTERS = 0.95;
const CHARACTERS = 1;
/** Lines that a heading takes unless one of its words is too long for that. */
const HEADING_LINES = 2;

/** How long the longest text of each column is, so that a column is as wide as it has to be and no wider. */
export class ColumnLengths {
  readonly #columns: readonly SheetColumn[];
  readonly #lengths: number[];

  constructor(columns: readonly SheetColumn[]) {
    this.#columns = columns;
    this.#lengths = columns.map(() => 0);
  }

  add(at: number, cell: SheetCell): void {
    if (cell === null) return;
    const value = typeof cell === "string" ? cell : cell.value;
    this.#lengths[at] = Math.max(this.#lengths[at] ?? 0, lengthOf(value, this.#columns[at]?.kind ?? "text"));
  }

  fitted(): FittedColumn[] {
    return this.#columns.map((column, at) => {
      const own = column.width ?? WIDTHS[column.kind];
      const wraps = column.kind === "text" && own >= WRAP_WIDTH;
      const heading = headingWidth(column.title, own);
      const most = column.kind === "text" ? (wraps ? own : TEXT_MAX) : AMOUNT_MAX;
      const needed = column.kind === "date" ? own : Math.min(most, (this.#lengths[at] ?? 0) / CHARACTERS + BESIDE);
      return { ...column, wraps, isEmpty: this.#lengths[at] === 0, width: Math.ceil(Math.max(WIDTH_MIN, heading, needed)) };
    });
  }
}

/** Wide enough for its words, and for two lines where the column may be as wide as that. */
function headingWidth(title: string, most: number): number {
  const word = Math.max(...title.split(" ").map(({ length }) => length));
  let width = word / HEADING_CHARACTERS + BESIDE;
  while (width < most && linesOf(title, width, true) > HEADING_LINES) width++;
  return width;
}

/** As it is shown: an amount with a mark for each thousand. */
function lengthOf(value: string, kind: SheetColumn["kind"]): number {
  if (kind === "text" || kind === "date") return value.length;
  const digits = value.replace(/^-/, "").split(".")[0]?.length ?? 0;
  return value.length + Math.floor(Math.max(0, digits - 1) / 3);
}

/** The lines that a text takes in a column, broken between words. */
export function linesOf(text: string, width: number, isHeading: boolean): number {
  const room = (width - 1) * (isHeading ? HEADING_CHARACTERS : CHARACTERS);
  let lines = 1;
  let filled = 0;
  for (const { length } of text.split(" ")) {
    if (filled > 0 && filled + 1 + length > room) {
      lines++;
      filled = 0;
    }
    filled += (filled > 0 ? 1 : 0) + length;
    for (; filled > room; filled -= room) lines++;
  }
  return lines;
}

/** A page's width in characters that are still easy to read in print. */
const PAGE_CHARACTERS = 240;

/**
 * The columns that are printed. The ids of records at the end are for programs and stay on the screen, and so do columns at the end
 * that nobody has filled: a page of them would be blank.
 */
export function printedColumns(columns: readonly FittedColumn[]): readonly FittedColumn[] {
  const last = columns.findLastIndex(({ title, isEmpty }) => !isEmpty && !/\bID$/.test(title));
  return columns.slice(0, Math.max(1, last + 1));
}

/** How many pages wide a sheet is printed. */
export function pagesWide(columns: readonly FittedColumn[]): number {
  return Math.ceil(widthOf(printedColumns(columns)) / PAGE_CHARACTERS);
}

/** The columns of the first page in print, which lines of text go across. */
export function lineColumns(columns: readonly FittedColumn[]): { readonly count: number; readonly width: number } {
  const printed = printedColumns(columns);
  let count = printed.length;
  while (count > 1 && widthOf(printed.slice(0, count)) > PAGE_CHARACTERS) count--;
  return { count, width: widthOf(printed.slice(0, count)) };
}

function widthOf(columns: readonly FittedColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}
