import { compareDecimals, type DecimalString, isDecimal } from "#shared/kernel/decimal.ts";
import type { CellValue, Column, GridSort } from "../grid-types.ts";

/** Keys of one order, the first included. */
const MOST_KEYS = 4;

/** How a choice of a header changes an order. */
interface OrderChoice {
  /** Keeps the order that holds, and sorts by this column what is alike in it. */
  readonly further: boolean;
  /** The direction that a column sorts in first. */
  readonly descending: boolean;
  /** Chosen a third time, a column no longer sorts: the list has an order of its own. */
  readonly ends: boolean;
}

/** The order after a header was chosen: by it alone, or after those that hold; turned where it sorted already. */
export function nextOrders(orders: readonly GridSort[], column: string, { further, descending, ends }: OrderChoice): readonly GridSort[] {
  const known = orders.find((order) => order.column === column);
  if (known === undefined) return further ? [...orders, { column, descending }].slice(0, MOST_KEYS) : [{ column, descending }];
  const turned = { column, descending: !known.descending };
  const over = ends && known.descending !== descending;
  if (!further && orders[0] === known) return over ? [] : [turned];
  if (!further) return [{ column, descending }];
  return over ? orders.filter((order) => order !== known) : orders.map((order) => (order === known ? turned : order));
}

/** True where the largest value is what people look for first: amounts, counts and days. */
export function sortsDownFirst<Row>(columns: readonly Column<Row>[], rows: readonly Row[], id: string): boolean {
  const column = columns.find((one) => one.id === id);
  if (column?.align === "end") return true;
  const first = rows.map((row) => column?.value?.(row) ?? null).find((value) => value !== null && value !== "");
  return typeof first === "string" && /^\d{4}-\d{2}-\d{2}/.test(first);
}

/** A comparison of rows by the orders given; what holds nothing stands last in both directions. */
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

/** A value as text, as it is looked for and ordered. */
export function textOf(value: CellValue): string {
  return value === null ? "" : typeof value === "string" ? value : value.amount;
}

/** A value as a figure; null where it is none. */
export function figureOf(value: CellValue): DecimalString | null {
  const text = textOf(value);
  return isDecimal(text) ? text : null;
}
