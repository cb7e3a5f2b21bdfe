import { type Sqlite, StoreRefusal } from "#main/store/database/open.ts";
import { sealOwnRecords } from "#main/store/database/own-chain.ts";
import { foldLongLog, readPages } from "#main/store/database/watch-pages.ts";

/** How far the pages of a file were compared with their sums. */
export interface PagesVerified {
  /** The page to go on with; null when the whole file was read. */
  readonly next: number | null;
  readonly pages: number;
}

/** Eight megabytes: the thread answers others in between. */
const PAGES_AT_ONCE = 2048;

/**
 * After each operation on a file that stays open for writing: what was recorded goes under the hash
 * chain, and a log that has grown long is folded into the file.
 */
export function settleFile(db: Sqlite): void {
  sealOwnRecords(db);
  foldLongLog(db);
}

/**
 * Compares the next pages of a file with their sums.
 * @param db the connection that is open for writing, or null
 * @throws StoreRefusal with reason `damaged`
 */
export function verifyPages(path: string, db: Sqlite | null, fromPage: number): PagesVerified {
  const read = readPages(path, db, fromPage, PAGES_AT_ONCE);
  if (read === null) return { next: null, pages: 0 };
  const { next, pages, wrong } = read;
  if (wrong.length === 0) return { next, pages };
  const some = `Part of the data file (${wrong.length === 1 ? `page ${wrong[0]}` : `${wrong.length} pages`} of ${pages}) doesn't`;
  // Nothing in the file tells one from the other (decision 013).
  const why = "Either the disk damaged the file, or another program wrote to the file while Tieout wasn't running.";
  throw new StoreRefusal(`${some} match what Tieout saved. ${why}`, "damaged");
}
