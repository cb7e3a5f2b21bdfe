import type { Migration } from "#main/store/database/open.ts";
import { chainMoreTables } from "#main/store/database/own-chain.ts";
import { keyViews } from "#main/store/views/key-views.ts";
import { makeViews } from "#main/store/views/readable-view.ts";

/**
 * The public keys that people sign with, one a person and machine, under the hash chain; and the full name and title that
 * are printed beside a sign-off. A key is never deleted: what it signed has to stay verifiable.
 */
export const firmSignatureKeys: Migration = {
  number: 8,
  name: "signature keys",
  up(db) {
    db.exec(`
ALTER TABLE person ADD COLUMN full_name TEXT;
ALTER TABLE person ADD COLUMN title TEXT;
CREATE TABLE person_key (
  key_id TEXT PRIMARY KEY,
  person TEXT NOT NULL COLLATE NOCASE,
  machine TEXT NOT NULL,
  public_key TEXT NOT NULL,
  added_ms INTEGER NOT NULL,
  added_by TEXT NOT NULL,
  ended_how TEXT,
  ended_ms INTEGER,
  ended_by TEXT,
  ended_why TEXT
) STRICT, WITHOUT ROWID;
`);
    chainMoreTables(db, [{ name: "person_key", key: ["key_id"] }]);
    makeViews(db, keyViews);
  },
};
