import type { WorkerPool } from "#main/workers/pool.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { verifyFile } from "./verify-file.ts";

/**
 * Opens the firm's registry, or says why it can't be opened. One that is damaged is exchanged for
 * its newest good snapshot only when a person asked for that: clients that were added since are not in it.
 */
export async function openRegistry(pool: WorkerPool, nowMs: number, repair: boolean): Promise<Failure | null> {
  const first = await checkRegistry(pool);
  if (first.ok) return null;
  if (first.failure.code !== "damaged" || !repair) return first.failure;
  await pool.perform("firm.close", {});
  const repaired = await pool.perform("files.repairRegistry", { nowMs });
  if (!repaired.ok) return repaired.failure;
  if (repaired.value === null)
    return {
      code: "damaged",
      message: "The firm's own file is damaged or missing, and there's no readable snapshot of it. Nothing was changed.",
      next: "Restore a backup into an empty folder: tieout backup restore --from FILE --home DIR.",
    };
  const again = await checkRegistry(pool);
  return again.ok ? null : again.failure;
}

/** Opens it, and compares every page with its sum: it is small, and everything that a window shows first comes from it. */
async function checkRegistry(pool: WorkerPool): Promise<Result<unknown, Failure>> {
  const opened = await pool.perform("firm.check", {});
  return opened.ok ? verifyFile(pool, null) : opened;
}
