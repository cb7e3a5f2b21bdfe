import type { Firm, FirmNeeds } from "#main/firm/firm-port.ts";
import { sharedTokens } from "#main/firm/shared-tokens.ts";
import type { Ports } from "#main/ports/index.ts";
import type { SharedTokens } from "#main/signin/oauth-refresh.ts";
import { createTokenStore } from "#main/signin/token-store.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import { storedFile } from "./connection-file.ts";
import type { People } from "./people.ts";
import { tokenMarksOnDisk } from "./token-marks-on-disk.ts";

/** What the firm's machinery needs of this core. */
export function firmNeeds(ports: Ports, pool: WorkerPool, people: People): FirmNeeds {
  const { secrets, clock, log, env, uuid } = ports;
  const keep = (grantKey: string) => createTokenStore({ grantKey, marks: tokenMarksOnDisk(pool), ports });
  return {
    ...{ pool, secrets, clock, log, env, uuid, machineName: people.machine },
    keepGrant: (grantKey, token) => keep(grantKey).keep(token, { accessUntilMs: clock.nowMs(), fresh: true }),
  };
}

/** How the firm's computers share the sign-in with a key; null on a single computer. */
export function sharedGrants({ session }: Firm, pool: WorkerPool): ((grantKey: string) => SharedTokens) | null {
  if (session === null) return null;
  return (grantKey) =>
    sharedTokens(session.grants, grantKey, async () => {
      const connections = await pool.must("firm.connections", {});
      return connections
        .filter((stored) => (storedFile(stored).held?.grant ?? stored.connectionId) === grantKey)
        .map(({ clientId }) => clientId);
    });
}
