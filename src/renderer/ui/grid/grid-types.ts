import type { KeyboardEvent, ReactNode } from "react";

/** What a cell holds apart from how it looks: for copies, sums and files. Dates are ISO text. */
export type CellValue = string | { readonly amount: string; readonly currency: string } | null;

/** The value of a cell that shows an amount; null where there is none. */
export function amountValue(amount: string | null | undefined, currency: string): CellValue {
  return amount === null || amount === undefined ? null : { amount, currency };
}

/** A column: how wide, what it means, what stands in it. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** A sentence shown on hover and on focus of the header. */
  readonly help?: string;
  /**
   * The least width, for example `80px`, until the values in sight are measured: then a column is as wide as they need. A column of free
   * text that may be cut has a share too, such as `minmax(160px, 2fr)`; then it is never narrower than its least.
   */
  readonly width: string;
  /** The header is for screen readers only. */
  readonly quietHeader?: boolean;
  readonly align?: "end";
  readonly sortable?: boolean;
  /** Left out until a person asks for it in the list of columns. */
  readonly optional?: boolean;
  /** Among the first that make room where the grid is beside an open panel. */
  readonly minor?: boolean;
  /** The cell holds one control, which takes the focus instead of the cell: it must use `tabIndex`. */
  readonly control?: boolean;
  readonly cell: (row: Row, tabIndex: 0 | -1) => ReactNode;
  /** Left out where a cell holds nothing that could be copied. */
  readonly value?: (row: Row) => CellValue;
  /** A row holds nothing here although it has a value, such as a count of 0; a column that holds nothing in any row is left out. */
  readonly blank?: (row: Row) => boolean;
}

export interface GridSort {
  readonly column: string;
  readonly descending: boolean;
}

export interface DataGridProps<Row> {
  readonly label: string;
  /** Under this name a person's arrangement of the columns is kept; without it they stay as they are. */
  readonly layoutId?: string;
  readonly columns: readonly Column<Row>[];
  readonly rowCount: number;
  /** The row at an index; undefined while it is on its way. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Rows from a first to a last index, for copies and files, where `rowAt` does not hold all of them. */
  readonly readRows?: (first: number, last: number) => Promise<readonly Row[]>;
  /** Rows that stay in sight below the others: totals. */
  readonly footer?: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Where a row stands now, so that the active row stays the same when the order changes. */
  readonly indexOf?: (key: string) => number;
  /** A panel stands open beside the grid: columns that have no room are left out whole, and said to be. */
  readonly beside?: boolean;
  readonly busy?: boolean;
  readonly openKey?: string | undefined;
  /** Told the column too, for rows whose figures open things of their own. */
  readonly onOpen: (row: Row, columnId: string) => void;
  /** Shift+Enter: opens the row in a window of its own. */
  readonly onPopOut?: (row: Row) => void;
  /** A key pressed on a cell that the grid itself has no use for; true when it was taken. */
  readonly onKey?: (event: KeyboardEvent, row: Row, columnId: string) => boolean;
  readonly rowClass?: (row: Row) => string | undefined;
  readonly sort?: GridSort | undefined;
  /** What orders rows that are alike in `sort`, in turn. */
  readonly thenBy?: readonly GridSort[] | undefined;
  /** Told whether the order that holds is kept, and this column only orders what is alike in it: Shift. */
  readonly onSort?: ((column: string, further: boolean) => void) | undefined;
  /** Every column that holds values sorts, and not only those that say so. */
  readonly sortsAll?: boolean | undefined;
  /** Told the rows of a selection of several; none when it has ended. */
  readonly onSelect?: (rows: readonly Row[]) => void;
  /** Told which rows are on the screen. */
  readonly onRange?: (first: number, last: number) => void;
}
