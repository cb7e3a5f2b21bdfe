import type { Clock } from "#main/ports/index.ts";
import { type ServerSql, serverNowMs } from "#main/store/server/connect.ts";
import { beginCounters } from "#main/store/server/leases.ts";
import { putClient } from "#main/store/server/members.ts";
import type { CounterStore } from "#main/transport/limiter/counter-store.ts";
import { movedBy } from "./counters-on-server.ts";

export interface PutClientsNeeds {
  readonly clock: Pick<Clock, "nowMs">;
  /** What this machine's limiters counted before the server knew of a client. */
  readonly localCounters: Pick<CounterStore, "load">;
}

/** A client to be put, with as much of its connection as names its limiter. */
export interface ClientToPut {
  readonly clientId: string;
  readonly name: string;
  readonly body: { readonly connection?: { readonly system: string; readonly tenantId: string } | null };
}

/**
 * Adds clients to the server, or changes them, in one transaction. The calls that connecting them took go along: whichever machine is the
 * first to hold the lease starts from them, because the ledger has counted them too.
 */
export async function putClients(
  tx: ServerSql,
  { clock, localCounters }: PutClientsNeeds,
  machineId: string,
  clients: readonly ClientToPut[],
): Promise<void> {
  for (const { clientId, name, body } of clients) {
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
}
