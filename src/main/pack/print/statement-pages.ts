import type { Content } from "pdfmake/interfaces.js";
import { LANDSCAPE, type PrintedRow, type PrintedTable, printedTable } from "./pdf.ts";

/** How close the rows of a statement are, from roomy to as small as print is still easy to read. */
interface Density {
  readonly fontSize: number;
  readonly lineHeight: number;
  readonly padding: readonly [above: number, below: number];
}

const DENSITIES: readonly [Density, ...Density[]] = [
  { fontSize: 8.5, lineHeight: 1.15, padding: [2.2, 1.6] },
  { fontSize: 8.5, lineHeight: 1.05, padding: [1.3, 0.8] },
  { fontSize: 8, lineHeight: 1, padding: [1, 0.6] },
  { fontSize: 7.5, lineHeight: 1, padding: [0.7, 0.3] },
  { fontSize: 7.2, lineHeight: 1, padding: [0.5, 0.3] },
];
const SMALLEST: Density = { fontSize: 6, lineHeight: 1.05, padding: [1.3, 0.8] };
/** A statement that doesn't fit on one page is not squeezed on several. */
const OF_SEVERAL: Density = { fontSize: 8.5, lineHeight: 1.05, padding: [1.3, 0.8] };
/** A line of the typeface in parts of its size, before any space between lines. */
export const TYPEFACE_LINE = 1.172;
const RULE = 0.3;
/** Title, subtitle and the gap below them; the headings of the columns, in two lines. */
const TITLE = 56;
const HEADS = 26;

export interface StatementTable extends Omit<PrintedTable, "padding"> {
  /** Points that stamps, commentary and notes take on the first page, and notes on the last. */
  readonly taken: number;
}

/**
 * The tables of a statement, one a page: on one page where its rows can be printed that close, else on as few as it takes, of
 * about the same length and cut above a heading. A page that begins within a group repeats its heading.
 */
export function statementPages({ taken, ...table }: StatementTable): Content[] {
  const { rows } = table;
  const room = LANDSCAPE.height - TITLE - HEADS - taken;
  const wide = DENSITIES.filter((one) => fits(table, one));
  const usable = wide.length === 0 ? [SMALLEST] : wide;
  const density = usable.find((one) => heightOf(table, rows, one) <= room);
  if (density !== undefined) return [at(table, density)];
  const several = fits(table, OF_SEVERAL) ? OF_SEVERAL : (usable[0] ?? SMALLEST);
  const most = Math.max(room, LANDSCAPE.height / 3);
  const pages = Math.max(2, Math.ceil(heightOf(table, rows, several) / most));
  // A cut above a heading makes one page longer than the others, and a repeated heading takes room too.
  const tries = Array.from({ length: 6 }, (_, more) => withHeadings(cutInto(rows, pages + more), table.indented));
  const parts = tries.find((one) => one.every((part) => heightOf(table, part, several) <= most)) ?? tries[0] ?? [];
  return parts.map((part) => at({ ...table, rows: part }, several));
}

/** Each part below the headings that its first row is under. */
export function withHeadings(parts: readonly (readonly PrintedRow[])[], label = 0): PrintedRow[][] {
  const open: PrintedRow[] = [];
  const stepsOf = ({ indent = 0 }: PrintedRow) => indent;
  return parts.map((part) => {
    const [first] = part;
    const startsAt = first === undefined || first.look === undefined ? Number.POSITIVE_INFINITY : stepsOf(first);
    const above = open.filter((heading) => stepsOf(heading) < startsAt).map((heading) => continued(heading, label));
    for (const row of part) {
      if (row.look === undefined) continue;
      // A total ends its group, and a heading the one before it.
      while (open.length > 0 && stepsOf(open.at(-1) as PrintedRow) >= stepsOf(row)) open.pop();
      if (row.look === "heading") open.push(row);
    }
    return [...above, ...part];
  });
}

function continued(heading: PrintedRow, label: number): PrintedRow {
  return { ...heading, cells: heading.cells.map((text, at) => (at === label ? `${text} (continued)` : text)) };
}

/** Whether every amount is on one line: a digit that wraps would be read as another amount. */
function fits({ rows, widths, rightFrom }: Omit<PrintedTable, "padding">, { fontSize }: Density): boolean {
  return rows.every(({ cells, look }) =>
    cells.every((text, column) => {
      const width = widths[column];
      return column < rightFrom || typeof width !== "number" || emsOf(text) * (look === undefined ? 1 : 1.03) * fontSize <= width;
    }),
  );
}

/** How wide an amount is, in parts of its size. */
function emsOf(amount: string): number {
  return [...amount].reduce((sum, letter) => sum + (/\d/.test(letter) ? 0.562 : 0.29), 0);
}

function at(table: Omit<PrintedTable, "padding">, { padding, ...text }: Density): Content {
  return { stack: [printedTable({ ...table, padding })], ...text };
}

/** Of all rows together; a name that is wider than its column takes two lines. */
function heightOf({ widths, indented = 0 }: Omit<PrintedTable, "padding">, rows: readonly PrintedRow[], density: Density): number {
  const { fontSize, lineHeight, padding } = density;
  const width = widths[indented];
  const letters = typeof width === "number" ? width / (fontSize * 0.52) : 60;
  const lines = rows.reduce((sum, { cells }) => sum + Math.max(1, Math.ceil((cells[indented]?.length ?? 0) / letters)), 0);
  return lines * fontSize * lineHeight * TYPEFACE_LINE + rows.length * (padding[0] + padding[1] + RULE);
}

/** Parts of about the same length, each from a section or else a heading on where one is near. */
export function cutInto(rows: readonly PrintedRow[], pages: number): PrintedRow[][] {
  const near = Math.floor(rows.length / pages / 4);
  const isHeading = (row: number) => rows[row]?.look === "heading";
  const isSection = (row: number) => isHeading(row) && isHeading(row + 1);
  const isStart = (row: number) => isHeading(row) && !isHeading(row - 1);
  const cuts = Array.from({ length: pages - 1 }, (_, page) => {
    const even = Math.floor((rows.length * (page + 1)) / pages);
    const steps = Array.from({ length: near * 2 + 1 }, (_, step) => (step % 2 === 0 ? -step / 2 : (step + 1) / 2));
    return even + (steps.find((step) => isSection(even + step)) ?? steps.find((step) => isStart(even + step)) ?? 0);
  });
  return [0, ...cuts].map((from, part) => rows.slice(from, cuts[part] ?? rows.length));
}
