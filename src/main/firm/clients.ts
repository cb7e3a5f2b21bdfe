import { z } from "zod";
import type { Server, ServerSql } from "#main/store/server/connect.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import { ledgerSystem } from "#shared/model/books/source-ref.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { ClientExchange, FirmNeeds } from "./firm-port.ts";
import { putClients } from "./put-clients.ts";
import { findTwice } from "./twice.ts";

/** What the server keeps of a client besides its name: how its ledger is reached, without secrets. */
const clientBody = z.object({
  demo: z.boolean().default(false),
  mergedInto: z.string().optional(),
  connection: z.object({ connectionId: z.string(), system: ledgerSystem, tenantId: z.string(), body: z.string() }).nullable().default(null),
});

interface ServerClient {
  readonly clientId: string;
  readonly name: string;
  readonly body: z.output<typeof clientBody>;
}

/**
 * Makes the lists of clients the same here and at the server. Nothing is deleted on either side, and no ledger is asked.
 * @param me who asks: a viewer adds no clients to the firm
 */
export async function exchangeClients(
  needs: Pick<FirmNeeds, "pool" | "clock" | "localCounters">,
  server: Server,
  { machineId, role }: { readonly machineId: string; readonly role: PersonRole },
): Promise<Result<ClientExchange, Failure>> {
  const { pool } = needs;
  const mayAdd = role !== "viewer";
  const there = await server.read(clientsThere);
  if (!there.ok) return there;
  for (const { clientId, name } of there.value) await pool.must("firm.freeName", { clientId, name });
  const here = await pool.must("firm.clients", {});
  const connections = new Map((await pool.must("firm.connections", {})).map((one) => [one.clientId, one]));
  const byId = new Map(there.value.map((client) => [client.clientId, client]));
  const local = here.map(({ clientId, name, demo }) => {
    const stored = connections.get(clientId);
    const connection =
      stored === undefined
        ? null
        : { connectionId: stored.connectionId, system: stored.system, tenantId: stored.tenantId, body: stored.body };
    return { clientId, name, body: { demo, connection } };
  });
  const twice = findTwice(local, there.value);
  const doubled = new Set(twice.map(({ clientId }) => clientId));
  const missing = local.filter(({ clientId, body }) => {
    const known = byId.get(clientId);
    return known === undefined ? !doubled.has(clientId) : known.body.connection === null && body.connection !== null;
  });
  if (mayAdd && missing.length > 0) {
    const put = await server.transaction(async (tx) => ok(await putClients(tx, needs, machineId, missing)));
    if (!put.ok) return put;
  }
  const taken = await takeClients(needs, there.value, {
    known: new Set(here.map(({ clientId }) => clientId)),
    connected: new Set(connections.keys()),
    merging: new Set(twice.map(({ serverId }) => serverId)),
  });
  const added = mayAdd ? missing.filter(({ clientId }) => !byId.has(clientId)).length : 0;
  return ok({ brought: added, taken, all: there.value.length + added, twice });
}

async function takeClients(
  { pool, clock }: Pick<FirmNeeds, "pool" | "clock">,
  there: readonly ServerClient[],
  {
    known,
    connected,
    merging,
  }: { readonly known: ReadonlySet<string>; readonly connected: ReadonlySet<string>; readonly merging: ReadonlySet<string> },
): Promise<number> {
  let taken = 0;
  for (const { clientId, name, body } of there) {
    if (merging.has(clientId)) continue;
    if (!known.has(clientId)) {
      await pool.must("firm.addClient", { clientId, name, demo: body.demo, nowMs: clock.nowMs() });
      taken++;
    }
    if (body.connection !== null && !connected.has(clientId))
      await pool.must("firm.saveConnection", { ...body.connection, clientId, nowMs: clock.nowMs() });
  }
  return taken;
}

async function clientsThere(db: ServerSql): Promise<ServerClient[]> {
  const rows = await db.selectFrom("tieout.client").selectAll().where("client_id", "<>", "").orderBy("client_id").execute();
  const all = rows.map(({ client_id: clientId, name, body }) => ({ clientId, name, body: clientBody.parse(body) }));
  return all.filter(({ body }) => body.mergedInto === undefined);
}
