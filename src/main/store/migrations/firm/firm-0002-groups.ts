import type { Migration } from "#main/store/database/open.ts";

/**
 * Groups that the firm consolidates and the rates that they are translated with. Nothing is written
 * over: every saved state of a tree and every entered rate stays, with who and when, and undoing marks it.
 */
export const firmGroups: Migration = {
  number: 2,
  name: "groups",
  up(db) {
    db.exec(`
CREATE TABLE entity_tree (
  tree_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  name TEXT NOT NULL,
  body TEXT NOT NULL,
  person TEXT NOT NULL,
  saved_ms INTEGER NOT NULL,
  undone_ms INTEGER,
  undone_by TEXT,
  PRIMARY KEY (tree_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE exchange_rate (
  rate_no INTEGER PRIMARY KEY,
  from_currency TEXT NOT NULL,
  to_currency TEXT NOT NULL,
  day TEXT NOT NULL,
  kind TEXT NOT NULL,
  rate TEXT NOT NULL,
  source TEXT NOT NULL,
  person TEXT NOT NULL,
  entered_ms INTEGER NOT NULL,
  undone_ms INTEGER,
  undone_by TEXT
) STRICT;
CREATE INDEX exchange_rate_standing ON exchange_rate (from_currency, to_currency, kind, day) WHERE undone_ms IS NULL;
`);
  },
};
