import type { ApiContext } from "#main/api/context.ts";
import type { StoredClient } from "#main/store/clients/firm.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { ClientBooks, ClientSource, DiscoveredClient } from "./client-books.ts";

/** A client that must exist. */
export async function findClient({ pool }: Pick<ApiContext, "pool">, clientId: string): Promise<Result<StoredClient, Failure>> {
  const client = await pool.must("firm.client", { clientId });
  return client === null ? noClient(clientId) : ok(client);
}

/** The client's mirror, or null while it has no discovered connection and so nothing was read into it. */
export async function clientSource({ connections }: Pick<ApiContext, "connections">, clientId: string): Promise<ClientSource | null> {
  const stored = await connections.find(clientId);
  if (stored === null || stored.discovery === null) return null;
  return { clientId, system: stored.system, tenantId: stored.tenantId };
}

/** The mirror of a client that must exist and be connected; a failure says which of the two is missing. */
export async function mirroredClient(context: Pick<ApiContext, "pool">, clientId: string): Promise<Result<ClientSource, Failure>> {
  const client = await discoveredClient(context, clientId);
  return client.ok ? ok(client.value.source) : client;
}

/** The same with what was discovered of its ledger. */
export async function discoveredClient({ pool }: Pick<ApiContext, "pool">, clientId: string): Promise<Result<DiscoveredClient, Failure>> {
  const { name, discovered } = await pool.must("firm.discovered", { clientId });
  if (name === null) return noClient(clientId);
  if (discovered !== null) return ok(discovered);
  return fail({
    code: "not_found",
    message: `${name} isn't connected to a ledger, so there are no books to show.`,
    field: "client",
    next: "Connect the client, then sync.",
  });
}

/** What operations work with. Closes and reviews are of the whole client, on the accrual basis. */
export function booksOf({ source, discovery }: DiscoveredClient): ClientSource & ClientBooks {
  const { organisation, unlistedPostings, unlistedTaxCodes = {} } = discovery;
  const { dimensions: _inTheMirror, ...capabilities } = discovery.capabilities;
  return {
    ...source,
    books: { basis: "accrual", baseCurrency: organisation.baseCurrency, unlistedPostings },
    yearEnd: { month: organisation.fiscalYearEndMonth, day: organisation.fiscalYearEndDay },
    organisation,
    unlistedTaxCodes,
    capabilities,
  };
}

function noClient(clientId: string): Result<never, Failure> {
  return fail({
    code: "not_found",
    message: `No client has the ID ${clientId}.`,
    field: "client",
    next: "List the clients to see their IDs.",
  });
}
