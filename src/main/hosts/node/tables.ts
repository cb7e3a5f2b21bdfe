import type { ReadTable, WriteTable } from "#main/ports/index.ts";
import { inertText } from "#shared/kernel/inert-text.ts";
import { textOfBytes } from "#shared/kernel/text-of-bytes.ts";

// A workbook is a ZIP archive. Its first two bytes, PK, may be the first heading's of a CSV file.
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** Reads a CSV file or the first sheet of a workbook, told apart by their bytes. */
export const readTable: ReadTable = async (bytes) => {
  const isWorkbook = ZIP.every((byte, at) => bytes[at] === byte);
  const rows = isWorkbook ? await firstSheet(bytes) : await csvRows(bytes);
  return rows.map((row) => row.map(cellText));
};

// The library is loaded by the first table: every start of the command would wait for its 57 files.
async function csvRows(bytes: Uint8Array): Promise<readonly (readonly unknown[])[]> {
  const { parseCsv } = await import("hucre/csv");
  return parseCsv(textOfBytes(bytes, TextDecoder));
}

async function firstSheet(bytes: Uint8Array): Promise<readonly (readonly unknown[])[]> {
  const { readXlsx } = await import("hucre/xlsx");
  const workbook = await readXlsx(bytes, { sheets: [0] });
  return workbook.sheets[0]?.rows ?? [];
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}

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
