import { sql } from "kysely";
import type { JobChange, JobChanged, StoredAttempt, StoredJob } from "#main/store/records/write-store.ts";
import type { ServerSql } from "./connect.ts";

/** A job with every sending of it, as every machine of the firm keeps it. */
export interface SharedJob {
  readonly job: StoredJob;
  readonly attempts: readonly StoredAttempt[];
}

/** Adds a job that anybody prepared. @returns it, or the job that has the action's value already, as the server has it */
export async function shareJob(db: ServerSql, clientId: string, job: StoredJob): Promise<SharedJob> {
  const { jobId, actionId, state, content, body } = job;
  const added = await sql<{ updatedMs: number }>`
    INSERT INTO tieout.write_job (client_id, job_id, action_id, state, content, body)
    VALUES (${clientId}, ${jobId}, ${actionId}, ${state}, ${content}, ${body}) ON CONFLICT DO NOTHING
    RETURNING floor(extract(epoch FROM updated_at) * 1000)::bigint AS "updatedMs"`.execute(db);
  const [own] = added.rows;
  if (own !== undefined) return { job: { ...job, ...own }, attempts: [] };
  const { rows } = await sql<{ jobId: string }>`
    SELECT job_id AS "jobId" FROM tieout.write_job WHERE client_id = ${clientId} AND action_id = ${actionId}`.execute(db);
  const [existing] = await readSharedJobs(db, clientId, [rows[0]?.jobId ?? jobId]);
  return existing ?? { job, attempts: [] };
}

/** The time in milliseconds. A server that waits for its update has no room for it, and counts from 1 as before. */
const LEAST_NUMBER = sql`(SELECT CASE WHEN atttypid = 'int8'::regtype THEN floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint ELSE 1 END
  FROM pg_attribute WHERE attrelid = 'tieout.write_call'::regclass AND attname = 'attempt_no')`;

/**
 * Moves a job on under the lease, with the sending that begins or ends: one statement, so it is all there or nothing of it is.
 * @param lastAttempt the last sending's number in this machine's file
 * @returns when, by the server's clock, and the number of the sending that begins; null when another job has the action's value
 */
export async function changeSharedJob(
  db: ServerSql,
  clientId: string,
  fence: number,
  job: Pick<StoredJob, "actionId" | "content">,
  change: JobChange,
  lastAttempt: number,
): Promise<JobChanged | null> {
  const { jobId, state, body, start, end } = change;
  const moving = sql<JobChanged>`
    WITH moved AS (
      INSERT INTO tieout.write_job (client_id, job_id, action_id, state, content, body, fence)
      VALUES (${clientId}, ${jobId}, ${job.actionId}, ${state}, ${job.content}, ${body}, ${fence})
      ON CONFLICT (client_id, job_id) DO UPDATE SET state = excluded.state, body = excluded.body, fence = excluded.fence
      RETURNING updated_at
    ), ended AS (
      UPDATE tieout.write_call SET status = ${end?.status ?? null}, answer = ${end?.answer ?? null}, note = ${end?.note ?? null}, fence = ${fence}
      WHERE client_id = ${clientId} AND job_id = ${jobId} AND attempt_no = ${end?.attemptNo ?? -1}::bigint
    ), begun AS (
      INSERT INTO tieout.write_call (client_id, job_id, attempt_no, call_no, purpose, request, fence)
      SELECT ${clientId}, ${jobId}, greatest(1 + ${lastAttempt}::bigint, ${LEAST_NUMBER},
          (SELECT 1 + coalesce(max(attempt_no), 0) FROM tieout.write_call WHERE client_id = ${clientId})),
        ${start?.callNo ?? 0}::int, ${start?.purpose ?? ""}, ${start?.request ?? ""}, ${fence}::bigint
      WHERE ${start !== undefined}::boolean RETURNING attempt_no
    )
    SELECT floor(extract(epoch FROM updated_at) * 1000)::bigint AS "updatedMs", (SELECT attempt_no FROM begun) AS "attemptNo" FROM moved`;
  const moved = await moving.execute(db).catch(actionIsTaken);
  return moved === null ? null : (moved.rows[0] ?? { updatedMs: change.nowMs, attemptNo: null });
}

/** Another job has this action's value: two machines prepared it while they couldn't hear of each other. @throws any other error */
function actionIsTaken(error: unknown): null {
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  if (code === "23505" && constraint === "write_job_client_id_action_id_key") return null;
  throw error;
}

