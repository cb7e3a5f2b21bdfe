import { sql } from "kysely";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { ServerSql } from "./connect.ts";

/** A machine of the firm: a data folder on somebody's computer, with a login and keys of its own. */
export interface FirmMachine {
  readonly machineId: string;
  readonly person: string;
  readonly name: string;
  readonly recipient: string;
  readonly signingKey: string;
  readonly addedAt: string;
  readonly movedInAt: string | null;
  readonly revokedAt: string | null;
  readonly revokedBy: string | null;
}

/** A person of the firm; `clients` is null for everybody who sees all of them, and where the caller may not know. */
export interface FirmMember {
  readonly person: string;
  readonly role: PersonRole;
  readonly disabledAt: string | null;
  readonly clients: readonly string[] | null;
}

export interface Invitation {
  readonly person: string;
  readonly role: PersonRole;
  /** The clients that the person works on; null leaves them as they are, which is all for a new person. */
  readonly clients: readonly string[] | null;
  readonly login: string;
  /** SCRAM verifier of the one-time password. */
  readonly verifier: string;
  readonly codeHash: Buffer;
  readonly hours: number;
}

/** Makes a login that is good for joining once. @returns until when */
export async function invite(db: ServerSql, given: Invitation): Promise<string> {
  const { person, role, clients, login, verifier, codeHash, hours } = given;
  const { rows } = await sql<{ until: string }>`
    SELECT tieout.invite(${person}, ${role}, ${clients}::text[], ${login}, ${verifier}, ${codeHash}, ${hours}::int) AS until`.execute(db);
  return rows[0]?.until ?? "";
}

export interface NewMachine {
  readonly codeHash: Buffer;
  readonly machineId: string;
  readonly name: string;
  readonly recipient: string;
  readonly signingKey: string;
  /** SCRAM verifier of the machine's own password. */
  readonly verifier: string;
}

/** Uses up an invitation as its login. @returns the person it was for */
export async function joinFirm(db: ServerSql, { codeHash, machineId, name, recipient, signingKey, verifier }: NewMachine): Promise<string> {
  const { rows } = await sql<{ person: string }>`
    SELECT tieout.join_firm(${codeHash}, ${machineId}::uuid, ${name}, ${recipient}, ${signingKey}, ${verifier}) AS person`.execute(db);
  return rows[0]?.person ?? "";
}

/** The calling machine and its person's role; null when the server doesn't know it, or shut it out. */
export async function whoAmI(
  db: ServerSql,
): Promise<{ readonly machineId: string; readonly person: string; readonly role: PersonRole } | null> {
  const { rows } = await sql<{ machineId: string; person: string; role: PersonRole }>`
    SELECT machine_id AS "machineId", person, tieout.my_role() AS role FROM tieout.me()`.execute(db);
  return rows[0] ?? null;
}

export async function listMachines(db: ServerSql): Promise<FirmMachine[]> {
  return db
    .selectFrom("tieout.machine")
    .select([
      "machine_id as machineId",
      "person",
      "name",
      "age_recipient as recipient",
      "signing_key as signingKey",
      "added_at as addedAt",
      "moved_in_at as movedInAt",
      "revoked_at as revokedAt",
      "revoked_by as revokedBy",
    ])
    .orderBy("added_at")
    .execute();
}

export async function listMembers(db: ServerSql): Promise<FirmMember[]> {
  const members = await db.selectFrom("tieout.member").selectAll().orderBy("person").execute();
  const chosen = Map.groupBy(
    await db.selectFrom("tieout.member_client").selectAll().orderBy("client_id").execute(),
    ({ person }) => person,
  );
  return members.map(({ person, app_role: role, disabled_at: disabledAt }) => ({
    ...{ person, role: role as PersonRole, disabledAt },
    clients: chosen.get(person)?.map(({ client_id: clientId }) => clientId) ?? null,
  }));
}

/** Shuts a machine out, its own included. */
export async function revokeMachine(db: ServerSql, machineId: string): Promise<void> {
  await sql`SELECT tieout.revoke_machine(${machineId}::uuid)`.execute(db);
}

/** Whether the calling machine may still bring records that were made before the firm had a server. */
export async function movesIn(db: ServerSql): Promise<boolean> {
  const { rows } = await sql<{ movesIn: boolean }>`SELECT moved_in_at IS NULL AS "movesIn" FROM tieout.me()`.execute(db);
  return rows[0]?.movesIn ?? false;
}

/** Ends the time in which the calling machine may bring records that were made before the firm had a server. */
export async function endMoveIn(db: ServerSql): Promise<void> {
  await sql`SELECT tieout.moved_in()`.execute(db);
}

/** Adds a client, or renames it. */
export async function putClient(db: ServerSql, clientId: string, name: string, body: unknown = {}): Promise<void> {
  await sql`SELECT tieout.client_put(${clientId}, ${name}, ${JSON.stringify(body)}::jsonb)`.execute(db);
}
