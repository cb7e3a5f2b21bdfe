import type { Migration } from "#main/store/database/open.ts";

/**
 * The write queue of a client. A job's intent, its exact requests and their idempotency values are
 * in `body` before the first byte is sent (rules 15, 28); every sending and its answer is kept.
 */
export const clientWriteJobs: Migration = {
  number: 3,
  name: "write-jobs",
  up(db) {
    db.exec(`
CREATE TABLE write_job (
  job_id TEXT PRIMARY KEY,
  action_id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  content TEXT NOT NULL,
  body TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX write_job_state ON write_job (state);
CREATE INDEX write_job_content ON write_job (content);

CREATE TABLE write_attempt (
  attempt_no INTEGER PRIMARY KEY,
  job_id TEXT NOT NULL REFERENCES write_job(job_id),
  call_no INTEGER NOT NULL,
  purpose TEXT NOT NULL,
  request TEXT NOT NULL,
  sent_ms INTEGER NOT NULL,
  answered_ms INTEGER,
  status INTEGER,
  answer TEXT,
  note TEXT
) STRICT;
CREATE INDEX write_attempt_job ON write_attempt (job_id);
`);
  },
};
