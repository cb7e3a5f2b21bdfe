import { inertText } from "#shared/kernel/inert-text.ts";
import type { CellValue, Column } from "./grid-types.ts";

export type TableFormat = "csv" | "xlsx";

/** Significant digits that a spreadsheet keeps of a number. */
const SPREADSHEET_DIGITS = 15;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Rows as CSV (RFC 4180, UTF-8): ISO dates, plain numerals, text that no spreadsheet runs. */
export function csvText<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const told = columns.filter((column) => column.value !== undefined);
  const line = (cells: readonly string[]): string => `${cells.join(",")}\r\n`;
  return [
    line(told.map(({ header }) => quoted(inertText(header)))),
    ...rows.map((row) => line(told.map((column) => csvCell(column.value?.(row) ?? null)))),
  ].join("");
}

/** Rows as a workbook of one sheet: amounts are numbers where a spreadsheet can hold them, else exact text. */
export async function workbookBytes<Row>(title: string, rows: readonly Row[], columns: readonly Column<Row>[]): Promise<Uint8Array> {
  // Only a person who asks for a workbook waits for the part that writes one.
  const { writeXlsx } = await import("hucre/xlsx");
  const told = columns.filter((column) => column.value !== undefined);
  return writeXlsx({
    sheets: [
      {
        name: title
          .replaceAll(/[[\]:*?/\\]/g, " ")
          .trim()
          .slice(0, 31),
        columns: told.map(({ align }) => ({ width: align === "end" ? 16 : 24, ...(align === "end" ? { numFmt: AMOUNT_FORMAT } : {}) })),
        rows: [told.map(({ header }) => header), ...rows.map((row) => told.map((column) => workbookCell(column.value?.(row) ?? null)))],
        freezePane: { rows: 1 },
      },
    ],
  });
}

const AMOUNT_FORMAT = '#,##0.00_);(#,##0.00);"-"_)';

/** Hands a file to the person through the platform's own save. */
export function saveFile(name: string, content: string | Uint8Array, type: string): void {
  const address = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

function csvCell(value: CellValue): string {
  if (value === null) return "";
  if (typeof value !== "string") return value.amount;
  return DAY.test(value) ? value : quoted(inertText(value));
}

function workbookCell(value: CellValue): string | number | null {
  if (value === null || typeof value === "string") return value;
  const digits = value.amount.replace(/^-?0*|\./g, "").length;
  return digits > SPREADSHEET_DIGITS ? value.amount : Number(value.amount);
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
