import type { ClientSource } from "#main/workers/protocol.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { type ApiContext, findClient } from "./context.ts";

/** The client's mirror, or null while it has no discovered connection and so nothing was read into it. */
export async function clientSource(context: ApiContext, clientId: string): Promise<ClientSource | null> {
  const stored = await context.connections.find(clientId);
  if (stored === null || stored.discovery === null) return null;
  return { clientId, system: stored.system, tenantId: stored.tenantId };
}

/** The mirror of a client that must exist and be connected; a failure says which of the two is missing. */
export async function mirroredClient(context: ApiContext, clientId: string): Promise<Result<ClientSource, Failure>> {
  const client = await findClient(context, clientId);
  if (!client.ok) return client;
  const source = await clientSource(context, clientId);
  if (source !== null) return ok(source);
  return fail({
    code: "not_found",
    message: `${client.value.name} has no connection yet, so nothing is known of its books.`,
    field: "client",
    next: "Add a connection, then run a sync.",
  });
}
