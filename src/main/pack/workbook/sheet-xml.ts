import { currencyDigits } from "#main/domain/postings/account-sum.ts";
import { ExactSum } from "#main/domain/postings/exact-sum.ts";
import type { Write } from "#main/pack/archive/zip-writer.ts";
import { type DecimalString, decimal, scaleOf } from "#shared/kernel/decimal.ts";
import type { CellFormat, CellLook, CellStyles } from "./cell-styles.ts";
import { amountIn, cellNumber, escapeXml, fitsNumber, formulaCell, numberCell, serialDay, textCell } from "./cell-xml.ts";
import { ColumnLengths, type FittedColumn, lineColumns, linesOf, pagesWide, printedColumns } from "./column-fit.ts";
import { columnLetters, type RowLook, type Sheet, type SheetCell, type SheetColumn, type SheetRow, tabName } from "./sheet.ts";

/** The heading above every sheet's rows. */
export interface SheetHead {
  readonly subject: string;
  readonly stamps: readonly string[];
}

/** A sheet as the index names it. */
export interface WrittenSheet {
  readonly sheet: Sheet;
  readonly rows: number;
  readonly headingRow: number;
  /** How many pages wide it is printed. */
  readonly pagesWide: number;
  /** The cells that are printed. */
  readonly printed: string;
  /** Its one total, as a reference and a value. */
  readonly total: { readonly ref: string; readonly value: DecimalString } | null;
  /** The currency of all its amounts; null where they have several. */
  readonly currency: string | null;
}

const HEADING_ROW = 5;
export const FIRST_ROW = HEADING_ROW + 1;
/** A sheet has at most 1,048,576 rows, and totals and notes below the rows need some of them. */
const ROWS_MAX = 1_048_000;
const CUT_NOTE =
  "This sheet has as many rows as a spreadsheet can hold. The remaining rows aren't in it, and its totals don't include them.";

/** What a first walk through the rows tells: sums per currency, and whether an amount is too long for a cell. */
export interface Survey {
  readonly rows: number;
  readonly cut: boolean;
  readonly sums: ReadonlyMap<string, ReadonlyMap<number, ExactSum>>;
  readonly hasLong: boolean;
  readonly columns: readonly FittedColumn[];
}

/** Writes one sheet as XML: heading, rows, totals as live formulas, checks and notes. */
export async function writeSheet(
  write: Write,
  sheet: Sheet,
  { head, survey, styles }: { readonly head: SheetHead; readonly survey: Survey; readonly styles: CellStyles },
): Promise<WrittenSheet> {
  const columns = survey.hasLong ? [...survey.columns, EXACT] : survey.columns;
  const row = new RowWriter(sheet, columns, styles);
  await write(prelude(columns));
  await write(headRows(sheet, head, row));
  await write(row.xml(HEADING_ROW, { cells: columns.map(({ title }) => title) }, "heading"));
  let number = HEADING_ROW;
  for await (const each of sheet.rows()) {
    if (number - HEADING_ROW >= ROWS_MAX) break;
    number++;
    await write(row.xml(number, survey.hasLong ? withExact(each, sheet.columns) : each));
  }
  const last = number;
  const totals = totalRows(sheet, survey, HEADING_ROW + 1, last);
  const place = { first: HEADING_ROW + 1, last, total: totals.length === 1 ? last + 1 : null };
  for (const each of totals) await write(row.xml(++number, each));
  for (const each of sheet.after?.(place) ?? []) await write(row.xml(++number, each));
  number++;
  for (const note of [...sheet.notes, ...(survey.cut ? [CUT_NOTE] : [])]) await write(row.line(++number, note, "muted"));
  await write(ending(columns, { last, row }));
  return {
    sheet,
    rows: survey.rows,
    headingRow: HEADING_ROW,
    pagesWide: pagesWide(columns),
    printed: printedRange(columns, number),
    ...indexTotal(sheet, survey, place.total),
  };
}

function printedRange(columns: readonly FittedColumn[], last: number): string {
  return `$A$1:$${columnLetters(printedColumns(columns).length - 1)}$${last}`;
}

