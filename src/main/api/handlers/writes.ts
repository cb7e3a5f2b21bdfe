import { ok } from "#shared/kernel/result.ts";
import { mirroredClient } from "../client-source.ts";
import type { ApiContext } from "../context.ts";
import type { Handlers } from "./handlers.ts";

/** The write queue, for windows and pages, and what its forms choose from. */
export function writeHandlers(context: ApiContext) {
  const { writes, pool } = context;
  return {
    "choices.find": async ({ clientId, kind, text, id, role, limit }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const narrowed = { ...(id === undefined ? {} : { id }), ...(role === undefined ? {} : { role }) };
      return pool.perform("choices.find", { ...source.value, kind, text, limit, ...narrowed });
    },
    "writes.plan": async ({ clientId, operations }, { signal }) => {
      const plan = await writes.plan({ clientId, operations }, signal);
      if (!plan.ok) return plan;
      const { title, checks, requests, items } = plan.value;
      return ok({ title, checks: [...checks], requests: [...requests], items: [...items] });
    },
    "writes.submit": async ({ clientId, operations, actionId, draft }, { signal }) => {
      const given = { ...(actionId === undefined ? {} : { actionId }), ...(draft === undefined ? {} : { draft }) };
      const job = await writes.submit({ clientId, operations, ...given }, signal);
      // A draft is kept without being moved, so nothing else tells of it.
      if (job.ok && draft === true) context.publish("writes.changed", { clientId, jobId: job.value.jobId, state: job.value.state });
      return job;
    },
    "writes.send": ({ clientId, jobId }, { signal }) => writes.go(clientId, jobId, signal),
    "writes.resolve": ({ clientId, jobId }, { signal }) => writes.resolve(clientId, jobId, signal),
    "writes.finish": ({ clientId, jobId }, { signal }) => writes.finish(clientId, jobId, signal),
    "writes.cancel": ({ clientId, jobId }) => writes.cancel(clientId, jobId),
    "writes.list": async ({ clientId }) => {
      const jobs = await writes.list(clientId);
      return jobs.ok ? ok([...jobs.value]) : jobs;
    },
    "writes.show": async ({ clientId, jobId }) => {
      const found = await writes.show(clientId, jobId);
      return found.ok ? ok({ job: found.value.job, attempts: [...found.value.attempts], before: [...found.value.before] }) : found;
    },
  } satisfies Partial<Handlers>;
}
