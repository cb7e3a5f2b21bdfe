import { streamCsvRows } from "hucre/csv";
import { PackUnreadable } from "#main/pack/archive/pack-unreadable.ts";

/** Of one row. A text can't grow without end, and the rows that we write are far shorter. */
const ROW_CHARS_MAX = 16 * 1024 * 1024;
/** What a cell costs beside its text. */
const CELL_CHARS = 64;

/**
 * Hands RFC 4180 text, which comes in pieces, to the library in whole rows: an extract can be larger than
 * the longest text that a program can hold. A row that is too long to be one of ours throws PackUnreadable.
 */
export class CsvReader {
  readonly #onRow: (cells: readonly string[]) => void;
  /** The begin of a row whose end has not come yet, and how many cells are in it. */
  #begun = "";
  #cells = 0;
  /** Quotes are odd in number so far: line ends belong to a cell. */
  #isQuoted = false;

  constructor(onRow: (cells: readonly string[]) => void) {
    this.#onRow = onRow;
  }

  push(text: string): void {
    let end = 0;
    for (const { 0: sign, index } of text.matchAll(/[",\n]/g)) {
      if (sign === '"') this.#isQuoted = !this.#isQuoted;
      else if (this.#isQuoted) continue;
      else if (sign === ",") this.#cells++;
      else {
        end = index + 1;
        this.#cells = 0;
      }
    }
    if (end > 0) this.#read(this.#begun + text.slice(0, end));
    this.#begun = (end > 0 ? "" : this.#begun) + text.slice(end);
    if (this.#begun.length + this.#cells * CELL_CHARS > ROW_CHARS_MAX)
      throw new PackUnreadable("a row is longer than any row Tieout writes");
  }

  /** The last row may have no line end. */
  end(): void {
    this.#read(this.#begun);
  }

  #read(rows: string): void {
    for (const cells of streamCsvRows(rows, { delimiter: ",", skipBom: false })) this.#onRow(cells as string[]);
  }
}
