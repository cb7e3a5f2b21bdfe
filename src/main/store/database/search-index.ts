import type { Sqlite } from "./open.ts";

const COLUMNS = ["number", "reference", "memo", "party_name"] as const;
const TEXT = (row: string): string => COLUMNS.map((column) => `COALESCE(${row}.${column}, '')`).join(" || ' ' || ");

// No copy of the texts is kept, only where their words occur; a document that is written again takes its own place.
const TABLE = `CREATE VIRTUAL TABLE document_search USING fts5(
  text, content = '', contentless_delete = 1, detail = none, prefix = '2 3', tokenize = "unicode61 remove_diacritics 2"
)`;
const FILL = `INSERT INTO document_search (rowid, text) SELECT rec_no, ${TEXT("document")} FROM document`;
const FOLLOW = `CREATE TRIGGER document_searched AFTER INSERT ON document BEGIN
  INSERT OR REPLACE INTO document_search (rowid, text) VALUES (new.rec_no, ${TEXT("new")});
END`;

// A change of other columns leaves the words alone.
const FOLLOW_CHANGES = `CREATE TRIGGER IF NOT EXISTS document_searched_again AFTER UPDATE OF ${COLUMNS.join(", ")} ON document BEGIN
  INSERT OR REPLACE INTO document_search (rowid, text) VALUES (new.rec_no, ${TEXT("new")});
END`;

/** True when the words of this mirror's documents can be looked up: from the end of its first read on. */
export function hasSearchIndex(db: Sqlite): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'document_searched'").get() !== undefined;
}

/** Makes the index of words over a mirror's documents, and the triggers that keep it. */
export function ensureSearchIndex(db: Sqlite): void {
  if (hasSearchIndex(db)) return;
  db.transaction(() => {
    db.exec(TABLE);
    db.exec(FILL);
    db.exec(FOLLOW);
    db.exec(FOLLOW_CHANGES);
  }).immediate();
}

/** Adds to the index of an earlier release what follows changes of a document that keeps its row. Before anything is written to the file. */
export function ensureSearchFollows(db: Sqlite): void {
  if (hasSearchIndex(db)) db.exec(FOLLOW_CHANGES);
}
