import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import type { Content, TableCell, TDocumentDefinitions } from "pdfmake/interfaces.js";
import { type Instant, instantMs } from "#shared/kernel/instant.ts";
import { printText } from "./print-text.ts";

export interface PrintedDocument {
  readonly title: string;
  /** Printed at the bottom of every page, left of the page number. */
  readonly foot: string;
  readonly content: Content;
  readonly asOf: Instant | null;
}

export const GREY = "#59616E";
export const RED = "#9B1C1C";
const RULE = "#C3CAD6";

/** The room for content on a page that lies on its side, in points. */
export const LANDSCAPE = { width: 757, height: 513 } as const;

/** Makes a PDF. The same document gives the same bytes, and nothing is loaded except the library's own typeface. */
export async function printPdf({ title, foot, content, asOf }: PrintedDocument): Promise<Uint8Array> {
  const { default: pdfmake } = await import("pdfmake");
  const fonts = join(dirname(createRequire(import.meta.url).resolve("pdfmake/package.json")), "fonts", "Roboto");
  const font = (name: string) => join(fonts, `Roboto-${name}.ttf`);
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts + sep));
  pdfmake.setFonts({
    Roboto: { normal: font("Regular"), bold: font("Medium"), italics: font("Italic"), bolditalics: font("MediumItalic") },
  });
  const definition: TDocumentDefinitions = {
    pageSize: "A4",
    pageMargins: [42, 38, 42, 44],
    // Compressors differ between hosts, and the archive compresses anyway.
    compress: false,
    // PDF/A-2b: fonts and the color profile are in the file, so that it looks the same in ten years.
    version: "1.7",
    subset: "PDF/A-2b",
    displayTitle: true,
    // What reads the file aloud or checks it asks for the language.
    language: "en-US",
    info: { title: printText(title), creationDate: new Date(asOf === null ? 0 : instantMs(asOf)), producer: "Tieout", creator: "Tieout" },
    defaultStyle: { font: "Roboto", fontSize: 8.5, lineHeight: 1.15, color: "#16191F" },
    styles: {
      cover: { fontSize: 30, bold: true },
      title: { fontSize: 20, bold: true },
      subtitle: { fontSize: 11, color: GREY },
      section: { fontSize: 11, bold: true, margin: [0, 14, 0, 5] },
      prose: { fontSize: 9.5, lineHeight: 1.35 },
      note: { fontSize: 7.5, color: GREY },
      head: { fontSize: 7.5, color: GREY },
    },
    content,
    pageBreakBefore: (node, nodes) => node.headlineLevel === 2 && nodes.getFollowingNodesOnPage().length === 0,
    // The cover has none: it says the same in large letters.
    footer: (page, pages) =>
      page === 1
        ? ""
        : {
            margin: [42, 16, 42, 0],
            fontSize: 7.5,
            color: GREY,
            columns: [
              { text: printText(foot), width: "*" },
              { text: `Page ${page} of ${pages}`, width: "auto" },
            ],
          },
  };
  return pdfmake.createPdf(definition).getBuffer();
}

export interface PrintedRow {
  readonly cells: readonly string[];
  /** `strong` has a rule above; `total` also has two below; `heading` is bold without a rule. */
  readonly look?: "heading" | "strong" | "total";
  /** How far the text of the indented column is moved to the right, in steps. */
  readonly indent?: number;
  /** How many columns the indented one takes, where those beside it are empty. */
  readonly span?: number;
  /** Printed in red; `status`: only the last cell. */
  readonly flag?: boolean | "status";
}

export interface PrintedTable {
  readonly heads: readonly string[];
  readonly rows: readonly PrintedRow[];
  readonly widths: readonly (number | "*" | "auto")[];
  /** Columns from this one on are right-aligned, up to `rightTo`. */
  readonly rightFrom: number;
  /** The first column after them; none by default. */
  readonly rightTo?: number;
  /** The column that `indent` moves. */
  readonly indented?: number;
  /** Points above and below each row. Default: 2.2 and 1.6. */
  readonly padding?: readonly [above: number, below: number];
}

/** A table with hairlines between rows, rules around totals and its headings on every page. */
export function printedTable({
  heads,
  rows,
  widths,
  rightFrom,
  rightTo = heads.length,
  indented = -1,
  padding = [2.2, 1.6],
}: PrintedTable): Content {
  const align = (at: number) => (at >= rightFrom && at < rightTo ? ("right" as const) : ("left" as const));
  const head = heads.map(
    (text, at): TableCell => ({ text: text.split("\n").map(printText).join("\n"), style: "head", alignment: align(at) }),
  );
  const body = rows.map(({ cells, look, flag, indent = 0, span = 1 }) =>
    cells.map(
      (text, at): TableCell => ({
        text,
        alignment: align(at),
        bold: look !== undefined,
        ...(at === indented && indent > 0 ? { margin: [indent * 9, 0, 0, 0] } : {}),
        ...(at === indented && span > 1 ? { colSpan: span } : {}),
        ...(flag === true || (flag === "status" && at === cells.length - 1) ? { color: RED } : {}),
      }),
    ),
  );
  const lookAt = (line: number) => (rows[line - 1]?.look === "heading" ? undefined : rows[line - 1]?.look);
  return {
    table: { headerRows: 1, dontBreakRows: true, widths: [...widths], body: [head, ...body] },
    layout: {
      hLineWidth: (line: number) =>
        line === 0 ? 0 : lookAt(line) !== undefined || line === 1 ? 0.7 : lookAt(line - 1) === "total" ? 1.4 : 0.25,
      hLineColor: (line: number) => (line === 1 || lookAt(line) !== undefined || lookAt(line - 1) === "total" ? "#16191F" : RULE),
      vLineWidth: () => 0,
      paddingTop: () => padding[0],
      paddingBottom: () => padding[1],
      paddingLeft: (column: number) => (column === 0 ? 0 : 5),
      paddingRight: (column: number) => (column === heads.length - 1 ? 0 : 5),
    },
  };
}
