import type { Content } from "pdfmake/interfaces.js";
import { LANDSCAPE, type PrintedRow, type PrintedTable, printedTable } from "./pdf.ts";
import { printText } from "./print-text.ts";
import type { ReportPart } from "./report-facts.ts";

/** A table of the close's work, whose texts may go over several lines. */
export interface Workpaper extends Omit<PrintedTable, "padding"> {
  readonly title: string;
  /** Below its last row. */
  readonly notes: readonly string[];
}

const SIZE = 7.5;
const PADDING = [1.6, 1.2] as const;
/** A line in points, and the letters of it for each point of its column's width. */
const LINE = SIZE * 1.15 * 1.172;
const LETTERS = 1 / (SIZE * 0.5);
/** Title, subtitle and stamps; the headings of the columns and the notes; a title within a page. */
const TITLE = 80;
const FRAME = 50;
const INNER_TITLE = 70;
/** The frame has room for two notes. */
const frameOf = ({ notes }: Workpaper): number => FRAME + Math.max(0, notes.length - 2) * LINE;

/** The parts of working papers: each begins on a page of its own unless it fits below the one before. */
export function workpaperParts(papers: readonly Workpaper[], subtitle: string): ReportPart[] {
  let left = 0;
  return papers.map((paper): ReportPart => {
    const whole = paper.rows.reduce((sum, row) => sum + heightOf(row, paper), 0) + frameOf(paper);
    const { title } = paper;
    if (whole + INNER_TITLE <= left) {
      left -= whole + INNER_TITLE;
      return { title, subtitle, content: tableOf(paper, paper.rows, true), landscape: true, follows: true };
    }
    const pages = cut(paper);
    const last = pages.at(-1) ?? [];
    left = LANDSCAPE.height - TITLE - frameOf(paper) - last.reduce((sum, row) => sum + heightOf(row, paper), 0);
    const [content = [], ...more] = pages.map((rows, at) => tableOf(paper, rows, at === pages.length - 1));
    return { title, subtitle, content, landscape: true, more };
  });
}

function cut(paper: Workpaper): PrintedRow[][] {
  const room = LANDSCAPE.height - TITLE - frameOf(paper);
  const pages: PrintedRow[][] = [[]];
  let filled = 0;
  for (const row of paper.rows) {
    const height = heightOf(row, paper);
    if (filled > 0 && filled + height > room) {
      pages.push([]);
      filled = 0;
    }
    pages.at(-1)?.push(row);
    filled += height;
  }
  return pages;
}

/** As high as the text that takes the most lines. */
function heightOf({ cells, span = 1 }: PrintedRow, { widths, indented = 0 }: Workpaper): number {
  const fixed = widths.reduce<number>((sum, width) => sum + (typeof width === "number" ? width + 10 : 10), 0);
  const widthOf = (at: number) => {
    const width = widths[at];
    return typeof width === "number" ? width : LANDSCAPE.width - fixed;
  };
  const lines = cells.map((text, at) => {
    const taken = Array.from({ length: at === indented ? span : 1 }, (_, more) => widthOf(at + more) + (more > 0 ? 10 : 0));
    return Math.ceil(text.length / (taken.reduce((sum, width) => sum + width, 0) * LETTERS));
  });
  return Math.max(1, ...lines) * LINE + PADDING[0] + PADDING[1] + 0.3;
}

function tableOf({ title: _, notes, ...table }: Workpaper, rows: readonly PrintedRow[], isLast: boolean): Content[] {
  return [
    { stack: [printedTable({ ...table, rows, padding: PADDING })], fontSize: SIZE },
    ...(isLast ? notes : []).map((text, at): Content => ({ text: printText(text), style: "note", margin: [0, at === 0 ? 6 : 0, 0, 0] })),
  ];
}
