import { compareDecimals, type DecimalString, isDecimal } from "#shared/kernel/decimal.ts";
import type { CellValue, Column, GridSort } from "../grid-types.ts";

/** The most sort keys of one order, including the first. */
const MOST_KEYS = 4;

/** How choosing a header changes the order. */
interface OrderChoice {
  /** Keeps the current order, and sorts equal rows by this column. */
  readonly further: boolean;
  /** The direction that a column sorts in first. */
  readonly descending: boolean;
  /** A third click removes the column from the order, because the list has a default order. */
  readonly ends: boolean;
}

/** The order after a header was chosen: by it alone, or after the current keys; reversed if it was already a key. */
export function nextOrders(orders: readonly GridSort[], column: string, { further, descending, ends }: OrderChoice): readonly GridSort[] {
  const known = orders.find((order) => order.column === column);
  if (known === undefined) return further ? [...orders, { column, descending }].slice(0, MOST_KEYS) : [{ column, descending }];
  const turned = { column, descending: !known.descending };
  const over = ends && known.descending !== descending;
  if (!further && orders[0] === known) return over ? [] : [turned];
  if (!further) return [{ column, descending }];
  return over ? orders.filter((order) => order !== known) : orders.map((order) => (order === known ? turned : order));
}

/** True where people look for the largest value first: amounts, counts and days. */
export function sortsDownFirst<Row>(columns: readonly Column<Row>[], rows: readonly Row[], id: string): boolean {
  const column = columns.find((one) => one.id === id);
  if (column?.align === "end") return true;
  const first = rows.map((row) => column?.value?.(row) ?? null).find((value) => value !== null && value !== "");
  return typeof first === "string" && /^\d{4}-\d{2}-\d{2}/.test(first);
}

/** Compares rows by the given orders; empty values come last in both directions. */
export function byOrders<Row>(orders: readonly GridSort[], columns: readonly Column<Row>[]): (a: Row, b: Row) => number {
  const keys = orders.flatMap(({ column: id, descending }) => {
    const value = columns.find((column) => column.id === id)?.value;
    return value === undefined ? [] : [{ value, sign: descending ? -1 : 1 }];
  });
  return (a, b) => {
    for (const { value, sign } of keys) {
      const one = value(a);
      const other = value(b);
      const empty = Number(isNothing(one)) - Number(isNothing(other));
      const found = empty === 0 ? sign * compareValues(one, other) : empty;
      if (found !== 0) return found;
    }
    return 0;
  };
}

function isNothing(value: CellValue): boolean {
  return value === null || value === "";
}

function compareValues(a: CellValue, b: CellValue): number {
  const [one, other] = [figureOf(a), figureOf(b)];
  if (one !== null && other !== null) return compareDecimals(one, other);
  return WORDS.compare(textOf(a), textOf(b));
}

const WORDS = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** A value as text, for searching and sorting. */
export function textOf(value: CellValue): string {
  return value === null ? "" : typeof value === "string" ? value : value.amount;
}

/** A value as a number; null if it isn't one. */
export function figureOf(value: CellValue): DecimalString | null {
  const text = textOf(value);
  return isDecimal(text) ? text : null;
}
