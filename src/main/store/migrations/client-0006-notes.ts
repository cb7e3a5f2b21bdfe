import type { Migration } from "#main/store/database/open.ts";

/**
 * What people write to each other about a client: notes and tasks on the client, a document, a line or
 * a figure. Their ids are made where they are written, so that they stay the same wherever they are
 * carried to; `work_event` keeps every former text and state.
 */
export const clientNotes: Migration = {
  number: 6,
  name: "notes",
  up(db) {
    db.exec(`
CREATE TABLE note (
  note_id TEXT PRIMARY KEY,
  subject_kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  subject_label TEXT,
  seen TEXT,
  reply_to TEXT,
  text TEXT NOT NULL,
  mentions TEXT NOT NULL,
  person TEXT NOT NULL,
  made_ms INTEGER NOT NULL,
  changed_ms INTEGER NOT NULL,
  removed_ms INTEGER,
  removed_by TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX note_subject ON note (subject_kind, subject_id);

CREATE TABLE task (
  task_id TEXT PRIMARY KEY,
  subject_kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  subject_label TEXT,
  seen TEXT,
  title TEXT NOT NULL,
  assignee TEXT,
  due TEXT,
  person TEXT NOT NULL,
  made_ms INTEGER NOT NULL,
  changed_ms INTEGER NOT NULL,
  done_ms INTEGER,
  done_by TEXT,
  removed_ms INTEGER,
  removed_by TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX task_subject ON task (subject_kind, subject_id);

CREATE TABLE work_event (
  event_no INTEGER PRIMARY KEY,
  item_id TEXT NOT NULL,
  what TEXT NOT NULL,
  before TEXT,
  after TEXT,
  person TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX work_event_item ON work_event (item_id);
`);
  },
};
