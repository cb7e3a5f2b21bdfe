import type { Sqlite } from "./open.ts";
import { prepared } from "./query.ts";

const TEXT = (row: string): string =>
  ["number", "reference", "memo"].map((column) => `COALESCE(${row}.${column}, '')`).join(" || char(10) || ");

// Only where each three letters occur; what is found is compared with the document itself.
const TABLE = `CREATE VIRTUAL TABLE document_part USING fts5(text, content = '', contentless_delete = 1, detail = none, tokenize = "trigram")`;
const FILL = `INSERT INTO document_part (rowid, text) SELECT rec_no, ${TEXT("document")} FROM document;
DELETE FROM party_spelling; INSERT INTO party_spelling SELECT DISTINCT party_name, COALESCE(party_word, 0) FROM document WHERE party_name IS NOT NULL;`;
const TAKE = `BEGIN
  INSERT OR REPLACE INTO document_part (rowid, text) VALUES (new.rec_no, ${TEXT("new")});
  INSERT INTO party_spelling SELECT new.party_name, COALESCE(new.party_word, 0) WHERE new.party_name IS NOT NULL ON CONFLICT DO NOTHING;
END`;
const FOLLOW = `CREATE TRIGGER document_parted_again AFTER UPDATE OF number, reference, memo, party_word, party_name ON document ${TAKE};
CREATE TRIGGER document_parted AFTER INSERT ON document ${TAKE};`;

/** True when parts of numbers, references, notes and names can be looked up: from the end of the first read on. */
export function hasPartIndex(db: Sqlite): boolean {
  return prepared(db, "SELECT 1 FROM sqlite_schema WHERE name = 'document_parted'").get() !== undefined;
}

/** Makes the index of parts over a mirror's documents, and the triggers that keep it. */
export function ensurePartIndex(db: Sqlite): void {
  if (hasPartIndex(db)) return;
  db.transaction(() => {
    db.exec(TABLE);
    db.exec(FILL);
    db.exec(FOLLOW);
  }).immediate();
}

/** Shorter texts are in too many documents to be looked up. */
const SHORTEST = 3;
const CANDIDATES_MAX = 1_000;

/**
 * Documents that may have a text in their number, reference or note: all that do, and perhaps some more.
 * @returns null where the text is too short, or in so many documents that a walk finds a page of them sooner
 */
export function documentsWithPart(db: Sqlite, text: string): readonly number[] | null {
  const letters = [...text];
  if (letters.length < SHORTEST || text.includes("\0") || !hasPartIndex(db)) return null;
  const parts = letters.slice(SHORTEST - 1).map(
    (_, at) =>
      `"${letters
        .slice(at, at + SHORTEST)
        .join("")
        .replaceAll('"', '""')}"`,
  );
  const found = prepared(db, `SELECT rowid FROM document_part WHERE document_part MATCH ? LIMIT ${CANDIDATES_MAX + 1}`)
    .pluck()
    .all([...new Set(parts)].join(" ")) as number[];
  return found.length > CANDIDATES_MAX ? null : found;
}