const EXACT: FittedColumn = { title: "Amounts in full", kind: "text", width: 40, wraps: true, isEmpty: false };

export async function surveyOf(sheet: Sheet): Promise<Survey> {
  const sums = new Map<string, Map<number, ExactSum>>();
  const lengths = new ColumnLengths(sheet.columns);
  let rows = 0;
  let hasLong = false;
  let cut = false;
  for await (const { cells, currency, look } of sheet.rows()) {
    if (rows >= ROWS_MAX) {
      cut = true;
      break;
    }
    rows++;
    const own = currency ?? ownCurrency(sheet, cells);
    for (const [at, column] of sheet.columns.entries()) {
      lengths.add(at, cells[at] ?? null);
      if (column.kind !== "amount" && column.kind !== "count") continue;
      const amount = amountOf(cells[at] ?? null);
      if (amount === null) continue;
      hasLong ||= !fitsNumber(amount);
      if (column.total !== true || (look ?? "plain") !== "plain") continue;
      const ofCurrency = sums.get(own) ?? new Map<number, ExactSum>();
      sums.set(own, ofCurrency);
      const sum = ofCurrency.get(at) ?? new ExactSum();
      ofCurrency.set(at, sum);
      sum.add(amount);
    }
  }
  for (const ofCurrency of sums.values()) for (const [at, sum] of ofCurrency) lengths.add(at, sum.value());
  return { rows, cut, sums, hasLong, columns: lengths.fitted() };
}

function ownCurrency(sheet: Sheet, cells: readonly SheetCell[]): string {
  if (sheet.currency !== null) return sheet.currency;
  const cell = sheet.currencyColumn === undefined ? null : cells[sheet.currencyColumn];
  return typeof cell === "string" ? cell : "";
}

function amountOf(cell: SheetCell): DecimalString | null {
  if (cell === null) return null;
  return amountIn(typeof cell === "string" ? cell : cell.value);
}

/** Amounts with more digits than a cell stores are also written as text. */
function withExact(row: SheetRow, columns: readonly SheetColumn[]): SheetRow {
  const long = columns.flatMap(({ kind, title }, at) => {
    const amount = kind === "amount" ? amountOf(row.cells[at] ?? null) : null;
    return amount === null || fitsNumber(amount) ? [] : [`${title}: ${amount}`];
  });
  const cells = columns.map((_, at) => row.cells[at] ?? null);
  return { ...row, cells: [...cells, long.length === 0 ? null : long.join("; ")] };
}

function totalRows(sheet: Sheet, survey: Survey, first: number, last: number): SheetRow[] {
  if (last < first || !sheet.columns.some(({ total }) => total)) return [];
  const currencies = [...survey.sums.keys()].sort();
  return currencies.map((currency) => {
    const sums = survey.sums.get(currency);
    const label = currencies.length > 1 || sheet.currency === null ? `Total ${currency}` : "Total";
    const cells = sheet.columns.map((column, at): SheetCell => {
      if (at === 0) return label;
      if (at === sheet.currencyColumn) return currency;
      if (column.total !== true) return null;
      const value = sums?.get(at)?.value() ?? decimal("0");
      return { value, formula: (row) => sumFormula(sheet, { at, first, last, row, value }) };
    });
    return { cells, look: "total" as const, currency };
  });
}

/** Rounded to the digits of the amounts, so that a sum of binary fractions is the sum of the amounts. */
function sumFormula(
  sheet: Sheet,
  sum: { readonly at: number; readonly first: number; readonly last: number; readonly row: number; readonly value: DecimalString },
): string {
  const { at, first, last, row, value } = sum;
  const range = (column: number) => `${columnLetters(column)}$${first}:${columnLetters(column)}$${last}`;
  const { currencyColumn } = sheet;
  const added =
    currencyColumn === undefined
      ? `SUM(${range(at)})`
      : `SUMIFS(${range(at)},${range(currencyColumn)},${columnLetters(currencyColumn)}${row})`;
  return `ROUND(${added},${Math.max(2, scaleOf(value))})`;
}

