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
    pageMargins: [42, 42, 42, 48],
    // Compressors differ between hosts, and the archive compresses anyway.
    compress: false,
    info: { title: printText(title), creationDate: new Date(asOf === null ? 0 : instantMs(asOf)), producer: "Tieout", creator: "Tieout" },
    defaultStyle: { font: "Roboto", fontSize: 8.5, lineHeight: 1.15, color: "#16191F" },
    styles: {
      title: { fontSize: 20, bold: true },
      subtitle: { fontSize: 11, color: GREY },
      section: { fontSize: 11, bold: true, margin: [0, 14, 0, 5] },
      note: { fontSize: 7.5, color: GREY },
      head: { fontSize: 7.5, color: GREY },
    },
    content,
    footer: (page, pages) => ({
      margin: [42, 16, 42, 0],
      fontSize: 7.5,
      color: GREY,
      columns: [
        { text: printText(foot), width: "*" },
        { text: `Page ${page} of ${pages}`, width: "auto" },
      ],
    }),
  };
  return pdfmake.createPdf(definition).getBuffer();
}

export interface PrintedRow {
  readonly cells: readonly string[];
  /** `strong` has a rule above; `total` also has two below. */
  readonly look?: "strong" | "total";
  readonly flag?: boolean;
}

export interface PrintedTable {
  readonly heads: readonly string[];
  readonly rows: readonly PrintedRow[];
  readonly widths: readonly (number | "*" | "auto")[];
  /** Columns from this one on are right-aligned. */
  readonly rightFrom: number;
}

/** A table with hairlines between rows, rules around totals and its headings on every page. */
export function printedTable({ heads, rows, widths, rightFrom }: PrintedTable): Content {
  const align = (at: number) => (at >= rightFrom ? ("right" as const) : ("left" as const));
  const head = heads.map((text, at): TableCell => ({ text: printText(text), style: "head", alignment: align(at) }));
  const body = rows.map(({ cells, look, flag }) =>
    cells.map(
      (text, at): TableCell => ({ text, alignment: align(at), bold: look !== undefined, ...(flag === true ? { color: RED } : {}) }),
    ),
  );
  const lookAt = (line: number) => rows[line - 1]?.look;
  return {
    table: { headerRows: 1, dontBreakRows: true, widths: [...widths], body: [head, ...body] },
    layout: {
      hLineWidth: (line: number) =>
        line === 0 ? 0 : lookAt(line) !== undefined || line === 1 ? 0.7 : lookAt(line - 1) === "total" ? 1.4 : 0.25,
      hLineColor: (line: number) => (line === 1 || lookAt(line) !== undefined || lookAt(line - 1) === "total" ? "#16191F" : RULE),
      vLineWidth: () => 0,
      paddingTop: () => 2.2,
      paddingBottom: () => 1.6,
      paddingLeft: (column: number) => (column === 0 ? 0 : 5),
      paddingRight: (column: number) => (column === heads.length - 1 ? 0 : 5),
    },
  };
}
