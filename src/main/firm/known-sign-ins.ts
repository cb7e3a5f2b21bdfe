import type { KnownSignIn } from "#shared/contract/firm/server.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import type { FirmNeeds } from "./firm-port.ts";
import type { NamedGrant } from "./grants.ts";
import { profileOfKey } from "./shared-secrets.ts";

/** What a removed computer could sign in to, by the ledger and the clients as people know them. */
export async function knownSignIns(pool: FirmNeeds["pool"], grants: readonly NamedGrant[]): Promise<KnownSignIn[]> {
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
