import { fail, ok } from "#shared/kernel/result.ts";
import type { ApiContext } from "../context.ts";
import { PackJobs } from "../pack-jobs.ts";
import { listedPacks } from "../packs.ts";
import type { Handlers } from "./handlers.ts";

/** Close packs: made as jobs, listed, checked and compared. */
export function packHandlers(context: ApiContext) {
  const { pool } = context;
  const jobs = new PackJobs(context);
  return {
    "packs.export": async ({ clientId, period, folder, reason }) =>
      ok(jobs.start({ clientId, period, folder: folder ?? null, reason: reason ?? null })),
    "packs.cancel": async ({ jobId }) => ok({ cancelled: jobs.cancel(jobId) }),
    "packs.job": async ({ jobId }) => {
      const job = jobs.find(jobId);
      return job === null ? fail({ code: "not_found", message: `There is no job ${jobId} of a pack.`, field: "jobId" }) : ok(job);
    },
    "packs.list": ({ clientId, period }) => listedPacks(context, clientId, period ?? null),
    "packs.verify": async ({ path, prior }) => {
      const verified = await pool.perform("packMaking.verify", { path, prior: prior ?? null });
      return verified.ok ? verified.value : verified;
    },
    "packs.compare": async ({ older, newer }) => {
      const compared = await pool.perform("packMaking.compare", { older, newer });
      return compared.ok ? compared.value : compared;
    },
  } satisfies Partial<Handlers>;
}
