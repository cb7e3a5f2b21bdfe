import { sql } from "kysely";
import type { ServerSql } from "./connect.ts";

/** A sign-in to a ledger as the server keeps it: encrypted to the machines in `readers`. */
export interface SealedGrant {
  readonly grantKey: string;
  readonly clients: readonly string[];
  readonly generation: number;
  readonly ciphertext: string;
  readonly readers: readonly string[];
}

export async function readGrant(db: ServerSql, grantKey: string): Promise<SealedGrant | null> {
  return (await sealedGrants(db).where("grant_key", "=", grantKey).executeTakeFirst()) ?? null;
}

export async function listGrants(db: ServerSql): Promise<SealedGrant[]> {
  return sealedGrants(db).orderBy("grant_key").execute();
}

function sealedGrants(db: ServerSql) {
  return db
    .selectFrom("tieout.grant_secret")
    .select(["grant_key as grantKey", "clients", "generation", "ciphertext", "recipients as readers"]);
}

/** The machines of the people who work on any of these clients. */
export async function grantReaders(
  db: ServerSql,
  clients: readonly string[],
): Promise<{ readonly machineId: string; readonly recipient: string }[]> {
  const { rows } = await sql<{ machineId: string; recipient: string }>`
    SELECT machine_id AS "machineId", age_recipient AS recipient FROM tieout.grant_readers(${clients}::text[])`.execute(db);
  return rows;
}

/** Stores the generation after `grant.generation`. @returns its number */
export async function putGrant(
  db: ServerSql,
  { grantKey, clients, generation, ciphertext, readers }: SealedGrant,
  fence: number,
): Promise<number> {
  const { rows } = await sql<{ stored: number }>`SELECT tieout.grant_put(
    ${grantKey}, ${clients}::text[], ${generation}::bigint, ${ciphertext}, ${readers}::uuid[], ${fence}::bigint) AS stored`.execute(db);
  return rows[0]?.stored ?? Number.NaN;
}

/** Replaces what a generation is encrypted to. */
export async function resealGrant(db: ServerSql, { grantKey, generation, ciphertext, readers }: SealedGrant): Promise<void> {
  await sql`SELECT tieout.grant_reseal(${grantKey}, ${generation}::bigint, ${ciphertext}, ${readers}::uuid[])`.execute(db);
}

export async function dropGrant(db: ServerSql, grantKey: string): Promise<void> {
  await sql`SELECT tieout.grant_drop(${grantKey})`.execute(db);
}

/** Takes the right to renew a grant for some seconds. @returns the fencing number, or null while another machine has it */
export async function takeGrantLease(db: ServerSql, grantKey: string, seconds: number): Promise<number | null> {
  const { rows } = await sql<{ fence: number }>`
    SELECT fence FROM tieout.lease_take(${`grant/${grantKey}`}, NULL, ${seconds}::int)`.execute(db);
  return rows[0]?.fence ?? null;
}

export async function releaseGrantLease(db: ServerSql, grantKey: string, fence: number): Promise<void> {
  await sql`SELECT tieout.lease_release(${`grant/${grantKey}`}, ${fence}::bigint)`.execute(db);
}
