import { z } from "zod";
import { command, query } from "#main/operations/operation.ts";
import { writePlan } from "#shared/contract/books/writes.ts";
import { clientId, shortId } from "#shared/contract/fields.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { jobAttempt, withdrawal, writeJob, writeOperation } from "#shared/model/ledger/write.ts";
import { JOB_COLUMNS } from "./job-columns.ts";

/** A plan is asked for by a person who waits for it: no sync continues it later. */
function ofPlan(failure: Failure): Failure {
  return failure.code !== "ledger_unreachable"
    ? failure
    : {
        ...failure,
        next: "The ledger may be down or busy, or this computer may be offline. Check the update again later, or add it to the queue.",
      };
}

const ofJob = z.object({ clientId, jobId: z.string().describe("Job ID") });
const operations = z.array(writeOperation).min(1, "add at least one change").max(500, "send at most 500 changes in one update");
const actionId = z.string().min(1).max(64).describe("Your own ID for this update. Updates with the same ID are posted only once");

/** Writing back to a ledger, through the write queue. */
export const writeOperations = [
  query("writes.plan", {
    summary: "Check a ledger update and show its exact requests without sending or saving the update",
    input: z.object({ clientId, operations }),
    output: writePlan,
    runs: "core",
    perform: async ({ writes }, asked, _prepared, { signal }) => {
      const plan = await writes.plan(asked, signal);
      if (!plan.ok) return fail(ofPlan(plan.failure));
      const { title, checks, requests, items } = plan.value;
      return ok({ title, checks: [...checks], requests: [...requests], items: [...items] });
    },
  }),

  query("writes.withdrawals", {
    summary: "Say whether a transaction or payment can be voided or deleted in its ledger",
    input: z.object({ clientId, id: shortId.describe("ID of the transaction or payment") }),
    output: z.array(withdrawal),
    runs: "core",
    perform: async ({ writes }, { clientId: client, id }) => {
      const possible = await writes.withdrawals(client, id);
      return possible.ok ? ok([...possible.value]) : possible;
    },
  }),

  command("writes.submit", {
    summary: "Save a ledger update and send it. A draft is only saved",
    input: z.object({ clientId, operations, actionId: actionId.optional(), draft: z.boolean().optional() }),
    output: writeJob,
    runs: "core",
    perform: ({ writes }, { actionId: action, draft, ...asked }, _prepared, { signal }) => {
      const given = { ...(action === undefined ? {} : { actionId: action }), ...(draft === undefined ? {} : { draft }) };
      return writes.submit({ ...asked, ...given }, signal);
    },
  }),

  command("writes.send", {
    summary: "Send a draft, or continue a ledger update that is waiting",
    input: ofJob,
    output: writeJob,
    runs: "core",
    perform: ({ writes }, { clientId: client, jobId }, _prepared, { signal }) => writes.go(client, jobId, signal),
  }),

  command("writes.resolve", {
    summary: "Look in the ledger for an update whose outcome is unknown, without sending the update again",
    input: ofJob,
    output: writeJob,
    runs: "core",
    perform: ({ writes }, { clientId: client, jobId }, _prepared, { signal }) => writes.resolve(client, jobId, signal),
  }),

  command("writes.finish", {
    summary: "Post the remaining part of a partly posted ledger update as a new update",
    input: ofJob,
    output: writeJob,
    runs: "core",
    perform: ({ writes }, { clientId: client, jobId }, _prepared, { signal }) => writes.finish(client, jobId, signal),
  }),

  command("writes.cancel", {
    summary: "Cancel a ledger update that hasn't been sent",
    input: ofJob,
    output: writeJob,
    runs: "core",
    perform: ({ writes }, { clientId: client, jobId }) => writes.cancel(client, jobId),
  }),

  query("writes.list", {
    summary: "List a client's ledger updates (jobs), newest first",
    input: z.object({ clientId }),
    output: z.array(writeJob),
    runs: "core",
    perform: async ({ writes }, { clientId: client }) => {
      const jobs = await writes.list(client);
      return jobs.ok ? ok([...jobs.value]) : jobs;
    },
    command: { verb: "job list", table: { rows: (jobs) => jobs, columns: JOB_COLUMNS } },
  }),

  query("writes.show", {
    summary: "Show a ledger update with its attempts, the ledger's answers and the record before the update",
    input: ofJob,
    output: z.object({ job: writeJob, attempts: z.array(jobAttempt), before: z.array(z.object({ id: z.string(), raw: z.string() })) }),
    runs: "core",
    perform: async ({ writes }, { clientId: client, jobId }) => {
      const found = await writes.show(client, jobId);
      if (!found.ok) return found;
      const { job, attempts, before } = found.value;
      return ok({ job, attempts: [...attempts], before: [...before] });
    },
  }),
] as const;
