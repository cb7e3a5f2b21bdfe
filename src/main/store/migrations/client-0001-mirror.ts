import type { Migration } from "#main/store/database/open.ts";

/**
 * The mirror of one client. Amounts are integers in ten-thousandths beside the number of decimals
 * that the ledger sent (`scales`, three bits an amount; `exact` holds what does not fit), so that
 * SQL sums exactly and the sent text is rebuilt to the digit. Ids that recur are interned in `word`.
 * Secondary indexes that only reads need are made after the first complete read (see indexes.ts).
 */
export const clientMirror: Migration = {
  number: 1,
  name: "mirror",
  up(db) {
    db.exec(`
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE word (word_no INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE stream (
  stream_no INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT 'never_read',
  pass_no INTEGER NOT NULL DEFAULT 0,
  pass_kind TEXT,
  pass_position TEXT,
  pass_started_ms INTEGER,
  pass_watermark TEXT,
  watermark TEXT,
  completed_ms INTEGER,
  first_completed_ms INTEGER,
  reconciled_ms INTEGER,
  needs_reconcile INTEGER NOT NULL DEFAULT 0,
  needs_since TEXT,
  needs_pass INTEGER,
  pages INTEGER NOT NULL DEFAULT 0,
  seen INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0,
  total_known INTEGER,
  failure TEXT,
  resume_ms INTEGER
) STRICT;

CREATE TABLE raw_page (page_no INTEGER PRIMARY KEY, bytes INTEGER NOT NULL, body BLOB NOT NULL) STRICT;

CREATE TABLE source_record (
  rec_no INTEGER PRIMARY KEY,
  stream_no INTEGER NOT NULL REFERENCES stream(stream_no),
  source_id ANY NOT NULL,
  entity_word INTEGER NOT NULL,
  raw_hash BLOB NOT NULL,
  raw_page INTEGER NOT NULL,
  raw_start INTEGER NOT NULL,
  raw_length INTEGER NOT NULL,
  pass_no INTEGER NOT NULL,
  fetched_ms INTEGER NOT NULL,
  removed_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX source_record_id ON source_record (source_id, stream_no);

CREATE TABLE document (
  rec_no INTEGER PRIMARY KEY REFERENCES source_record(rec_no),
  type INTEGER NOT NULL,
  status INTEGER NOT NULL,
  status_is_derived INTEGER NOT NULL,
  number TEXT,
  reference TEXT,
  party_word INTEGER,
  party_name TEXT,
  issue_day INTEGER NOT NULL,
  due_day INTEGER,
  currency_word INTEGER NOT NULL,
  base_currency_word INTEGER,
  exchange_rate TEXT,
  total INTEGER,
  total_base INTEGER,
  outstanding INTEGER,
  tax_amount INTEGER,
  scales INTEGER NOT NULL,
  exact TEXT,
  tax_word INTEGER,
  tax_text TEXT,
  source_status_word INTEGER,
  approval_word INTEGER,
  unapplied_kind INTEGER,
  entity_id_word INTEGER,
  memo TEXT,
  period_word INTEGER,
  change_hash BLOB NOT NULL
) STRICT;

CREATE TABLE document_line (
  rec_no INTEGER NOT NULL REFERENCES source_record(rec_no),
  line_no INTEGER NOT NULL,
  line_id ANY,
  kind INTEGER NOT NULL,
  description TEXT,
  quantity INTEGER,
  unit_amount INTEGER,
  net INTEGER,
  tax_amount INTEGER,
  scales INTEGER NOT NULL,
  exact TEXT,
  tax_word INTEGER NOT NULL,
  account_word INTEGER,
  item_word INTEGER,
  dimensions_word INTEGER,
  billable_customer_word INTEGER,
  billable_status INTEGER,
  day INTEGER NOT NULL,
  PRIMARY KEY (rec_no, line_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE allocation (
  rec_no INTEGER NOT NULL REFERENCES source_record(rec_no),
  alloc_no INTEGER NOT NULL,
  from_kind INTEGER NOT NULL,
  from_id TEXT NOT NULL,
  to_id TEXT NOT NULL,
  amount INTEGER,
  scales INTEGER NOT NULL,
  exact TEXT,
  currency_word INTEGER NOT NULL,
  day INTEGER,
  PRIMARY KEY (rec_no, alloc_no)
) STRICT, WITHOUT ROWID;
CREATE INDEX allocation_to ON allocation (to_id);
CREATE INDEX allocation_from ON allocation (from_id);

CREATE TABLE payment (
  rec_no INTEGER PRIMARY KEY REFERENCES source_record(rec_no),
  direction INTEGER NOT NULL,
  status INTEGER NOT NULL,
  source_status_word INTEGER,
  party_word INTEGER,
  party_name TEXT,
  day INTEGER NOT NULL,
  currency_word INTEGER NOT NULL,
  exchange_rate TEXT,
  amount INTEGER,
  unapplied INTEGER,
  scales INTEGER NOT NULL,
  exact TEXT,
  account_word INTEGER,
  reference TEXT,
  batch_id TEXT,
  entity_id_word INTEGER,
  change_hash BLOB NOT NULL
) STRICT;

CREATE TABLE journal (
  rec_no INTEGER PRIMARY KEY REFERENCES source_record(rec_no),
  prefix_word INTEGER NOT NULL,
  number TEXT,
  day INTEGER NOT NULL,
  created_ms INTEGER,
  document_id TEXT,
  source_type_word INTEGER,
  currency_word INTEGER NOT NULL,
  change_hash BLOB NOT NULL
) STRICT;

CREATE TABLE posting (
  rec_no INTEGER NOT NULL REFERENCES source_record(rec_no),
  line_no INTEGER NOT NULL,
  line_id ANY,
  account_word INTEGER NOT NULL,
  amount INTEGER,
  scales INTEGER NOT NULL,
  exact TEXT,
  party_word INTEGER,
  description TEXT,
  dimensions_word INTEGER,
  day INTEGER NOT NULL,
  PRIMARY KEY (rec_no, line_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE entity (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  rec_no INTEGER NOT NULL REFERENCES source_record(rec_no),
  label TEXT NOT NULL,
  body TEXT NOT NULL,
  volatile TEXT,
  change_hash BLOB NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX entity_record ON entity (rec_no);

CREATE TABLE field_change (
  change_no INTEGER PRIMARY KEY,
  rec_no INTEGER NOT NULL REFERENCES source_record(rec_no),
  record_id TEXT NOT NULL,
  field TEXT NOT NULL,
  before TEXT,
  after TEXT,
  day INTEGER,
  detected_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX field_change_record ON field_change (record_id);

CREATE TABLE finding (
  finding_no INTEGER PRIMARY KEY,
  stream_no INTEGER NOT NULL REFERENCES stream(stream_no),
  rec_no INTEGER REFERENCES source_record(rec_no),
  code TEXT NOT NULL,
  field TEXT NOT NULL DEFAULT '',
  message TEXT NOT NULL,
  first_ms INTEGER NOT NULL,
  last_ms INTEGER NOT NULL,
  resolved_ms INTEGER
) STRICT;
CREATE INDEX finding_open ON finding (stream_no, code) WHERE resolved_ms IS NULL;
CREATE INDEX finding_record ON finding (rec_no);
`);
  },
};
