import type { ApiContext } from "#main/api/context.ts";
import { asSentence } from "#shared/kernel/readable.ts";
import { ok } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** Reads a client in the background; windows are told when it is over. */
export function startReading(context: ApiContext, clientId: string, request: Parameters<ApiContext["engine"]["sync"]>[1]): void {
  context
    .answered(async () => ok(await context.engine.sync(clientId, request)))
    .then(
      (read) => (read.ok ? context.publish("clients.changed", { clientIds: [clientId] }) : noteFailure(context, clientId, read.failure)),
      (error: unknown) => noteDefect(context, clientId, error),
    );
}

/** A sync that broke is logged with its trace. */
async function noteDefect(context: ApiContext, clientId: string, error: unknown): Promise<void> {
  context.log.error("sync.defect", error, { clientId });
  await noteFailure(context, clientId, {
    code: "defect",
    message: `Something went wrong inside Tieout during the sync: ${error instanceof Error ? error.message : String(error)}`,
    next: "Sync again. If it keeps happening, the log in the data folder has the details.",
  });
}

/** A client whose sync ended like this doesn't go on looking fine. */
async function noteFailure(
  { log, pool, clock, publish }: ApiContext,
  clientId: string,
  { code, message, next = "Sync again." }: Failure,
): Promise<void> {
  const change = { state: "failed", problem: `${asSentence(message)} ${next}`, problemCode: code } as const;
  const saved = await pool.perform("firm.saveRollup", { clientId, change, nowMs: clock.nowMs() });
  // What it was about may be the firm's file itself.
  if (!saved.ok) log.warn("sync.rollup_not_saved", { clientId, code: saved.failure.code });
  publish("clients.changed", { clientIds: [clientId] });
}
