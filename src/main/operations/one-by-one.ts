import type { ApiContext } from "#main/api/context.ts";
import type { MadeJobs } from "#shared/contract/fields.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/**
 * Drafts or sends ledger updates, one after another. The first failure ends it: as the answer where nothing was done before, and
 * otherwise beside what was done, so that no draft is left that nobody was told of.
 */
export async function oneByOne<Entry>(
  { answered }: Pick<ApiContext, "answered">,
  entries: readonly Entry[],
  act: (entry: Entry) => Promise<Result<{ readonly jobId: string }, Failure>>,
): Promise<Result<MadeJobs, Failure>> {
  const jobIds: string[] = [];
  for (const entry of entries) {
    const job = await answered(() => act(entry));
    if (!job.ok) return jobIds.length === 0 ? job : ok({ jobIds, left: entries.length - jobIds.length, failure: job.failure });
    jobIds.push(job.value.jobId);
  }
  return ok({ jobIds, left: 0, failure: null });
}
