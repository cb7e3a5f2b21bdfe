import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";

/** The values of one row, in the order of its columns. */
export type Row = readonly unknown[];

/** True when the rows that are stored are those that would be written: then nothing has to be. */
export function areSameRows(stored: readonly Row[], rows: readonly Row[]): boolean {
  return stored.length === rows.length && stored.every((row, at) => isSameRow(row, rows[at] as Row));
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
