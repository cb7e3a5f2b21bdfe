import { ensureDocumentSums } from "./document-sum-table.ts";
import type { Sqlite } from "./open.ts";
import { ensurePartIndex } from "./part-index.ts";
import { ensurePartySeen } from "./party-seen-table.ts";
import { ensurePostingSums } from "./posting-sum-table.ts";
import { ensureSearchIndex } from "./search-index.ts";

/** This index alone answers sums of accounts, of the whole company and of one entity. */
const POSTING_INDEX = "CREATE INDEX IF NOT EXISTS posting_account_date ON posting (origin, account_word, day, amount, entity_id_word)";

/**
 * Part of the file format: a file with any other index is refused. To change one, replace it in a migration and
 * add its earlier form to `FORMER_INDEXES`.
 */
const READ_INDEXES: readonly string[] = [
  // The second column lets the index answer alone; a partial index would read the row as well.
  "CREATE INDEX IF NOT EXISTS source_record_hash ON source_record (raw_hash, removed_ms)",
  // Without the pass number: a full read marks every record as seen and would have to move every entry.
  "CREATE INDEX IF NOT EXISTS source_record_stream ON source_record (stream_no)",
  "CREATE INDEX IF NOT EXISTS document_type_date ON document (type, issue_day, rec_no)",
  "CREATE INDEX IF NOT EXISTS document_status_date ON document (status, issue_day, rec_no)",
  // With amounts, so that those of a contact that explain a difference are found without its other documents.
  "CREATE INDEX IF NOT EXISTS document_party_date ON document (party_word, issue_day, rec_no, currency_word, total, outstanding)",
  "CREATE INDEX IF NOT EXISTS document_open ON document (type, due_day, party_word, currency_word, outstanding) WHERE outstanding <> 0",
  "CREATE INDEX IF NOT EXISTS source_record_removed ON source_record (rec_no) WHERE removed_ms IS NOT NULL",
  "CREATE INDEX IF NOT EXISTS allocation_date ON allocation (day)",
  // Open amounts that are too large for a number.
  "CREATE INDEX IF NOT EXISTS document_open_text ON document (type) WHERE outstanding IS NULL",
  "CREATE INDEX IF NOT EXISTS payment_open ON payment (direction, day) WHERE unapplied <> 0",
  "CREATE INDEX IF NOT EXISTS payment_open_text ON payment (direction) WHERE unapplied IS NULL",
  "CREATE INDEX IF NOT EXISTS payment_date ON payment (day, rec_no)",
  "CREATE INDEX IF NOT EXISTS payment_party ON payment (party_word, currency_word, amount)",
  "CREATE INDEX IF NOT EXISTS journal_date ON journal (day, rec_no)",
  "CREATE INDEX IF NOT EXISTS line_account_date ON document_line (account_word, day, net)",
  POSTING_INDEX,
  "CREATE INDEX IF NOT EXISTS document_total ON document (total, rec_no)",
];

/** As in files that haven't been migrated yet. */
export const FORMER_INDEXES: readonly string[] = [
  "CREATE INDEX posting_account_date ON posting (account_word, day, amount)",
  "CREATE INDEX posting_account_date ON posting (account_word, day, amount, entity_id_word)",
  "CREATE INDEX document_party_date ON document (party_word, issue_day, rec_no)",
];

/** Creates the one index that exists from the start, because the list is used during the first read. */
export function ensureListIndex(db: Sqlite): void {
  db.exec("CREATE INDEX IF NOT EXISTS document_date ON document (issue_day, rec_no)");
}

const SAMPLED_ROWS = 1_000;

/** True from the end of a file's first read on. */
export function hasReadIndexes(db: Sqlite): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'document_total'").get() !== undefined;
}

/** Creates the indexes that only reads need, and what they are kept with. They are left out during the first read, which they would slow by two thirds. */
export function ensureReadIndexes(db: Sqlite): void {
  ensureSearchIndex(db);
  ensurePartIndex(db);
  ensureDocumentSums(db);
  ensurePartySeen(db);
  if (hasReadIndexes(db)) {
    ensurePostingSums(db);
    return;
  }
  db.transaction(() => {
    for (const statement of READ_INDEXES) db.exec(statement);
  }).immediate();
  ensurePostingSums(db);
  // A sample is enough. Full statistics contain values, which would make SQLite replan a statement at every binding.
  db.exec(`PRAGMA analysis_limit = ${SAMPLED_ROWS}; ANALYZE`);
}
