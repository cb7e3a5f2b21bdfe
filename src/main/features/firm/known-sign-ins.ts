import type { NamedGrant } from "#main/firm/grants.ts";
import { profileOfKey } from "#main/firm/shared-secrets.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { KnownSignIn } from "#shared/contract/firm/server.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";

/** What a removed computer could sign in to, by the ledger and the clients as people know them. */
export async function knownSignIns(pool: WorkerPool, grants: readonly NamedGrant[]): Promise<KnownSignIn[]> {
  if (grants.length === 0) return [];
  const [clients, connections] = await Promise.all([pool.must("firm.clients", {}), pool.must("firm.connections", {})]);
  const names = new Map(clients.map(({ clientId, name }) => [clientId, name]));
  const systems = new Map(connections.map(({ clientId, system }) => [clientId, system]));
  return grants.map((grant) => {
    const system = grant.clients.map((clientId) => systems.get(clientId)).find((one) => one !== undefined);
    return {
      isApp: profileOfKey(grant.grantKey) !== null,
      ledger: system === undefined ? null : ledgerLabel(system),
      clients: grant.clients.map((clientId) => names.get(clientId) ?? clientId).sort((a, b) => a.localeCompare(b, "en")),
    };
  });
}

/** `Ledger B (Birch & Co, Elm Ltd)`. */
export function knownSignInWords({ isApp, ledger, clients }: KnownSignIn): string {
  const where = ledger ?? "a ledger";
  return `${isApp ? `the client secret of your app at ${where}` : where} (${clients.join(", ")})`;
}
