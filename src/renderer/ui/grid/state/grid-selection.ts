import { currencyDigits } from "#shared/kernel/currency-digits.ts";
import { addDecimals, type DecimalString, divideDecimal } from "#shared/kernel/decimal.ts";
import { inertText } from "#shared/kernel/inert-text.ts";
import type { GridCell } from "../grid-navigation.ts";
import type { CellValue, Column } from "../grid-types.ts";

/** Cells from a first to a last row and column, both counted in. */
export interface GridRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstCol: number;
  readonly lastCol: number;
}

/** The cells between two corners; null while they are one cell, or in the header. */
export function rangeBetween(anchor: GridCell | null, active: GridCell): GridRange | null {
  if (anchor === null || active.row < 0 || anchor.row < 0) return null;
  if (anchor.row === active.row && anchor.col === active.col) return null;
  return {
    firstRow: Math.min(anchor.row, active.row),
    lastRow: Math.max(anchor.row, active.row),
    firstCol: Math.min(anchor.col, active.col),
    lastCol: Math.max(anchor.col, active.col),
  };
}

/** What the amounts of a selection come to in one currency, exactly; the average is rounded as the currency is written. */
export interface CurrencyFigures {
  readonly currency: string;
  readonly count: number;
  readonly sum: DecimalString;
  readonly average: DecimalString;
}

export interface SelectionFigures {
  /** Cells that hold something. */
  readonly cells: number;
  readonly currencies: readonly CurrencyFigures[];
}

/** Counts cells and adds amounts per currency: amounts of two currencies are never added. */
export function figuresOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): SelectionFigures {
  const sums = new Map<string, { count: number; sum: DecimalString }>();
  let cells = 0;
  for (const row of rows) {
    for (const column of columns) {
      const value = column.value?.(row) ?? null;
      if (value === null || value === "") continue;
      cells++;
      if (typeof value === "string") continue;
      const before = sums.get(value.currency);
      const sum = before === undefined ? (value.amount as DecimalString) : addDecimals(before.sum, value.amount as DecimalString);
      sums.set(value.currency, { count: (before?.count ?? 0) + 1, sum });
    }
  }
  const currencies = [...sums].map(([currency, { count, sum }]) => ({
    currency,
    count,
    sum,
    average: divideDecimal(sum, String(count) as DecimalString, currencyDigits(currency)),
  }));
  return { cells, currencies: currencies.sort((a, b) => (a.currency < b.currency ? -1 : 1)) };
}

/** Rows as tab-separated text with headers: raw numerals, text that no spreadsheet runs. */
export function tabSeparated<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const told = columns.filter((column) => column.value !== undefined);
  const line = (cells: readonly string[]): string => cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, " ")).join("\t");
  return [
    line(told.map(({ header }) => header)),
    ...rows.map((row) => line(told.map((column) => rawText(column.value?.(row) ?? null)))),
  ].join("\n");
}

function rawText(value: CellValue): string {
  if (value === null) return "";
  return typeof value === "string" ? inertText(value) : value.amount;
}