function indexTotal(sheet: Sheet, survey: Survey, totalRow: number | null): Pick<WrittenSheet, "total" | "currency"> {
  const [currency, another] = [...survey.sums.keys()];
  const { indexColumn } = sheet;
  const one = currency !== undefined && another === undefined;
  if (indexColumn === undefined || totalRow === null || !one) return { total: null, currency: sheet.currency };
  const value = survey.sums.get(currency)?.get(indexColumn)?.value();
  const ref = `'${tabName(sheet)}'!${columnLetters(indexColumn)}${totalRow}`;
  return { total: value === undefined ? null : { ref, value }, currency };
}

function prelude(columns: readonly FittedColumn[]): string {
  const widths = columns.map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">',
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
    `<sheetViews><sheetView showGridLines="0" workbookViewId="0"><pane xSplit="1" ySplit="${HEADING_ROW}" topLeftCell="B${HEADING_ROW + 1}" activePane="bottomRight" state="frozen"/></sheetView></sheetViews>`,
    '<sheetFormatPr defaultRowHeight="15"/>',
    `<cols>${widths.join("")}</cols><sheetData>`,
  ].join("");
}

function headRows(sheet: Sheet, { subject, stamps }: SheetHead, row: RowWriter): string {
  const stamped = stamps.length === 0 ? "" : row.line(3, stamps.join("   "), "flag");
  const back = row.line(4, "Back to the index", "link");
  return (
    row.line(1, `${sheet.ref}  ${sheet.title}`.trim(), "title") +
    row.line(2, `${subject} · ${sheet.source}${sheet.currency === null ? "" : ` · Amounts in ${sheet.currency}`}`, "muted") +
    stamped +
    back
  );
}

function ending(columns: readonly FittedColumn[], { last, row }: { readonly last: number; readonly row: RowWriter }): string {
  const whole = `A${HEADING_ROW}:${columnLetters(columns.length - 1)}${Math.max(last, HEADING_ROW)}`;
  const links = `<hyperlinks><hyperlink ref="A4" location="'Index'!A1" display="Back to the index"/></hyperlinks>`;
  return `</sheetData><autoFilter ref="${whole}"/>${row.merged}${links}${pageSetup(row.lines, pagesWide(columns))}`;
}

/** Up to here a sheet is easy to read on one page, and a second one would have a few lines only. */
const ONE_PAGE_LINES = 66;

/** How a sheet is printed: one page wide unless it is very wide, and as many long as it takes, but for one that is little longer than a page. */
export function pageSetup(lines: number, wide = 1): string {
  return [
    '<printOptions horizontalCentered="0"/>',
    '<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>',
    `<pageSetup paperSize="9" orientation="landscape" ${wide > 1 ? 'pageOrder="overThenDown" ' : ""}fitToWidth="${wide}" fitToHeight="${lines <= ONE_PAGE_LINES ? 1 : 0}"/>`,
    "<headerFooter><oddFooter>&amp;L&amp;A&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>",
    "</worksheet>",
  ].join("");
}

const LINE_POINTS = 15;
const TITLE_POINTS = 21;
const LINES_MAX = 10;
/** The letters of a line for each of its width, by the size of the text. */
const LETTERS_ACROSS: Readonly<Record<CellLook, number>> = {
  ...{ plain: 1, heading: 1, strong: 1, total: 1, link: 1 },
  ...{ title: 0.65, muted: 1.1, flag: 0.95 },
};

/** Text of wide columns goes over several lines, and so do headings. */
function isBroken(column: FittedColumn, look: RowLook): boolean {
  return look === "heading" || column.wraps;
}

/** As high as the longest of the texts that go over several lines; not every program works that out. */
function highest(columns: readonly FittedColumn[], cells: readonly SheetCell[], look: RowLook): number {
  let lines = 1;
  for (const [at, column] of columns.entries()) {
    const cell = cells[at];
    if (typeof cell !== "string" || !isBroken(column, look)) continue;
    lines = Math.max(lines, linesOf(cell, column.width, look === "heading"));
  }
  return Math.min(lines, LINES_MAX);
}

