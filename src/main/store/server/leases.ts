import { sql } from "kysely";
import type { CounterState } from "#main/transport/limiter/counter-store.ts";
import type { ServerSql } from "./connect.ts";

/** The right to call a client's ledger, by the database's clock. */
export interface Lease {
  /** Grows with each change of holder; everything that is committed under the lease says it. */
  readonly fence: number;
  /** What the limiters of earlier holders had counted, by key, in times of the server's clock. */
  readonly counters: Readonly<Record<string, CounterState>>;
  /** The server's clock when it gave or renewed the lease, in milliseconds. */
  readonly serverMs: number;
}

/** Takes the lease, or goes on with it. Null: another machine has it. */
export async function takeLease(db: ServerSql, clientId: string, machineId: string, seconds: number): Promise<Lease | null> {
  const { rows } = await sql<Lease>`
    SELECT fence, counters, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "serverMs"
    FROM tieout.lease_take(${clientId}, ${machineId}::uuid, ${seconds}::int)`.execute(db);
  return rows[0] ?? null;
}

/** Says what was counted of a client's ledger before the server knew of it, unless a machine has had its lease already. */
export async function beginCounters(db: ServerSql, clientId: string, machineId: string, counters: Lease["counters"]): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM tieout.lease WHERE client_id = ${clientId}`.execute(db);
  if (rows.length > 0) return;
  await sql`
    SELECT tieout.lease_release(${clientId}, l.fence, ${JSON.stringify(counters)}::jsonb || l.counters)
    FROM tieout.lease_take(${clientId}, ${machineId}::uuid, 60) l WHERE l.is_new`.execute(db);
}

/** Who has the lease now, in words for people; null when nobody has. */
export async function leaseHolder(db: ServerSql, clientId: string): Promise<{ readonly person: string; readonly machine: string } | null> {
  const { rows } = await sql<{ person: string; machine: string }>`
    SELECT m.person, m.name AS machine FROM tieout.lease l JOIN tieout.machine m USING (machine_id)
    WHERE l.client_id = ${clientId} AND l.until > clock_timestamp()`.execute(db);
  return rows[0] ?? null;
}

/** Saves what the limiters counted and goes on for so many seconds, in one transaction. False: the lease is lost, and nothing may be sent. */
export async function countUnderLease(
  db: ServerSql,
  clientId: string,
  fence: number,
  seconds: number,
  counters: Lease["counters"],
): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    SELECT tieout.lease_count(${clientId}, ${fence}::bigint, ${JSON.stringify(counters)}::jsonb)
      AND tieout.lease_renew(${clientId}, ${fence}::bigint, ${seconds}::int) IS NOT NULL AS held`.execute(db);
  return rows[0]?.held === true;
}

/** Gives the lease back. */
export async function releaseLease(db: ServerSql, clientId: string, fence: number): Promise<void> {
  await sql`SELECT tieout.lease_release(${clientId}, ${fence}::bigint)`.execute(db);
}

/** Takes calls of a limit that belongs to the firm's app as a whole. @returns 0, or milliseconds after which it is worth asking again */
export async function takeAppCalls(db: ServerSql, key: string, windowMs: number, calls: number, cap: number): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    SELECT tieout.app_take(${key}, ${windowMs}::bigint, ${calls}::int, ${cap}::bigint) AS wait`.execute(db);
  return rows[0]?.wait ?? 0;
}
