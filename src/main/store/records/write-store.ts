import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";

/** A write job as it is kept. `body` is JSON of the write queue; `content` tells two equal intents apart from others. */
export interface StoredJob {
  readonly jobId: string;
  readonly actionId: string;
  readonly state: string;
  readonly content: string;
  readonly body: string;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** One sending of a job and what came back; null while nothing has. */
export interface StoredAttempt {
  readonly attemptNo: number;
  readonly jobId: string;
  readonly callNo: number;
  readonly purpose: string;
  readonly request: string;
  readonly sentMs: number;
  readonly answeredMs: number | null;
  readonly status: number | null;
  readonly answer: string | null;
  readonly note: string | null;
}

/** Keeps a new job. @returns the job that has the action's value already, or null when this one was kept */
export function addJob(db: Sqlite, job: StoredJob): StoredJob | null {
  return db
    .transaction(() => {
      const known = prepared(db, "SELECT * FROM write_job WHERE action_id = ?").get(job.actionId) as JobRow | undefined;
      if (known !== undefined) return jobOf(known);
      prepared(
        db,
        "INSERT INTO write_job (job_id, action_id, state, content, body, created_ms, updated_ms) VALUES (@jobId, @actionId, @state, @content, @body, @createdMs, @updatedMs)",
      ).run(job);
      return null;
    })
    .immediate();
}

/** A job as the firm's server has it, and when it was last changed here as the server was asked; null where it wasn't known. */
export interface TakenJob {
  readonly job: StoredJob;
  readonly attempts: readonly StoredAttempt[];
  readonly knownMs: number | null;
}

/**
 * Keeps jobs as the firm's server has them, with their sendings. The server has one job for an action: where two computers
 * prepared the same one, the job that came later gives way. Nothing of it was sent, because a job is shared before it is sent.
 * One that was changed here since the server was asked is newer than what the server said, and stays as it is.
 */
export function takeJobs(db: Sqlite, jobs: readonly TakenJob[]): void {
  db.transaction(() => {
    for (const { job, attempts, knownMs } of jobs) {
      prepared(
        db,
        `DELETE FROM write_job WHERE action_id = @actionId AND job_id <> @jobId
         AND NOT EXISTS (SELECT 1 FROM write_attempt WHERE write_attempt.job_id = write_job.job_id)`,
      ).run(job);
      const ownMs = prepared(db, "SELECT updated_ms FROM write_job WHERE job_id = ?").pluck().get(job.jobId) as number | undefined;
      if (ownMs !== undefined && ownMs !== knownMs) continue;
      prepared(
        db,
        `INSERT INTO write_job (job_id, action_id, state, content, body, created_ms, updated_ms)
         VALUES (@jobId, @actionId, @state, @content, @body, @createdMs, @updatedMs)
         ON CONFLICT (job_id) DO UPDATE SET action_id = excluded.action_id, state = excluded.state, body = excluded.body,
           updated_ms = excluded.updated_ms`,
      ).run(job);
      for (const attempt of attempts)
        prepared(
          db,
          `INSERT INTO write_attempt (attempt_no, job_id, call_no, purpose, request, sent_ms, answered_ms, status, answer, note)
           VALUES (@attemptNo, @jobId, @callNo, @purpose, @request, @sentMs, @answeredMs, @status, @answer, @note)
           ON CONFLICT (attempt_no) DO UPDATE SET answered_ms = excluded.answered_ms, status = excluded.status, answer = excluded.answer, note = excluded.note`,
        ).run(attempt);
    }
  }).immediate();
}

/** Removes a job of which nothing was ever sent. */
export function dropJob(db: Sqlite, jobId: string): void {
  prepared(db, "DELETE FROM write_job WHERE job_id = @jobId AND NOT EXISTS (SELECT 1 FROM write_attempt WHERE job_id = @jobId)").run({
    jobId,
  });
}

/** A sending that begins with this change of its job: both are on disk before a byte leaves. */
export interface AttemptStart {
  readonly callNo: number;
  readonly purpose: string;
  readonly request: string;
  readonly sentMs: number;
  /** Its number, where the firm's server gives it. */
  readonly attemptNo?: number;
}

export interface AttemptEnd {
  readonly attemptNo: number;
  readonly answeredMs: number;
  readonly status: number | null;
  readonly answer: string | null;
  readonly note: string | null;
}

export interface JobChange {
  readonly jobId: string;
  readonly state: string;
  readonly body: string;
  readonly nowMs: number;
  /** When the job was last changed as far as the caller knows: what it says rests on that. */
  readonly knownMs: number;
  readonly start?: AttemptStart;
  readonly end?: AttemptEnd;
}

/** What a change made of a job: the number of the sending that begins, if any, and when it was changed. */
export interface JobChanged {
  readonly attemptNo: number | null;
  readonly updatedMs: number;
}

/** Moves a job on, together with the attempt that begins or ends. */
export function changeJob(db: Sqlite, change: JobChange): JobChanged {
  return db
    .transaction(() => {
      const { jobId, state, body, nowMs, start, end } = change;
      prepared(db, "UPDATE write_job SET state = ?, body = ?, updated_ms = ? WHERE job_id = ?").run(state, body, nowMs, jobId);
      if (end !== undefined)
        prepared(
          db,
          "UPDATE write_attempt SET answered_ms = @answeredMs, status = @status, answer = @answer, note = @note WHERE attempt_no = @attemptNo",
        ).run(end);
      if (start === undefined) return { attemptNo: null, updatedMs: nowMs };
      const added = prepared(
        db,
        // One that the server numbered may have come from there in the meantime.
        `INSERT INTO write_attempt (attempt_no, job_id, call_no, purpose, request, sent_ms) VALUES (?,?,?,?,?,?)
         ON CONFLICT (attempt_no) DO NOTHING`,
      ).run(start.attemptNo ?? null, jobId, start.callNo, start.purpose, start.request, start.sentMs);
      return { attemptNo: start.attemptNo ?? Number(added.lastInsertRowid), updatedMs: nowMs };
    })
    .immediate();
}

/** The number of the last sending in the file, of any job. */
export function lastAttempt(db: Sqlite): number {
  return (prepared(db, "SELECT MAX(attempt_no) FROM write_attempt").pluck().get() as number | null) ?? 0;
}

/** A job with its attempts, oldest first; null when there is none of that id. */
export function readJob(db: Sqlite, jobId: string): { readonly job: StoredJob; readonly attempts: readonly StoredAttempt[] } | null {
  const row = prepared(db, "SELECT * FROM write_job WHERE job_id = ?").get(jobId) as JobRow | undefined;
  if (row === undefined) return null;
  const attempts = prepared(db, "SELECT * FROM write_attempt WHERE job_id = ? ORDER BY attempt_no").all(jobId) as AttemptRow[];
  return { job: jobOf(row), attempts: attempts.map(attemptOf) };
}

/** All jobs, newest first. */
export function listJobs(db: Sqlite): StoredJob[] {
  return (prepared(db, "SELECT * FROM write_job ORDER BY created_ms DESC, job_id").all() as JobRow[]).map(jobOf);
}

/** Jobs that are not settled, and those that ended badly since an instant; oldest first. */
export function boardJobs(db: Sqlite, endedSinceMs: number): StoredJob[] {
  const rows = prepared(
    db,
    `SELECT * FROM write_job WHERE state IN ('draft', 'ready', 'queued', 'sent', 'unknown', 'blocked')
     OR (state IN ('partial', 'conflict', 'rejected') AND updated_ms >= ?) ORDER BY created_ms, job_id`,
  ).all(endedSinceMs) as JobRow[];
  return rows.map(jobOf);
}

interface JobRow {
  readonly job_id: string;
  readonly action_id: string;
  readonly state: string;
  readonly content: string;
  readonly body: string;
  readonly created_ms: number;
  readonly updated_ms: number;
}

interface AttemptRow {
  readonly attempt_no: number;
  readonly job_id: string;
  readonly call_no: number;
  readonly purpose: string;
  readonly request: string;
  readonly sent_ms: number;
  readonly answered_ms: number | null;
  readonly status: number | null;
  readonly answer: string | null;
  readonly note: string | null;
}

function jobOf(row: JobRow): StoredJob {
  return {
    jobId: row.job_id,
    actionId: row.action_id,
    state: row.state,
    content: row.content,
    body: row.body,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
  };
}

function attemptOf(row: AttemptRow): StoredAttempt {
  return {
    attemptNo: row.attempt_no,
    jobId: row.job_id,
    callNo: row.call_no,
    purpose: row.purpose,
    request: row.request,
    sentMs: row.sent_ms,
    answeredMs: row.answered_ms,
    status: row.status,
    answer: row.answer,
    note: row.note,
  };
}
