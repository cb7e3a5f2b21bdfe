import type { Sqlite } from "#main/store/database/open.ts";

/**
 * What a file knows of its log on the firm's server: how far the log was applied and the chain was sent; of every item the latest
 * content that came from the log, with when the server first had it; and what the server refused. All of it can be read again
 * from the log, so none is under the hash chain. A file that isn't in a firm has no row in `fact_log`.
 */
export function makeFactTables(db: Sqlite): void {
  db.exec(`
CREATE TABLE fact_log (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  applied INTEGER NOT NULL,
  head TEXT NOT NULL,
  sent_entry INTEGER NOT NULL,
  moved_entry INTEGER NOT NULL
) STRICT;

CREATE TABLE fact_known (
  item_key TEXT PRIMARY KEY,
  content TEXT NOT NULL,
  first_fact INTEGER NOT NULL,
  first_ms INTEGER NOT NULL,
  person TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE fact_refused (
  item_key TEXT PRIMARY KEY,
  message TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`);
}

/**
 * A digest of what each fact said, by its id. After the server went back to an earlier state the log is read again from its
 * beginning, and a fact that came before must still say the same.
 */
export function makeSeenFacts(db: Sqlite): void {
  db.exec("CREATE TABLE fact_seen (fact_id TEXT PRIMARY KEY, said TEXT NOT NULL) STRICT, WITHOUT ROWID");
}
