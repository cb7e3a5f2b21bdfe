import type { Migration } from "#main/store/database/open.ts";

/**
 * The close packs that were made of a client. A version is never made twice and never changed: each row
 * names the hash of the pack before it, so the record can be held against the files. `state_hash` tells
 * whether anything moved since; `figures` are the balances that a later period is held against.
 */
export const clientPacks: Migration = {
  number: 5,
  name: "packs",
  up(db) {
    db.exec(`
CREATE TABLE pack (
  pack_no INTEGER PRIMARY KEY,
  period_id TEXT NOT NULL,
  period_label TEXT NOT NULL,
  month TEXT NOT NULL,
  version INTEGER NOT NULL,
  name TEXT NOT NULL,
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  state_hash TEXT NOT NULL,
  prior_no INTEGER REFERENCES pack(pack_no),
  reason TEXT,
  stamps TEXT NOT NULL,
  figures TEXT NOT NULL,
  as_of_ms INTEGER,
  last_change INTEGER NOT NULL,
  person TEXT NOT NULL,
  made_ms INTEGER NOT NULL,
  UNIQUE (month, version)
) STRICT;
CREATE TRIGGER pack_stays BEFORE UPDATE ON pack BEGIN SELECT RAISE(ABORT, 'a pack on record is never changed'); END;
CREATE TRIGGER pack_kept BEFORE DELETE ON pack BEGIN SELECT RAISE(ABORT, 'a pack on record is never dropped'); END;
`);
  },
};
