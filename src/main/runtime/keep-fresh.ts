import type { ApiContext } from "#main/api/context.ts";

/** How often a client's changes are asked for while the app is open; well within a day's budget of calls. */
const EVERY_MS = 3_600_000;
const LOOK_EVERY_MS = 60_000;

/**
 * Reads the news of every connected client that is not paused once an hour, until the signal. A
 * client that is being read, or that waits for its budget, is left alone.
 */
export async function keepFresh(context: ApiContext, signal: AbortSignal): Promise<void> {
  const { clock, pool, engine, log } = context;
  const startedMs = clock.nowMs();
  const askedMs = new Map<string, number>();
  for (;;) {
    try {
      await clock.sleep(LOOK_EVERY_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    const nowMs = clock.nowMs();
    context.writes.resumeWaiting();
    for (const { clientId, system, paused } of await pool.must("firm.clients", {})) {
      const isDue = nowMs - (askedMs.get(clientId) ?? startedMs) >= EVERY_MS;
      if (system === null || paused || !isDue || engine.snapshot(clientId) !== null) continue;
      askedMs.set(clientId, nowMs);
      engine.sync(clientId).then(
        () => context.publish("clients.changed", { clientIds: [clientId] }),
        (error: unknown) => log.error("sync.defect", error, { clientId }),
      );
    }
  }
}

/** Goes on with the writes of a client that an earlier process left: waiting, or sent without an answer. */
export function goOnWriting({ writes, log }: ApiContext, clientId: string): void {
  writes.resume(clientId).catch((error: unknown) => log.error("writes.defect", error, { clientId }));
}
