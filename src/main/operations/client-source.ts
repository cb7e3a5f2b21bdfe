import type { ApiContext } from "#main/api/context.ts";
import type { StoredClient } from "#main/store/clients/firm.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { ClientSource } from "./act.ts";

/** A client that must exist. */
export async function findClient({ pool }: Pick<ApiContext, "pool">, clientId: string): Promise<Result<StoredClient, Failure>> {
  const client = await pool.must("firm.client", { clientId });
  if (client !== null) return ok(client);
  return fail({
    code: "not_found",
    message: `There is no client ${clientId}.`,
    field: "client",
    next: "List the clients to see their IDs.",
  });
}

/** The client's mirror, or null while it has no discovered connection and so nothing was read into it. */
export async function clientSource({ connections }: Pick<ApiContext, "connections">, clientId: string): Promise<ClientSource | null> {
  const stored = await connections.find(clientId);
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
    message: `${client.value.name} isn't connected to a ledger yet, so it has no books to show.`,
    field: "client",
    next: "Connect it, then sync.",
  });
}
