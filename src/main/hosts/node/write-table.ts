import { writeXlsx } from "hucre/xlsx";
import type { WriteTable } from "#main/ports/index.ts";
import { inertText } from "#shared/kernel/inert-text.ts";

/** Writes a workbook of one sheet: headings in bold, then rows of text that no spreadsheet runs. */
export const writeTable: WriteTable = ({ title, columns, rows }) =>
  writeXlsx({
    sheets: [
      {
        name: title.replaceAll(/[[\]:*?/\\]/g, " ").slice(0, 31),
        columns: columns.map(({ width }) => ({ width })),
        rows: [columns.map(({ heading }) => heading), ...rows.map((row) => row.map(inertText))],
        freezePane: { rows: 1 },
      },
    ],
  });
