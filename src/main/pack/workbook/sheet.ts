/** A column of a sheet. `total`: summed below the rows, per currency where the rows name one. */
export interface SheetColumn {
  readonly title: string;
  readonly kind: "text" | "date" | "amount" | "count" | "percent";
  /** In characters. */
  readonly width?: number;
  readonly total?: boolean;
}

/** A live formula with the value that it comes to; `row` is the number of its own row in the sheet. */
export interface FormulaCell {
  readonly formula: (row: number) => string;
  readonly value: string;
}

/** Text as a ledger or a person wrote it, an ISO date, or a decimal numeral, by the kind of its column. */
export type SheetCell = string | null | FormulaCell;
export type RowLook = "plain" | "heading" | "strong" | "total";

export interface SheetRow {
  readonly cells: readonly SheetCell[];
  readonly look?: RowLook;
  /** Of this row's amounts, where rows have different ones. */
  readonly currency?: string;
}

/** The rows of a sheet by the numbers people see. `last` is before `first` when there are none. */
export interface SheetPlace {
  readonly first: number;
  readonly last: number;
  /** The row of the totals; null where there is none, or one for each of several currencies. */
  readonly total: number | null;
}

/** One schedule of a workbook. */
export interface Sheet {
  /** Its letter. */
  readonly ref: string;
  readonly title: string;
  /** Where the figures come from, and how fresh they are. */
  readonly source: string;
  /** What a reader must know, below the rows. */
  readonly notes: readonly string[];
  /** Of all amounts; null where each row has its own, named in the column `currencyColumn`. */
  readonly currency: string | null;
  readonly currencyColumn?: number;
  readonly columns: readonly SheetColumn[];
  /** May be walked more than once, with the same rows each time. */
  readonly rows: () => Iterable<SheetRow> | AsyncIterable<SheetRow>;
  /** Checks and differences below the totals. */
  readonly after?: (place: SheetPlace) => readonly SheetRow[];
  /** The column whose total is shown in the index. */
  readonly indexColumn?: number;
  /** In a word or two, for the index. */
  readonly status: string;
  /** Items that still need attention: the count behind `status`, which the cover shows. */
  readonly open: number;
}

/** The letters of a column, from 0. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnLetters(rest - 1) : "") + String.fromCharCode(65 + (column % 26));
}

/** A sheet's name on its tab: at most 31 characters, without those a formula would have to escape. */
export function tabName(sheet: Pick<Sheet, "ref" | "title">): string {
  return `${sheet.ref} ${sheet.title}`
    .replaceAll(/[^\p{L}\p{N} &.-]/gu, " ")
    .slice(0, 31)
    .trim();
}
