import type { Migration } from "#main/store/database/open.ts";

/**
 * The index of documents by contact holds their amounts too: what may be behind a contact's difference is found without reading each of
 * its documents, which are spread over the whole file.
 */
export const clientPartyAmounts: Migration = {
  number: 28,
  name: "amounts by contact",
  up(db) {
    // Made after the first complete read; a file that has it gets the one with amounts, and how selective that is.
    const isIndexed = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'document_party_date'").get() !== undefined;
    if (isIndexed)
      db.exec(`DROP INDEX document_party_date;
CREATE INDEX document_party_date ON document (party_word, issue_day, rec_no, currency_word, total, outstanding);
PRAGMA analysis_limit = 1000;
ANALYZE document_party_date;`);
  },
};
