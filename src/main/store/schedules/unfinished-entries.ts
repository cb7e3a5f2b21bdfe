import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { periodName } from "#shared/kernel/readable.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/**
 * Why an adjusting entry or a schedule item can't be removed now: an update of one of its entries is on its way. Set up again, it
 * has other action ids, and the entry could be posted twice. A draft is kept: nothing sends it without a person.
 */
export function removalRefusal({ db }: MirrorReader, definitionId: string, title: string): Failure | null {
  const prefix = `adj-${definitionId}-`;
  const job = prepared(
    db,
    `SELECT action_id AS actionId, state FROM write_job
     WHERE action_id >= ? AND action_id < ? || ':' AND state IN ('ready', 'queued', 'sent', 'unknown')
     ORDER BY created_ms, action_id LIMIT 1`,
  ).get(prefix, prefix) as { readonly actionId: string; readonly state: string } | undefined;
  if (job === undefined) return null;
  const update = `the ledger update for ${periodName(job.actionId.slice(prefix.length, prefix.length + "2026-10".length))}`;
  const isUnsent = job.state === "ready" || job.state === "queued";
  return {
    code: "conflict",
    message: `“${title}” can't be removed yet: ${update} ${isUnsent ? "is waiting to be sent" : "has no final result yet"}.`,
    next: isUnsent
      ? "Cancel the update in Ledger updates or wait until it's posted, then try again."
      : "Wait for the result or choose Check again in Ledger updates, then try again.",
  };
}
