import type { StoredJob } from "#main/store/records/write-store.ts";
import { OperationFailed } from "#main/workers/pool.ts";
import { t } from "#shared/language/t.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { JobItem, WriteOperation } from "#shared/model/ledger/write.ts";

/**
 * What a partial job left undone, as operations of a new action (rule 15): of a payment the
 * allocations that were refused, of anything else the operation itself.
 */
export function unfinishedOperations(operations: readonly WriteOperation[], items: readonly JobItem[]): WriteOperation[] {
  return operations.flatMap((operation, index): WriteOperation[] => {
    const own = items.filter((item) => item.operation === index);
    const refused = new Set(own.filter((item) => item.outcome === "rejected" || item.outcome === "conflict").map((item) => item.part));
    if (refused.size === 0) return [];
    if (own.length === 1) return [operation];
    if (operation.kind === "create_payment") {
      const allocations = operation.payment.allocations.filter((_, part) => refused.has(part));
      return [{ ...operation, payment: { ...operation.payment, allocations } }];
    }
    if (operation.kind === "apply_credit")
      return [{ ...operation, allocations: operation.allocations.filter((_, part) => refused.has(part)) }];
    return [operation];
  });
}

const REFUSED: ReadonlySet<string> = new Set(["rejected", "conflict", "cancelled"]);

/** The value of the act that finishes a job: the same while one is open or done, a new one after a try that was refused. */
export function finishAction(jobId: string, jobs: readonly StoredJob[]): string {
  const value = `finish-${jobId}`;
  const tries = jobs.filter((job) => job.actionId.startsWith(value));
  const going = tries.find(({ state }) => !REFUSED.has(state));
  return going?.actionId ?? (tries.length === 0 ? value : `${value}-${tries.length + 1}`);
}

const SENT_ELSEWHERE: ReadonlySet<Failure["code"]> = new Set(["lease_lost", "server_unreachable", "server_outdated", "app_outdated"]);

/** Another machine of the firm may have the right to send, or its server may be gone or of another release: then the job waits for any of them. @throws any other error */
export function unlessElsewhere(error: unknown): void {
  if (!(error instanceof OperationFailed && SENT_ELSEWHERE.has(error.failure.code))) throw error;
}

/** Why an operation on the files or the firm's server failed. @throws any other error */
export function failureOf(error: unknown): Failure {
  if (error instanceof OperationFailed) return error.failure;
  throw error;
}

/** No job has this id. */
export function noJob(jobId: string): Failure {
  return {
    code: "not_found",
    message: `Ledger update ${jobId} doesn't exist.`,
    field: "id",
    next: "List the ledger updates to see their IDs.",
  };
}

export function nothingToFinish(title: string, state: string): Failure {
  const status = codeLabel(state).toLowerCase();
  return { code: "conflict", message: `Only a partly posted update can be finished. Status of “${title}”: ${status}.`, field: "id" };
}

export function tooLateToCancel(title: string, state: string): Failure {
  return {
    code: "conflict",
    message:
      state === "cancelled"
        ? t("“{title}” is already canceled.", { title })
        : state === "ready" || state === "queued"
          ? `It's too late to cancel “${title}” because Tieout has started sending it.`
          : `It's too late to cancel “${title}”. Status: ${codeLabel(state).toLowerCase()}.`,
    next: NEXT[state] ?? "Void or change the record in the ledger instead.",
  };
}

const UNSENT = "Nothing was posted, so there's nothing to undo.";
const UNSURE = "Wait for the result. If the update was posted, void or change the record in the ledger.";
const NEXT: Readonly<Record<string, string>> = {
  ...{ rejected: UNSENT, cancelled: UNSENT, ready: UNSURE, queued: UNSURE, sent: UNSURE, unknown: UNSURE },
  // It may have been posted before the record was changed, if its answer was lost.
  conflict: "Check the record in the ledger before you send this update again.",
};
