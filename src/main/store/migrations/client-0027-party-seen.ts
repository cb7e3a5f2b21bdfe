import type { Migration } from "#main/store/database/open.ts";

/**
 * When a document or payment of a contact was last read, by contact, so that a balance from before then is known without a walk over all
 * records; filled like the sums (see party-seen-table.ts). And an index of payments by contact.
 */
export const clientPartySeen: Migration = {
  number: 27,
  name: "contacts last seen",
  up(db) {
    db.exec("CREATE TABLE party_seen (party_word INTEGER PRIMARY KEY, seen_ms INTEGER NOT NULL) STRICT;");
    // Made after the first complete read; a file that has its other indexes gets this one now.
    const isIndexed = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'document_total'").get() !== undefined;
    if (isIndexed) db.exec("CREATE INDEX payment_party ON payment (party_word, currency_word, amount)");
  },
};
