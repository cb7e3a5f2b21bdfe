import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";

/** The values of one row, in the order of its columns. */
export type Row = readonly unknown[];

/** True when the rows that are stored are those that would be written: then nothing has to be. */
export function areSameRows(stored: readonly Row[], rows: readonly Row[]): boolean {
  return stored.length === rows.length && stored.every((row, at) => isSameRow(row, rows[at] as Row));
}

/** One statement writes up to so many rows, for which a call each would take a quarter longer. */
export const ROWS_AT_ONCE = 16;

/** Writes rows of one table. Call it inside a transaction. */
export function insertRows(db: Sqlite, table: "document_line" | "allocation" | "posting" | "posting_gap", rows: readonly Row[]): void {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, rows.length);
    const columns = (rows[from] as Row).length;
    const values = new Array<unknown>((to - from) * columns);
    let at = 0;
    for (let row = from; row < to; row++) for (const value of rows[row] as Row) values[at++] = value;
    prepared(db, insertText(table, columns, to - from)).run(values);
  }
}

const insertTexts = new Map<string, readonly string[]>();

/** The statement that inserts so many rows; its text is made once. */
function insertText(table: string, columns: number, count: number): string {
  let texts = insertTexts.get(table);
  if (texts === undefined) {
    const row = `(${Array(columns).fill("?").join(",")})`;
    texts = Array.from(
      { length: ROWS_AT_ONCE },
      (_, at) =>
        `INSERT INTO ${table} VALUES ${Array(at + 1)
          .fill(row)
          .join(",")}`,
    );
    insertTexts.set(table, texts);
  }
  return texts[count - 1] as string;
}

function isSameRow(stored: Row, row: Row): boolean {
  return stored.length === row.length && stored.every((value, at) => isSameValue(value, row[at]));
}

function isSameValue(stored: unknown, value: unknown): boolean {
  return stored === value || (Buffer.isBuffer(stored) && value instanceof Uint8Array && stored.equals(value));
}

/**
 * Writes the columns of a stored row that differ, so that indexes over the others are left alone.
 * @param row begins with `rec_no`
 * @returns false when there is no such row
 */
export function updateRow(db: Sqlite, table: "document", row: Row): boolean {
  const [recNo] = row;
  const stored = prepared(db, `SELECT * FROM ${table} WHERE rec_no = ?`).get(recNo) as Readonly<Record<string, unknown>> | undefined;
  if (stored === undefined) return false;
  const names = Object.keys(stored);
  const changed = names.flatMap((name, at) => (isSameValue(stored[name], row[at]) ? [] : [at]));
  if (changed.length === 0) return true;
  const sets = changed.map((at) => `${names[at]} = ?`).join(", ");
  prepared(db, `UPDATE ${table} SET ${sets} WHERE rec_no = ?`).run(...changed.map((at) => row[at]), recNo);
  return true;
}
