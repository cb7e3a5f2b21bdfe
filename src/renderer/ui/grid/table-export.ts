import { currencyDigits } from "#shared/kernel/currency-digits.ts";
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
        columns: told.map((column) =>
          column.align === "end"
            ? { width: 16, numFmt: amountFormat(decimalsOf(rows.map((row) => column.value?.(row) ?? null))) }
            : { width: 24 },
        ),
        rows: [told.map(({ header }) => header), ...rows.map((row) => told.map((column) => workbookCell(column.value?.(row) ?? null)))],
        freezePane: { rows: 1 },
      },
    ],
  });
}

/** As many decimals as the screen shows: of the currencies, and more where an amount has them; two where there is no amount. */
function decimalsOf(values: readonly CellValue[]): number {
  const decimals = values.flatMap((value) =>
    value === null || typeof value === "string" ? [] : [currencyDigits(value.currency), /\.(\d*?)0*$/.exec(value.amount)?.[1]?.length ?? 0],
  );
  return decimals.reduce((most, one) => Math.max(most, one), decimals[0] ?? 2);
}

function amountFormat(decimals: number): string {
  const digits = decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
  return `${digits}_);(${digits});"-"_)`;
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
