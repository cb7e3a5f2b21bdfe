import type { Migration } from "#main/store/database/open.ts";
import { chainMoreTables } from "#main/store/database/own-chain.ts";
import { pinChangeViews } from "#main/store/views/pin-views.ts";
import { makeViews } from "#main/store/views/readable-view.ts";

/**
 * PINs that people are asked for before somebody at this computer becomes the current user: a salted scrypt hash each, under the
 * hash chain, and how often one was typed wrong. Their changes are among those of the settings, whose view names them now.
 */
export const firmPins: Migration = {
  number: 12,
  name: "pins",
  up(db) {
    db.exec(`
CREATE TABLE person_pin (
  person TEXT PRIMARY KEY COLLATE NOCASE,
  verifier TEXT NOT NULL,
  set_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE pin_try (
  person TEXT PRIMARY KEY COLLATE NOCASE,
  wrong INTEGER NOT NULL,
  last_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
DROP VIEW setting_changes;
`);
    chainMoreTables(db, [{ name: "person_pin", key: ["person"] }]);
    makeViews(db, pinChangeViews);
  },
};
