import type { WorkerPool } from "#main/workers/pool.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/**
 * Compares every page of a data file with its sum, a few megabytes at a time. A client whose file does not
 * hold what was written is held by the pool, as after any other damage.
 * @param owner a client's id, or null for the firm's registry
 * @param between called after each part but the last
 * @returns how many pages were compared; 0 for a file that has no sums yet
 */
export async function verifyFile(
  pool: WorkerPool,
  owner: string | null,
  between: () => Promise<void> = async () => undefined,
): Promise<Result<number, Failure>> {
  for (let fromPage = 1; ; await between()) {
    const part =
      owner === null ? await pool.perform("firm.verify", { fromPage }) : await pool.perform("client.verify", { clientId: owner, fromPage });
    if (!part.ok) return part;
    if (part.value.next === null) return ok(part.value.pages);
    fromPage = part.value.next;
  }
}
