import { z } from "zod";
import { exactRequest, jobAttempt, jobItem, jobState, writeCheck, writeJob, writeOperation } from "../model/write.ts";
import { command, query, topic } from "./define.ts";

const ofJob = z.object({ clientId: z.string(), jobId: z.string() });
const operations = z.array(writeOperation).min(1, "at least one operation").max(500, "at most 500 operations in one action");
const actionId = z.string().min(1).max(64);

/** What a write would do, for the review before it is done. */
const writePlan = z.object({
  title: z.string(),
  checks: z.array(writeCheck),
  requests: z.array(exactRequest),
  items: z.array(jobItem),
});
export type WritePlanView = z.infer<typeof writePlan>;

export const writesContract = {
  /** Checks and exact requests; sends no write, keeps nothing. */
  "writes.plan": query(z.object({ clientId: z.string(), operations }), writePlan),
  /** Keeps a job and sends it unless it is a draft; the same action value never acts twice. */
  "writes.submit": command(
    z.object({ clientId: z.string(), operations, actionId: actionId.optional(), draft: z.boolean().optional() }),
    writeJob,
  ),
  /** Sends a draft, or goes on with a job that waits. */
  "writes.send": command(ofJob, writeJob),
  /** Settles an unknown outcome by looking; sends nothing that changes the ledger. */
  "writes.resolve": command(ofJob, writeJob),
  /** Does what a partial job left undone, as a job of its own. */
  "writes.finish": command(ofJob, writeJob),
  /** Takes back a job that has not left. */
  "writes.cancel": command(ofJob, writeJob),
  "writes.list": query(z.object({ clientId: z.string() }), z.array(writeJob)),
  "writes.show": query(
    ofJob,
    z.object({ job: writeJob, attempts: z.array(jobAttempt), before: z.array(z.object({ id: z.string(), raw: z.string() })) }),
  ),
  /** A job moved. */
  "writes.changed": topic(z.object({ clientId: z.string(), jobId: z.string(), state: jobState })),
};
