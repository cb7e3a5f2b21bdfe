import type { Migration } from "#main/store/database/open.ts";

/**
 * What the close of a client keeps beside its decisions: budgets, what each signature was given on,
 * and the files that support a balance. `signed_input` is named by the SHA-256 of its text, so a
 * signature that names it can not come to mean something else; files lie in the data folder.
 */
export const clientClose: Migration = {
  number: 4,
  name: "close",
  up(db) {
    db.exec(`
CREATE TABLE signed_input (
  hash TEXT PRIMARY KEY,
  body BLOB NOT NULL,
  made_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE budget (
  budget_no INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  file_name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  person TEXT NOT NULL,
  made_ms INTEGER NOT NULL,
  undone_ms INTEGER,
  undone_by TEXT
) STRICT;

CREATE TABLE budget_amount (
  budget_no INTEGER NOT NULL REFERENCES budget(budget_no),
  account_id TEXT NOT NULL,
  month TEXT NOT NULL,
  amount TEXT NOT NULL,
  PRIMARY KEY (budget_no, account_id, month)
) STRICT, WITHOUT ROWID;

CREATE TABLE attachment (
  sha256 TEXT PRIMARY KEY,
  file_name TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  person TEXT NOT NULL,
  added_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`);
  },
};