/** Rows of one sheet as XML. */
class RowWriter {
  readonly #sheet: Sheet;
  readonly #columns: readonly FittedColumn[];
  readonly #styles: CellStyles;
  readonly #digits = new Map<string, number>();
  readonly #across: ReturnType<typeof lineColumns>;
  readonly #merged: string[] = [];
  #lines = 0;

  constructor(sheet: Sheet, columns: readonly FittedColumn[], styles: CellStyles) {
    this.#sheet = sheet;
    this.#columns = columns;
    this.#across = lineColumns(columns);
    this.#styles = styles;
  }

  /** How many lines of text the rows so far are high. */
  get lines(): number {
    return this.#lines;
  }

  /** The cells that lines of text are written across. */
  get merged(): string {
    return this.#merged.length === 0 ? "" : `<mergeCells count="${this.#merged.length}">${this.#merged.join("")}</mergeCells>`;
  }

  /** Text across the columns of a printed page, in as many lines as it takes: what runs past them is cut, or makes the print small. */
  line(number: number, text: string, look: CellLook): string {
    const { count, width } = this.#across;
    const lines = Math.min(linesOf(text, width * LETTERS_ACROSS[look], false), LINES_MAX);
    this.#lines += lines;
    if (count > 1) this.#merged.push(`<mergeCell ref="A${number}:${columnLetters(count - 1)}${number}"/>`);
    const height = look === "title" ? lines * TITLE_POINTS : lines * LINE_POINTS;
    return `<row r="${number}"${height === LINE_POINTS ? "" : ` ht="${height}" customHeight="1"`}>${textCell(0, number, this.#styles.number(look, "text", lines > 1), text)}</row>`;
  }

  xml(number: number, row: SheetRow, look: RowLook = row.look ?? "plain"): string {
    const currency = row.currency ?? ownCurrency(this.#sheet, row.cells);
    const cells = this.#columns.map((column, at) => this.#cell(at, number, column, row.cells[at] ?? null, { look, currency }));
    const high = highest(this.#columns, row.cells, look);
    this.#lines += high;
    return `<row r="${number}"${high === 1 ? "" : ` ht="${high * LINE_POINTS}" customHeight="1"`}>${cells.join("")}</row>`;
  }

  #cell(at: number, row: number, column: FittedColumn, cell: SheetCell, { look, currency }: { look: RowLook; currency: string }): string {
    const kind = look === "heading" ? "text" : column.kind;
    if (cell === null || cell === "") return this.#empty(at, row, look);
    const value = typeof cell === "string" ? cell : cell.value;
    const amount = kind === "text" || kind === "date" ? null : amountIn(value);
    const format = amount === null ? "text" : this.#format(kind, amount, currency);
    if (typeof cell !== "string")
      return formulaCell(
        at,
        row,
        this.#styles.number(look, format),
        cell.formula(row),
        amount === null ? value : cellNumber(amount),
        amount === null,
      );
    if (amount !== null) return numberCell(at, row, this.#styles.number(look, format), cellNumber(amount));
    const serial = kind === "date" ? serialDay(value) : null;
    if (serial !== null) return numberCell(at, row, this.#styles.number(look, "date"), String(serial));
    const isRight = column.kind !== "text" && column.kind !== "date";
    return textCell(at, row, this.#styles.number(look, isRight ? "right" : at === 0 ? "text" : "beside", isBroken(column, look)), value);
  }

  /** A rule goes through the whole row, cells without a value included. */
  #empty(at: number, row: number, look: RowLook): string {
    return look === "plain" ? "" : `<c r="${columnLetters(at)}${row}" s="${this.#styles.number(look, "text")}"/>`;
  }

  #format(kind: SheetColumn["kind"], amount: DecimalString, currency: string): CellFormat {
    if (kind === "percent") return "percent";
    if (kind === "count") return "count";
    const digits = this.#digits.get(currency) ?? currencyDigits(currency);
    this.#digits.set(currency, digits);
    return `amount${Math.min(4, Math.max(digits, scaleOf(amount))) as 0 | 1 | 2 | 3 | 4}`;
  }
}

/** The words of a heading in XML, for names of print ranges. */
export function sheetReference(sheet: Pick<Sheet, "ref" | "title">): string {
  return escapeXml(`'${tabName(sheet)}'`);
}
