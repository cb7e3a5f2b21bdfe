import { sql } from "kysely";
import type { Fact, LoggedFact } from "#shared/model/firm/fact.ts";
import type { ServerSql } from "./connect.ts";

/**
 * Adds facts to a client's log, in their order; those that are there already are left out. All of them or none: what the server's
 * rules refuse throws.
 */
export async function appendFacts(tx: ServerSql, clientId: string, facts: readonly Fact[]): Promise<void> {
  const ids = facts.map(({ factId }) => factId);
  const known = await tx
    .selectFrom("tieout.fact")
    .select("fact_id")
    .where("client_id", "=", clientId)
    .where("fact_id", "=", sql<string>`ANY(${ids}::uuid[])`)
    .execute();
  const there = new Set(known.map(({ fact_id: factId }) => factId));
  const rows = facts
    .filter(({ factId }) => !there.has(factId))
    .map(({ factId, kind, source, body }) => ({ client_id: clientId, fact_id: factId, kind, source, body }));
  if (rows.length > 0) await tx.insertInto("tieout.fact").values(rows).execute();
}

/** The facts of a client's log after a number, in order. */
export async function readFacts(db: ServerSql, clientId: string, after: number, limit: number): Promise<LoggedFact[]> {
  const rows = await db
    .selectFrom("tieout.fact")
    .select([
      "fact_no",
      "fact_id",
      "kind",
      "source",
      "body",
      "person",
      "machine_id",
      "previous",
      "hash",
      sql<string>`tieout.utc(at)`.as("at"),
    ])
    .where("client_id", "=", clientId)
    .where("fact_no", ">", after)
    .orderBy("fact_no")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    clientId,
    factNo: row.fact_no,
    factId: row.fact_id,
    kind: row.kind,
    source: row.source,
    body: row.body,
    person: row.person,
    machineId: row.machine_id,
    at: row.at,
    previous: row.previous.toString("hex"),
    hash: row.hash.toString("hex"),
  }));
}

/** The number of the last fact in the log of each client that the caller sees; "" is the firm's own. */
export async function lastFacts(db: ServerSql): Promise<Map<string, number>> {
  const rows = await db.selectFrom("tieout.client_log").select(["client_id", "next_fact"]).execute();
  return new Map(rows.map(({ client_id: clientId, next_fact: next }) => [clientId, next - 1]));
}

export interface ServerClient {
  readonly clientId: string;
  readonly name: string;
  readonly body: unknown;
}

/** The clients that the caller sees. */
export async function listClients(db: ServerSql): Promise<ServerClient[]> {
  const rows = await db.selectFrom("tieout.client").selectAll().where("client_id", "<>", "").orderBy("client_id").execute();
  return rows.map(({ client_id: clientId, name, body }) => ({ clientId, name, body }));
}

/** Until the transaction ends, nobody else adds clients: two machines would each add the same books. */
export async function addClientsAlone(tx: ServerSql): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('tieout.client'))`.execute(tx);
}

/** Tells everybody who listens that a client was added or changed. */
export async function tellOfClients(db: ServerSql): Promise<void> {
  await sql`SELECT pg_notify('tieout', 'c:')`.execute(db);
}
