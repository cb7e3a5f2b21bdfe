import type { ApiContext } from "#main/api/context.ts";

const AGAIN_MS = 60_000;

/** Goes on with the writes of a client that an earlier process left: waiting, or sent without an answer. */
export function goOnWriting({ writes, log }: Pick<ApiContext, "writes" | "log">, clientId: string): void {
  writes.resume(clientId).catch((error: unknown) => log.error("writes.defect", error, { clientId }));
}

/** The same for all clients of the firm, as soon as its file can be read. */
export async function goOnWritingForAll(
  context: Pick<ApiContext, "writes" | "log" | "pool" | "clock">,
  signal: AbortSignal,
): Promise<void> {
  const { pool, clock, log } = context;
  while (!signal.aborted) {
    const clients = await pool.perform("firm.clients", {});
    if (clients.ok) {
      for (const { clientId, system } of clients.value) if (system !== null) goOnWriting(context, clientId);
      return;
    }
    log.warn("writes.not_resumed", { code: clients.failure.code });
    await clock.sleep(AGAIN_MS, signal).catch(() => undefined);
  }
}
