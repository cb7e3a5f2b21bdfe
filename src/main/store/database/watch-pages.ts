import type Database from "better-sqlite3";
import { PageSums, type PagesRead } from "./page-sums.ts";

type Sqlite = Database.Database;

interface Watched {
  readonly sums: PageSums;
  /** Reads the file as it was when the log was last folded. */
  readonly holder: Sqlite;
}

const watched = new WeakMap<Sqlite, Watched>();

/**
 * Keeps the sums of a file that was opened for writing: from now on its log is folded here and nowhere else. A database tool that
 * checkpoints the file would change pages before their sums are known, so a second connection reads the state of the last fold:
 * SQLite folds nothing that a reader doesn't know yet, even if another program asks for it.
 * @param connect opens a connection that only reads
 */
export function watchPages(db: Sqlite, path: string, connect: () => Sqlite): void {
  const own = { sums: new PageSums(path), holder: connect() };
  hold(own);
  watched.set(db, own);
  const close = db.close.bind(db);
  db.close = () => {
    try {
      own.holder.close();
      if (db.open && !db.inTransaction) own.sums.fold(db, "TRUNCATE");
    } finally {
      close();
    }
    return db;
  };
}

/** Begins to read, without reading more than the first page. */
function hold({ holder }: Watched): void {
  holder.exec("BEGIN; PRAGMA schema_version");
}

function fold(own: Watched, db: Sqlite): void {
  own.holder.exec("COMMIT");
  try {
    own.sums.fold(db, "PASSIVE");
  } finally {
    hold(own);
  }
}

/** Folds the log of a file that stays open for writing, once it is long. @throws PagesDamaged */
export function foldLongLog(db: Sqlite): void {
  const own = watched.get(db);
  if (own?.sums.wantsFold(db) === true) fold(own, db);
}

/**
 * Reads some pages of a file on the thread that owns it.
 * @param db the connection that is open for writing, or null
 * @returns null when the file has no sums yet
 */
export function readPages(path: string, db: Sqlite | null, from: number, count: number): PagesRead | null {
  const known = db === null ? undefined : watched.get(db);
  if (db !== null && known !== undefined) fold(known, db);
  return (known?.sums ?? new PageSums(path)).read(from, count);
}
