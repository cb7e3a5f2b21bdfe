import type { Migration } from "#main/store/database/open.ts";

/**
 * What the service itself keeps about a client: decisions that people made, the ledger's own
 * reports as they were read, and the outcome of every tie-out. Nothing of it comes back from a
 * ledger, so a mirror that is read anew leaves it alone.
 */
export const clientOwnRecords: Migration = {
  number: 2,
  name: "own-records",
  up(db) {
    db.exec(`
ALTER TABLE document ADD COLUMN total_account_word INTEGER;

CREATE TABLE decision (
  decision_no INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  person TEXT NOT NULL,
  made_ms INTEGER NOT NULL,
  undone_ms INTEGER,
  undone_by TEXT
) STRICT;
CREATE INDEX decision_standing ON decision (kind, subject) WHERE undone_ms IS NULL;

CREATE TABLE ledger_report (
  report_no INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  from_day INTEGER NOT NULL,
  to_day INTEGER NOT NULL,
  basis TEXT NOT NULL,
  body TEXT NOT NULL,
  raw BLOB NOT NULL,
  fetched_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX ledger_report_newest ON ledger_report (kind, to_day, fetched_ms);

CREATE TABLE tie_out (
  tie_out_no INTEGER PRIMARY KEY,
  run_no INTEGER NOT NULL,
  as_of_day INTEGER NOT NULL,
  ran_ms INTEGER NOT NULL,
  check_name TEXT NOT NULL,
  outcome TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX tie_out_run ON tie_out (run_no);
`);
  },
};
