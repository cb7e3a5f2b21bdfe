import type { Migration, Sqlite } from "#main/store/database/open.ts";
import { postingsView } from "#main/store/views/postings-view.ts";
import { makeViews } from "#main/store/views/readable-view.ts";

/**
 * Postings that are put together from documents and payments join those of the ledger's feed in one table, which says which is which
 * (`origin` 0: the ledger's, 1: reconstructed) and may not know the account. `posting_gap` says of which records they lack something.
 * The table is filled when the client is next set up for a sync, from what is stored.
 */
export const clientOnePostingTable: Migration = {
  number: 12,
  name: "one posting table",
  up(db) {
    // The index is made after the first complete read; a file that has it gets the one that knows origins.
    const isIndexed = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'posting_account_date'").get() !== undefined;
    db.exec("DROP VIEW postings");
    rebuildPosting(db);
    db.exec(`
CREATE TABLE posting_gap (
  rec_no INTEGER NOT NULL REFERENCES source_record(rec_no),
  reason_word INTEGER NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (rec_no, reason_word)
) STRICT, WITHOUT ROWID;
`);
    if (isIndexed) db.exec("CREATE INDEX posting_account_date ON posting (origin, account_word, day, amount, entity_id_word)");
    makeViews(db, [postingsView]);
  },
};

function rebuildPosting(db: Sqlite): void {
  db.exec(`
CREATE TABLE posting_next (
  rec_no INTEGER NOT NULL REFERENCES source_record(rec_no),
  origin INTEGER NOT NULL,
  line_no INTEGER NOT NULL,
  line_id ANY,
  account_word INTEGER,
  amount INTEGER,
  scales INTEGER NOT NULL,
  exact TEXT,
  party_word INTEGER,
  description TEXT,
  dimensions_word INTEGER,
  day INTEGER NOT NULL,
  entity_id_word INTEGER,
  currency_word INTEGER,
  PRIMARY KEY (rec_no, origin, line_no)
) STRICT, WITHOUT ROWID;
INSERT INTO posting_next
  SELECT rec_no, 0, line_no, line_id, account_word, amount, scales, exact, party_word, description, dimensions_word, day, entity_id_word, currency_word
  FROM posting ORDER BY rec_no, line_no;
DROP TABLE posting;
ALTER TABLE posting_next RENAME TO posting;
`);
}
