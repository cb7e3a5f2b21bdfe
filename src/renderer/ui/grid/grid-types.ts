import type { KeyboardEvent, ReactNode } from "react";

/** A cell's value independent of its appearance: for copies, sums and files. Dates are ISO text. */
export type CellValue = string | { readonly amount: string; readonly currency: string } | null;

/** The value of an amount cell; null if there is no amount. */
export function amountValue(amount: string | null | undefined, currency: string): CellValue {
  return amount === null || amount === undefined ? null : { amount, currency };
}

/** A column: its width, its meaning and its cells. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** A sentence shown on hover and on focus of the header. */
  readonly help?: string;
  /**
   * The minimum width, for example `80px`, until the visible values are measured: then a column is as wide as
   * they need. A column of free text that may be truncated has a share too, such as `minmax(160px, 2fr)`; it is
   * never narrower than its minimum.
   */
  readonly width: string;
  /** The header is for screen readers only. */
  readonly quietHeader?: boolean;
  readonly align?: "end";
  /** Aligned at the end without room for a closing parenthesis, as counts are: the header ends there too. */
  readonly counts?: boolean;
  /** The first of columns that belong together, such as a comparison and its change: a line separates it from the one before. */
  readonly leads?: boolean;
  readonly sortable?: boolean;
  /** Hidden until a person adds it in the list of columns. */
  readonly optional?: boolean;
  /** One of the first to be dropped where columns don't fit. Of several with numbers, the greatest goes first; 0 isn't minor. */
  readonly minor?: boolean | number;
  /** True for a value that someone has to see, such as a problem: with one, a column of dashes goes as its `minor` says, not first. */
  readonly tells?: (row: Row) => boolean;
  /** A picture that comes only where no text is cut for it. */
  readonly spare?: boolean;
  /** Columns with the same name here stay or are dropped together: debits without credits would mislead. */
  readonly pair?: string;
  /** Never dropped for want of room. */
  readonly essential?: boolean;
  /**
   * Never dropped for want of room while rows differ in it: amounts of two currencies can't be told apart without it. While
   * they don't, it is one of the first.
   */
  readonly tellsApart?: boolean;
  /** Shown only where the columns of this pair were dropped: their sum. */
  readonly standsFor?: string;
  /**
   * Takes what its longest value needs, however long, before names grow. If it `wraps` as well, it is the first to go on in a second line
   * where room is short, and no column is dropped for it.
   */
  readonly whole?: boolean;
  /**
   * Its texts are sentences: a row is higher where one of them needs it. Its cells wrap and limit their lines. So may those of
   * another column, also while a person hides this one.
   */
  readonly wraps?: boolean;
  /** The cell is a single control, which takes the focus instead of the cell: it must use `tabIndex`. */
  readonly control?: boolean;
  /** Its cells begin with a box to select the row by, so the lines of rows that are on their way begin after it. */
  readonly chooses?: boolean;
  /** As the last column, it is at the end of the grid, where people look for it, however much room the others leave. */
  readonly atEdge?: boolean;
  readonly cell: (row: Row, tabIndex: 0 | -1) => ReactNode;
  /** Left out where a cell has nothing to copy. */
  readonly value?: (row: Row) => CellValue;
  /** True where a value counts as empty, such as a count of 0; a column that is empty in every row is left out. */
  readonly blank?: (row: Row) => boolean;
}

export interface GridSort {
  readonly column: string;
  readonly descending: boolean;
}

export interface DataGridProps<Row> {
  readonly label: string;
  /** The key under which a person's column arrangement is stored; without it, columns are fixed. */
  readonly layoutId?: string;
  readonly columns: readonly Column<Row>[];
  readonly rowCount: number;
  /** The row at an index; undefined while it is loading. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Rows from a first to a last index, for copies and files, where `rowAt` doesn't have all of them. */
  readonly readRows?: (first: number, last: number) => Promise<readonly Row[]>;
  /** What is below the table, in a line of its own. `hidden`: the way to columns that don't fit, which shares the line. */
  readonly below?: ((hidden: ReactNode) => ReactNode) | undefined;
  /** Sticky rows below the others: totals. */
  readonly footer?: readonly Row[];
  /** The last row is what all others come to: while it is out of sight below, a copy of it is at the lower edge. */
  readonly keepsLast?: boolean;
  readonly keyOf: (row: Row) => string;
  /** A row's current index, so that the active row stays the same when the order changes. */
  readonly indexOf?: (key: string) => number;
  /** A panel is open next to the grid: columns that don't fit are left out completely, with a note. */
  readonly beside?: boolean;
  /** The same in a narrow window, so that the last column with its controls is never out of sight. */
  readonly fits?: boolean;
  /** The table of a screen of figures (`figures` in layout.module.css): its columns end where the charts above it do. */
  readonly figures?: boolean;
  /** Rows have room for sentences of two lines; their cells wrap them. */
  readonly twoLines?: boolean;
  readonly busy?: boolean;
  readonly openKey?: string | undefined;
  /** The column matters for rows where each figure opens something else. */
  readonly onOpen: (row: Row, columnId: string) => void;
  /** Shift+Enter: opens the row in a separate window. */
  readonly onPopOut?: (row: Row) => void;
  /** Handles a key on a cell that the grid doesn't use itself; true when handled. */
  readonly onKey?: (event: KeyboardEvent, row: Row, columnId: string) => boolean;
  readonly rowClass?: (row: Row) => string | undefined;
  readonly sort?: GridSort | undefined;
  /** Further sort keys for rows with equal values in `sort`. */
  readonly thenBy?: readonly GridSort[] | undefined;
  /** `further` (Shift) keeps the current order and sorts only equal rows by this column. */
  readonly onSort?: ((column: string, further: boolean) => void) | undefined;
  /** Every column with values can be sorted, not only those marked as sortable. */
  readonly sortsAll?: boolean | undefined;
  /** Called with the rows of a multi-row selection; empty when it ends. */
  readonly onSelect?: (rows: readonly Row[]) => void;
  /** Called with the visible rows. */
  readonly onRange?: (first: number, last: number) => void;
}
