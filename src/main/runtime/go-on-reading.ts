import type { ApiContext } from "#main/api/context.ts";

/**
 * Resyncs every client whose sync failed because of a problem on this machine, and resumes waiting writes. Call
 * it when the problem is solved.
 */
export async function goOnReading({ pool, engine, writes, log, publish }: ApiContext): Promise<void> {
  for (const { clientId, system, paused, rollup } of await pool.must("firm.clients", {})) {
    if (system === null || paused || rollup?.state !== "failed" || engine.isReading(clientId)) continue;
    engine.sync(clientId).then(
      () => publish("clients.changed", { clientIds: [clientId] }),
      (error: unknown) => log.error("sync.defect", error, { clientId }),
    );
  }
  writes.resumeWaiting();
}
