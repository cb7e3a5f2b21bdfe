import type { WriteTable } from "#main/ports/index.ts";
import { inertText } from "#shared/kernel/inert-text.ts";

/** Writes a workbook of one sheet: headings in bold, then rows of text that no spreadsheet runs. */
export const writeTable: WriteTable = async ({ title, columns, rows }) => {
  const { writeXlsx } = await import("hucre/xlsx");
  return writeXlsx({
    sheets: [
      {
        name: title.replaceAll(/[[\]:*?/\\]/g, " ").slice(0, 31),
        columns: columns.map(({ width }) => ({ width })),
        rows: [columns.map(({ heading }) => heading), ...rows.map((row) => row.map(inertText))],
        freezePane: { rows: 1 },
      },
    ],
  });
};
