import type { ApiContext } from "#main/api/context.ts";

/** Reads every client anew whose reading stopped on this machine, and takes up the writes that wait: what was in the way is gone. */
export async function goOnReading({ pool, engine, writes, log, publish }: ApiContext): Promise<void> {
  for (const { clientId, system, paused, rollup } of await pool.must("firm.clients", {})) {
    if (system === null || paused || rollup?.state !== "failed" || engine.snapshot(clientId) !== null) continue;
    engine.sync(clientId).then(
      () => publish("clients.changed", { clientIds: [clientId] }),
      (error: unknown) => log.error("sync.defect", error, { clientId }),
    );
  }
  writes.resumeWaiting();
}
