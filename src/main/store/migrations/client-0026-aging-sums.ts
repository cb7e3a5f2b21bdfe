import type { Migration } from "#main/store/database/open.ts";

const PLACE = "party_word INTEGER NOT NULL, currency_word INTEGER NOT NULL, entity_id_word INTEGER NOT NULL, scales INTEGER NOT NULL";

/**
 * How what is open moves through the buckets of an aging: per kind, contact, currency and legal entity, what each month changes in all
 * (`aging_month`, under the month's first day) and by its days (`aging_day`). What was open on a day is the months before it and the
 * days of its own month. Contact -1 is everyone, 0 none; `scales` is the number of decimals.
 * `aging_touched` names what the sums don't say: items that changed since, with what they were, and those that have to be aged one by one.
 * All three are filled at the next sync or the end of the first one (see aging-sum-table.ts).
 */
export const clientAgingSums: Migration = {
  number: 26,
  name: "sums of open items",
  up(db) {
    db.exec(`
CREATE TABLE aging_month (
  kind INTEGER NOT NULL, ${PLACE},
  month INTEGER NOT NULL,
  current INTEGER NOT NULL,
  late_30 INTEGER NOT NULL,
  late_60 INTEGER NOT NULL,
  late_90 INTEGER NOT NULL,
  older INTEGER NOT NULL,
  documents INTEGER NOT NULL,
  base INTEGER NOT NULL,
  without_base INTEGER NOT NULL,
  PRIMARY KEY (kind, party_word, currency_word, entity_id_word, scales, month)
) STRICT, WITHOUT ROWID;

CREATE TABLE aging_day (
  kind INTEGER NOT NULL, month INTEGER NOT NULL, ${PLACE},
  steps TEXT NOT NULL,
  PRIMARY KEY (kind, month, party_word, currency_word, entity_id_word, scales)
) STRICT, WITHOUT ROWID;

CREATE TABLE aging_touched (
  rec_no INTEGER PRIMARY KEY,
  was TEXT,
  one_by_one INTEGER NOT NULL
) STRICT;
`);
  },
};
