import type { Migration } from "#main/store/database/open.ts";

/**
 * Counts and totals of documents per day and per month (`monthly` 1, under the month's first day), type, status and currency, deleted ones
 * included; and each name that a contact has on its documents, for the search by a part of it. Word 0 stands for no contact.
 * Both are filled like the posting sums, at the next sync or the end of the first one.
 */
export const clientDocumentSums: Migration = {
  number: 23,
  name: "document sums",
  up(db) {
    db.exec(`
CREATE TABLE document_sum (
  monthly INTEGER NOT NULL,
  day INTEGER NOT NULL,
  type INTEGER NOT NULL,
  status INTEGER NOT NULL,
  currency_word INTEGER NOT NULL,
  documents INTEGER NOT NULL,
  oversize INTEGER NOT NULL,
  total_high INTEGER NOT NULL,
  total_low INTEGER NOT NULL,
  outstanding_high INTEGER NOT NULL,
  outstanding_low INTEGER NOT NULL,
  PRIMARY KEY (monthly, day, type, status, currency_word)
) STRICT, WITHOUT ROWID;

CREATE TABLE party_spelling (
  name TEXT NOT NULL,
  party_word INTEGER NOT NULL,
  PRIMARY KEY (name, party_word)
) STRICT, WITHOUT ROWID;
`);
  },
};
