import type Database from "better-sqlite3";
import { PageSums, type PagesRead } from "./page-sums.ts";

type Sqlite = Database.Database;

const watched = new WeakMap<Sqlite, PageSums>();

/** Keeps the sums of a file that was opened for writing: from now on its log is folded here and nowhere else. */
export function watchPages(db: Sqlite, path: string): void {
  const sums = new PageSums(path);
  watched.set(db, sums);
  const close = db.close.bind(db);
  db.close = () => {
    try {
      if (db.open && !db.inTransaction) sums.fold(db, "TRUNCATE");
    } finally {
      close();
    }
    return db;
  };
}

/** Folds the log of a file that stays open for writing, once it is long. @throws PagesDamaged */
export function foldLongLog(db: Sqlite): void {
  const sums = watched.get(db);
  if (sums?.wantsFold(db) === true) sums.fold(db, "PASSIVE");
}

/**
 * Reads some pages of a file on the thread that owns it.
 * @param db the connection that is open for writing, or null
 * @returns null when the file has no sums yet
 */
export function readPages(path: string, db: Sqlite | null, from: number, count: number): PagesRead | null {
  const known = db === null ? undefined : watched.get(db);
  if (db !== null) known?.fold(db, "PASSIVE");
  return (known ?? new PageSums(path)).read(from, count);
}
