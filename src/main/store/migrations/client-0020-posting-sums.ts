import type { Migration } from "#main/store/database/open.ts";

/**
 * What was posted per account, legal entity and day, and per month (`monthly` 1, under the month's first day): a trial balance of any day is
 * a lookup. Word 0 stands for no account or entity. A sum is held in two halves, `high` × 2^32 + `low`, which no number of postings overflows.
 * The rows are made, and kept by triggers from then on, when the client is next set up for a sync or ends its first one (see posting-sum-table.ts).
 */
export const clientPostingSums: Migration = {
  number: 20,
  name: "posting sums",
  up(db) {
    db.exec(`
CREATE TABLE posting_sum (
  origin INTEGER NOT NULL,
  monthly INTEGER NOT NULL,
  day INTEGER NOT NULL,
  account_word INTEGER NOT NULL,
  entity_id_word INTEGER NOT NULL,
  postings INTEGER NOT NULL,
  oversize INTEGER NOT NULL,
  net_high INTEGER NOT NULL,
  net_low INTEGER NOT NULL,
  debit_high INTEGER NOT NULL,
  debit_low INTEGER NOT NULL,
  PRIMARY KEY (origin, monthly, day, account_word, entity_id_word)
) STRICT, WITHOUT ROWID;
`);
  },
};
