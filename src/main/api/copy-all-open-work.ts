import { clientSource } from "#main/operations/client-source.ts";
import { copyOpenWork } from "#main/operations/copy-open-work.ts";
import type { ApiContext } from "./context.ts";

/** Copies every client's mentions and open tasks again, until the signal: an earlier process may have ended before it did, or had no room. */
export async function copyAllOpenWork(context: ApiContext, signal: AbortSignal): Promise<void> {
  for (const { clientId } of await context.pool.must("firm.clients", {})) {
    if (signal.aborted) return;
    const source = await clientSource(context, clientId);
    if (source !== null && (await copyOpenWork(context, source))) context.publish("work.changed", { clientId });
  }
}
