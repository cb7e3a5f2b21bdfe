import { PackUnreadable } from "./pack-unreadable.ts";

const QUOTE = 34;
const COMMA = 44;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Of one row. A text can't grow without end, and the rows that we write are far shorter. */
const ROW_CHARS_MAX = 16 * 1024 * 1024;
/** What a cell costs beside its text. */
const CELL_CHARS = 64;

/**
 * Reads RFC 4180 text piece by piece and hands over each row of cells; a row may end in any piece.
 * A row that is too long to be one of ours throws PackUnreadable.
 */
export class CsvReader {
  readonly #onRow: (cells: readonly string[]) => void;
  #cells: string[] = [];
  #cell = "";
  /** What the row's cells before this one take. */
  #rowChars = 0;
  #isQuoted = false;
  /** A quote inside a quoted cell: its end, or the first of two. */
  #isAfterQuote = false;
  #isBegun = false;

  constructor(onRow: (cells: readonly string[]) => void) {
    this.#onRow = onRow;
  }

  push(text: string): void {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#isQuoted) {
        if (this.#isAfterQuote) {
          this.#isAfterQuote = false;
          if (code === QUOTE) {
            from = at;
            continue;
          }
          this.#isQuoted = false;
          from = at;
        } else {
          if (code !== QUOTE) continue;
          this.#cell += text.slice(from, at);
          this.#isAfterQuote = true;
          from = at + 1;
          continue;
        }
      }
      if (code === QUOTE && this.#cell === "" && from === at) {
        this.#isQuoted = true;
        this.#isBegun = true;
        from = at + 1;
      } else if (code === COMMA) {
        this.#endCell(text.slice(from, at));
        from = at + 1;
      } else if (code === LINE_FEED) {
        this.#endCell(text.slice(from, at));
        this.#endRow();
        from = at + 1;
      } else if (code === CARRIAGE_RETURN) {
        this.#cell += text.slice(from, at);
        this.#isBegun = true;
        from = at + 1;
      }
    }
    if (from < text.length) {
      this.#cell += text.slice(from);
      this.#isBegun = true;
    }
    this.#checkLength();
  }

  /** The last row may have no line end. */
  end(): void {
    if (!this.#isBegun && this.#cells.length === 0) return;
    this.#endCell("");
    this.#endRow();
  }

  #endCell(rest: string): void {
    this.#cells.push(this.#cell + rest);
    this.#rowChars += this.#cell.length + rest.length + CELL_CHARS;
    this.#cell = "";
    this.#checkLength();
    this.#isBegun = false;
    this.#isQuoted = false;
  }

  #endRow(): void {
    const cells = this.#cells;
    this.#cells = [];
    this.#rowChars = 0;
    this.#onRow(cells);
  }

  #checkLength(): void {
    if (this.#rowChars + this.#cell.length > ROW_CHARS_MAX) throw new PackUnreadable("a row is longer than any that Tieout writes");
  }
}
