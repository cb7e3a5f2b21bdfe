import type { ApiContext } from "#main/api/context.ts";

/** Reads a client in the background; windows are told when it is over. */
export function startReading(context: ApiContext, clientId: string, request: Parameters<ApiContext["engine"]["sync"]>[1]): void {
  context.engine.sync(clientId, request).then(
    () => context.publish("clients.changed", { clientIds: [clientId] }),
    (error: unknown) => noteDefect(context, clientId, error),
  );
}

/** A sync that broke is logged with its trace, and its client doesn't go on looking fine. */
async function noteDefect({ log, pool, clock, publish }: ApiContext, clientId: string, error: unknown): Promise<void> {
  log.error("sync.defect", error, { clientId });
  const problem = `Something went wrong inside Tieout during the sync: ${error instanceof Error ? error.message : String(error)}`;
  await pool.must("firm.saveRollup", { clientId, change: { state: "failed", problem }, nowMs: clock.nowMs() });
  publish("clients.changed", { clientIds: [clientId] });
}
