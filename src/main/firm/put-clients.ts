import type { Clock } from "#main/ports/index.ts";
import { type ServerSql, serverNowMs } from "#main/store/server/connect.ts";
import { addClientsAlone, listClients } from "#main/store/server/fact-log.ts";
import { beginCounters } from "#main/store/server/leases.ts";
import { putClient } from "#main/store/server/members.ts";
import type { CounterStore } from "#main/transport/limiter/counter-store.ts";
import { movedBy } from "./counters-on-server.ts";
import { findTwice, type WithConnection } from "./twice.ts";

export interface PutClientsNeeds {
  readonly clock: Pick<Clock, "nowMs">;
  /** What this machine's limiters counted before the server knew of a client. */
  readonly localCounters: Pick<CounterStore, "load">;
}

/** A client to be put, with its connection without secrets. */
export interface ClientToPut extends WithConnection {
  readonly name: string;
}

/**
 * Adds clients to the server, or changes them, in one transaction. The calls that connecting them took go along: whichever machine is the
 * first to hold the lease starts from them, because the ledger has counted them too. A client whose books the server has under another id
 * isn't added, even where two machines connect the same books at the same time.
 * @returns those that the server has now
 */
export async function putClients<C extends ClientToPut>(
  tx: ServerSql,
  { clock, localCounters }: PutClientsNeeds,
  machineId: string,
  clients: readonly C[],
): Promise<readonly C[]> {
  await addClientsAlone(tx);
  const twice = new Set(findTwice(clients, (await listClients(tx)) as readonly ClientToPut[]).map(({ clientId }) => clientId));
  const put = clients.filter(({ clientId }) => !twice.has(clientId));
  for (const { clientId, name, body } of put) {
    await putClient(tx, clientId, name, body);
    const { connection = null } = body;
    if (connection === null) continue;
    const key = `${connection.system}/${connection.tenantId}`;
    const counted = await localCounters.load(key);
    if (counted.reservations.length + counted.months.length + counted.blocks.length === 0) continue;
    const nowMs = clock.nowMs();
    // The server says its time after it was asked: a difference that is too large counts calls for longer, never shorter.
    const aheadMs = (await serverNowMs(tx)) - nowMs;
    await beginCounters(tx, clientId, machineId, { [key]: movedBy(aheadMs, counted) });
  }
  return put;
}
