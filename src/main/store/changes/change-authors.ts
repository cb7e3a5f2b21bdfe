import { z } from "zod";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";

/** The write of the service that made a change, and the person who sent it. */
export interface ChangeAuthor {
  readonly person: string;
  readonly jobId: string;
  readonly title: string;
}

const jobBody = z.object({ person: z.string(), title: z.string() });

const SENT_JOBS = `SELECT job_id, body, MIN(sent_ms) AS first_ms, MAX(COALESCE(answered_ms, sent_ms)) AS last_ms
  FROM write_job JOIN write_attempt USING (job_id) GROUP BY job_id ORDER BY first_ms`;

interface SentJob {
  readonly job_id: string;
  readonly body: string;
  readonly first_ms: number;
  readonly last_ms: number;
}

/**
 * Who made a change, where the service knows (rule 25): a write names the record, and the change was
 * read while the write was sent and read back. Everything else was made elsewhere, by nobody known.
 */
export function changeAuthors({ db }: MirrorReader): (recordId: string, detectedMs: number) => ChangeAuthor | null {
  const jobs = prepared(db, SENT_JOBS).all() as SentJob[];
  return (recordId, detectedMs) => {
    const named = JSON.stringify(recordId);
    const job = jobs.find(({ first_ms, last_ms, body }) => first_ms <= detectedMs && detectedMs <= last_ms && body.includes(named));
    const body = job === undefined ? null : jobBody.safeParse(JSON.parse(job.body));
    return job === undefined || body?.success !== true ? null : { ...body.data, jobId: job.job_id };
  };
}
