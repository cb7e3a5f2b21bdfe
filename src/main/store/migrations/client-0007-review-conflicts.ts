import type { Migration } from "#main/store/database/open.ts";

/** What an imported review says otherwise than ours, kept in sight until a person chooses. */
export const clientReviewConflicts: Migration = {
  number: 7,
  name: "review conflicts",
  up(db) {
    db.exec(`
CREATE TABLE review_conflict (
  conflict_no INTEGER PRIMARY KEY,
  item_key TEXT NOT NULL,
  ours TEXT,
  theirs TEXT NOT NULL,
  events TEXT NOT NULL,
  person TEXT NOT NULL,
  imported_ms INTEGER NOT NULL,
  settled_ms INTEGER,
  settled_by TEXT,
  kept TEXT
) STRICT;
`);
  },
};
