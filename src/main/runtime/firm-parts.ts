import type { ConnectServer, FirmNeeds, FirmSession } from "#main/firm/firm-port.ts";
import { profileOfKey, type SharedSecret, sharedSecret } from "#main/firm/shared-secrets.ts";
import { sharedTokens } from "#main/firm/shared-tokens.ts";
import type { Ports } from "#main/ports/index.ts";
import { clientSecretName, keepSecret } from "#main/signin/client-secret.ts";
import type { SharedTokens } from "#main/signin/oauth-refresh.ts";
import { createTokenStore } from "#main/signin/token-store.ts";
import type { StoredConnection } from "#main/store/clients/firm.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import { storedFile } from "./connection-file.ts";
import type { People } from "./people.ts";
import { tokenMarksOnDisk } from "./token-marks-on-disk.ts";

/** What the firm's machinery needs of this core. */
export function firmNeeds(
  {
    ports,
    pool,
    people,
    localCounters,
  }: Pick<FirmNeeds, "localCounters"> & { readonly ports: Ports; readonly pool: WorkerPool; readonly people: People },
  connect?: ConnectServer,
): FirmNeeds {
  const { secrets, clock, log, env, uuid } = ports;
  const keep = (grantKey: string) => createTokenStore({ grantKey, marks: tokenMarksOnDisk(pool), ports });
  return {
    ...{ pool, secrets, clock, log, env, uuid, localCounters, machineName: people.machine },
    keepGrant: (grantKey, token) => {
      const profile = profileOfKey(grantKey);
      if (profile !== null) return keepSecret(clientSecretName(profile), token, ports);
      return keep(grantKey).keep(token, { accessUntilMs: clock.nowMs(), fresh: true });
    },
    dropGrant: async (stored) => {
      const grantKey = grantOf(stored);
      const others = (await pool.must("firm.connections", {})).filter(({ connectionId }) => connectionId !== stored.connectionId);
      return others.some((other) => grantOf(other) === grantKey) ? null : keep(grantKey).forget();
    },
    ...(connect === undefined ? {} : { connect }),
  };
}

/** The key under which a connection's sign-in is kept: several connections may share one. */
function grantOf(stored: StoredConnection): string {
  return storedFile(stored).held?.grant ?? stored.connectionId;
}

/** How the firm's computers share what connections need; each is null on a single computer. */
export interface SharedSignIns {
  tokens(grantKey: string): SharedTokens | null;
  /** The secret of the firm's own app for a profile. */
  secret(profile: string): SharedSecret | null;
}

export function sharedSignIns(session: () => FirmSession | null, pool: WorkerPool): SharedSignIns {
  const clientsWith = (uses: (stored: StoredConnection) => boolean) => async () =>
    (await pool.must("firm.connections", {})).filter(uses).map(({ clientId }) => clientId);
  return {
    tokens: (grantKey) => {
      const grants = session()?.grants;
      const isOf = (stored: StoredConnection) => grantOf(stored) === grantKey;
      return grants === undefined ? null : sharedTokens(grants, grantKey, clientsWith(isOf));
    },
    secret: (profile) => {
      const grants = session()?.grants;
      const isOf = (stored: StoredConnection) => storedFile(stored).held?.app === profile;
      return grants === undefined ? null : sharedSecret(grants, profile, clientsWith(isOf));
    },
  };
}
