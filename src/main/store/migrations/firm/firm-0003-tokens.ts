import type { Migration } from "#main/store/database/open.ts";

/**
 * Which generation of a grant's refresh token should be in the keychain, and in which of its two
 * slots. No secret: without this a locked keychain could not be told from an empty one.
 */
export const firmTokens: Migration = {
  number: 3,
  name: "tokens",
  up(db) {
    db.exec(`
CREATE TABLE token_mark (
  grant_key TEXT PRIMARY KEY,
  generation INTEGER NOT NULL CHECK (generation > 0),
  slot TEXT NOT NULL CHECK (slot IN ('a', 'b')),
  stored_ms INTEGER NOT NULL,
  access_until_ms INTEGER,
  confirmed INTEGER NOT NULL DEFAULT 0,
  refused TEXT
) STRICT, WITHOUT ROWID;
`);
  },
};
