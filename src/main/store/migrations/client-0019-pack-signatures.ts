import type { Migration } from "#main/store/database/open.ts";

/**
 * Who signed a pack, with the signature, so that the same state gives the same bytes whoever exports it again; and the copy for
 * the client that was made with it. Both are JSON, and null for packs of before.
 */
export const clientPackSignatures: Migration = {
  number: 19,
  name: "pack signatures",
  up(db) {
    db.exec("ALTER TABLE pack ADD COLUMN signed TEXT; ALTER TABLE pack ADD COLUMN client_copy TEXT;");
  },
};
