import type { Migration } from "#main/store/database/open.ts";
import { chainMoreTables } from "#main/store/database/own-chain.ts";
import { bankViews } from "#main/store/views/bank-views.ts";
import { makeViews } from "#main/store/views/readable-view.ts";

/**
 * Bank statements as they were imported, under the hash chain; the file itself lies beside the client's under its SHA-256.
 * A statement that was removed stays on record, and its lines count no more.
 */
export const clientBankStatements: Migration = {
  number: 13,
  name: "bank statements",
  up(db) {
    db.exec(`
CREATE TABLE bank_statement (
  statement_no INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  format TEXT NOT NULL,
  sha256 TEXT NOT NULL REFERENCES attachment(sha256),
  part INTEGER NOT NULL,
  bank_account TEXT,
  currency TEXT NOT NULL,
  from_date TEXT NOT NULL,
  to_date TEXT NOT NULL,
  opening TEXT,
  closing TEXT,
  person TEXT NOT NULL,
  made_ms INTEGER NOT NULL,
  undone_ms INTEGER,
  undone_by TEXT
) STRICT;
CREATE INDEX bank_statement_account ON bank_statement (account_id) WHERE undone_ms IS NULL;

CREATE TABLE bank_line (
  statement_no INTEGER NOT NULL REFERENCES bank_statement(statement_no),
  line_no INTEGER NOT NULL,
  date TEXT NOT NULL,
  amount TEXT NOT NULL,
  payee TEXT,
  reference TEXT,
  description TEXT,
  bank_id TEXT,
  PRIMARY KEY (statement_no, line_no)
) STRICT, WITHOUT ROWID;
`);
    chainMoreTables(db, [
      { name: "bank_statement", key: ["statement_no"] },
      { name: "bank_line", key: ["statement_no", "line_no"] },
    ]);
    makeViews(db, bankViews);
  },
};
