import type { Sqlite } from "./open.ts";
import { prepared } from "./query.ts";

/** Documents or payments of contacts that were read after the first complete read of their data set. */
const readSince = (table: "document" | "payment"): string =>
  `SELECT d.party_word, r.fetched_ms FROM source_record r CROSS JOIN ${table} d ON d.rec_no = r.rec_no
   WHERE r.fetched_ms > (SELECT first_completed_ms FROM stream s WHERE s.stream_no = r.stream_no) AND d.party_word IS NOT NULL`;
const NEWEST = `SELECT party_word, MAX(fetched_ms) AS seen_ms FROM (${readSince("document")} UNION ALL ${readSince("payment")}) GROUP BY party_word`;

const LATER = "ON CONFLICT DO UPDATE SET seen_ms = MAX(seen_ms, excluded.seen_ms);";
/** The record's own row of a table, when it is read again. */
const read = (table: "document" | "payment"): string => `INSERT INTO party_seen ${readSince(table)} AND r.rec_no = new.rec_no ${LATER}`;
const named = (table: "document" | "payment"): string => `WHEN new.party_word IS NOT NULL BEGIN ${read(table)} END`;

/** Part of the file format, like the indexes: `party_seen_read` is made last and says that the table is kept. */
const TRIGGERS: Readonly<Record<string, string>> = {
  party_seen_document: `AFTER INSERT ON document ${named("document")}`,
  party_seen_document_moved: `AFTER UPDATE OF party_word ON document ${named("document")}`,
  party_seen_payment: `AFTER INSERT ON payment ${named("payment")}`,
  party_seen_payment_moved: `AFTER UPDATE OF party_word ON payment ${named("payment")}`,
  party_seen_read: `AFTER UPDATE OF fetched_ms ON source_record BEGIN ${read("document")} ${read("payment")} END`,
};

/** True when it is kept when each contact's documents were last read: from the end of a file's first read on. */
function hasPartySeen(db: Sqlite): boolean {
  return prepared(db, "SELECT 1 FROM sqlite_schema WHERE name = 'party_seen_read'").get() !== undefined;
}

/**
 * Fills `party_seen`, and makes the triggers that keep it. A contact that a document has left since stays seen: what it
 * owed changed then too.
 */
export function ensurePartySeen(db: Sqlite): void {
  if (hasPartySeen(db)) return;
  db.transaction(() => {
    db.exec(`DELETE FROM party_seen; INSERT INTO party_seen ${NEWEST};`);
    for (const [name, text] of Object.entries(TRIGGERS)) db.exec(`CREATE TRIGGER ${name} ${text}`);
  }).immediate();
}

/**
 * When a document or payment of each contact was last read since the first complete read, as a query of `party_word` and
 * `seen_ms`; worked out from all records until it is kept.
 */
export function partySeen(db: Sqlite): string {
  return hasPartySeen(db) ? "SELECT party_word, seen_ms FROM party_seen" : NEWEST;
}