/**
 * Brings back a job and its sendings that the server lost when it went back to an earlier state, under the lease. Doing it again
 * changes nothing. Where the same act was prepared again meanwhile, that job is cancelled unless it was sent too, and this one
 * gets a value of its own: what was sent is never sent a second time as something else.
 */
export async function restoreSharedJob(db: ServerSql, clientId: string, fence: number, { job, attempts }: SharedJob): Promise<void> {
  const { jobId, actionId, state, content, body } = job;
  const put = (value: string) =>
    sql`
    INSERT INTO tieout.write_job (client_id, job_id, action_id, state, content, body, fence)
    VALUES (${clientId}, ${jobId}, ${value}, ${state}, ${content}, ${body}, ${fence}::bigint)
    ON CONFLICT (client_id, job_id) DO UPDATE SET state = excluded.state, body = excluded.body, fence = excluded.fence`.execute(db);
  if ((await put(actionId).catch(actionIsTaken)) === null) {
    await sql`
      UPDATE tieout.write_job j SET state = 'cancelled', fence = ${fence}::bigint
      WHERE client_id = ${clientId} AND action_id = ${actionId}
        AND NOT EXISTS (SELECT 1 FROM tieout.write_call c WHERE c.client_id = j.client_id AND c.job_id = j.job_id)`.execute(db);
    await put(`${actionId}~${jobId}`);
  }
  for (const { attemptNo, callNo, purpose, request, answeredMs, status, answer, note } of attempts) {
    await sql`
      INSERT INTO tieout.write_call (client_id, job_id, attempt_no, call_no, purpose, request, fence)
      VALUES (${clientId}, ${jobId}, ${attemptNo}::bigint, ${callNo}::int, ${purpose}, ${request}, ${fence}::bigint)
      ON CONFLICT (client_id, job_id, attempt_no) DO NOTHING`.execute(db);
    if (answeredMs === null) continue;
    await sql`
      UPDATE tieout.write_call SET status = ${status}, answer = ${answer}, note = ${note}, fence = ${fence}::bigint
      WHERE client_id = ${clientId} AND job_id = ${jobId} AND attempt_no = ${attemptNo}::bigint AND answered_at IS NULL`.execute(db);
  }
}

/** When a job of each client was last changed, in milliseconds of the server's clock. */
export async function lastJobTimes(db: ServerSql): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ clientId: string; lastMs: number }>`
    SELECT client_id AS "clientId", floor(extract(epoch FROM max(updated_at)) * 1000)::bigint AS "lastMs"
    FROM tieout.write_job GROUP BY client_id`.execute(db);
  return new Map(rows.map(({ clientId, lastMs }) => [clientId, lastMs]));
}

/** When each of a client's jobs was last changed, in milliseconds of the server's clock. */
export async function jobTimes(db: ServerSql, clientId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ jobId: string; updatedMs: number }>`
    SELECT job_id AS "jobId", floor(extract(epoch FROM updated_at) * 1000)::bigint AS "updatedMs"
    FROM tieout.write_job WHERE client_id = ${clientId}`.execute(db);
  return new Map(rows.map(({ jobId, updatedMs }) => [jobId, updatedMs]));
}

/** These jobs of a client. */
export async function readSharedJobs(db: ServerSql, clientId: string, jobIds: readonly string[]): Promise<SharedJob[]> {
  const ms = (column: "created_at" | "updated_at" | "sent_at" | "answered_at") =>
    sql`floor(extract(epoch FROM ${sql.ref(column)}) * 1000)::bigint`;
  const { rows: jobs } = await sql<StoredJob>`
    SELECT job_id AS "jobId", action_id AS "actionId", state, content, body, ${ms("created_at")} AS "createdMs", ${ms("updated_at")} AS "updatedMs"
    FROM tieout.write_job WHERE client_id = ${clientId} AND job_id = ANY(${jobIds}::text[])`.execute(db);
  const { rows: attempts } = await sql<StoredAttempt>`
    SELECT attempt_no AS "attemptNo", job_id AS "jobId", call_no AS "callNo", purpose, request, ${ms("sent_at")} AS "sentMs",
      ${ms("answered_at")} AS "answeredMs", status, answer, note
    FROM tieout.write_call WHERE client_id = ${clientId} AND job_id = ANY(${jobIds}::text[]) ORDER BY attempt_no`.execute(db);
  const byJob = Map.groupBy(attempts, ({ jobId }) => jobId);
  return jobs.map((job) => ({ job, attempts: byJob.get(job.jobId) ?? [] }));
}
