import type { Migration } from "#main/store/database/open.ts";

/**
 * The people of the firm, and what waits for each: `work_item` repeats the open tasks and mentions of
 * the clients' files, so that an inbox over 200 clients opens none of them. It can be made again from them.
 */
export const firmPeople: Migration = {
  number: 4,
  name: "people",
  up(db) {
    db.exec(`
CREATE TABLE person (
  name TEXT PRIMARY KEY COLLATE NOCASE,
  role TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  added_ms INTEGER NOT NULL,
  added_by TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE work_item (
  row_no INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  person TEXT COLLATE NOCASE,
  due TEXT,
  body TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX work_item_client ON work_item (client_id);

CREATE TABLE seen_item (
  person TEXT NOT NULL COLLATE NOCASE,
  item_key TEXT NOT NULL,
  seen_ms INTEGER NOT NULL,
  PRIMARY KEY (person, item_key)
) STRICT, WITHOUT ROWID;
`);
  },
};
