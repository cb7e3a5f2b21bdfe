import { sql } from "kysely";
import type { ServerSql } from "./connect.ts";

/** Says that the caller works on a client for the next seconds; 0 ends it. */
export async function workOn(db: ServerSql, clientId: string, seconds: number): Promise<void> {
  await sql`SELECT tieout.presence_here(${clientId}, ${seconds}::int)`.execute(db);
}

/** Who works on which client now, by the server's clock; the caller's own machine is left out. */
export async function whoWorks(db: ServerSql): Promise<{ readonly clientId: string; readonly person: string }[]> {
  const { rows } = await sql<{ clientId: string; person: string }>`
    SELECT DISTINCT client_id AS "clientId", person FROM tieout.presence
    WHERE until > clock_timestamp() AND machine_id IS DISTINCT FROM tieout.my_machine() ORDER BY 1, 2`.execute(db);
  return rows;
}
