import type { ClientSource } from "#main/workers/protocol.ts";
import type { ApiContext } from "./context.ts";

/** The client's mirror, or null while it has no discovered connection and so nothing was read into it. */
export async function clientSource(context: ApiContext, clientId: string): Promise<ClientSource | null> {
  const stored = await context.connections.find(clientId);
  if (stored === null || stored.discovery === null) return null;
  return { clientId, system: stored.system, tenantId: stored.tenantId };
}
