import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteJob } from "#shared/model/ledger/write.ts";
import { CallFailure } from "../../api/call-failure.ts";
import { sentSoFar } from "../../format/labels/write-labels.ts";
import { t } from "../../language/t.ts";

const STOPPED: ReadonlySet<WriteJob["state"]> = new Set(["blocked", "rejected", "conflict"]);

interface Sent {
  readonly jobs: readonly Pick<WriteJob, "state">[];
  /** Those that weren't sent, because of the failure. */
  readonly left: number;
  readonly failure: Failure | null;
}

/**
 * Sends drafts one after another. The first failure ends it; where some were sent before, it's told beside them.
 * @throws CallFailure when the first one fails
 */
export async function sendDrafts(jobIds: readonly string[], send: (jobId: string) => Promise<Pick<WriteJob, "state">>): Promise<Sent> {
  const jobs: Pick<WriteJob, "state">[] = [];
  try {
    for (const jobId of jobIds) jobs.push(await send(jobId));
  } catch (error) {
    if (jobs.length === 0 || !(error instanceof CallFailure)) throw error;
    return { jobs, left: jobIds.length - jobs.length, failure: error.failure };
  }
  return { jobs, left: 0, failure: null };
}

/** What came of sending; a draft that a check or the ledger stopped is counted apart. */
export function sentWords({ jobs, left }: Pick<Sent, "jobs" | "left">): string {
  return sentSoFar(resultWords(jobs), left);
}

function resultWords(jobs: Sent["jobs"]): string {
  const stopped = jobs.filter(({ state }) => STOPPED.has(state)).length;
  const count = jobs.length - stopped;
  const queued = t(
    "{count, plural, one {1 transaction sent or queued. Tieout matches it with its statement line} other {# transactions sent or queued. Tieout matches each with its statement line}} once it's posted.",
    { count },
  );
  if (stopped === 0) return queued;
  const why = t(
    "{stopped, plural, one {1 transaction couldn't be posted. See Ledger updates for the reason.} other {# transactions couldn't be posted. See Ledger updates for the reasons.}}",
    { stopped },
  );
  return count === 0 ? why : `${queued} ${why}`;
}
