import { sql } from "kysely";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Server, ServerSql } from "./connect.ts";
import type { ServerMigration } from "./migration.ts";
import { serverPeople } from "./migrations/server-0001-people.ts";
import { serverJoining } from "./migrations/server-0002-joining.ts";
import { serverLogs } from "./migrations/server-0003-logs.ts";
import { serverLeases } from "./migrations/server-0004-leases.ts";
import { serverWrites } from "./migrations/server-0005-writes.ts";
import { serverSendings } from "./migrations/server-0006-sendings.ts";

const MIGRATIONS: readonly ServerMigration[] = [serverPeople, serverJoining, serverLogs, serverLeases, serverWrites, serverSendings];

/** The schema that this release works with. */
export const SERVER_SCHEMA = MIGRATIONS.at(-1)?.number ?? 0;

// Any number, as long as every release uses the same.
const MIGRATION_LOCK = 748_236_101;
const OLDEST_POSTGRES = 150_000;

/**
 * Creates the schema or brings it up to date, as the database's owner. Several callers at once take turns; a step that fails
 * leaves nothing of itself. @returns the steps that were run
 */
export async function migrateServer(server: Server, app: string): Promise<Result<readonly string[], Failure>> {
  return server.transaction(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx);
    const old = await tooOld(tx);
    if (old !== null) return fail(old);
    const has = await schemaNumber(tx);
    if (has > SERVER_SCHEMA) return fail(outdated(has));
    if (has === 0) await sql.raw(FIRST).execute(tx);
    const members = await membersRole(tx);
    const due = MIGRATIONS.filter(({ number }) => number > has);
    for (const { number, name, statements } of due) {
      for (const statement of statements({ members })) await sql.raw(statement).execute(tx);
      await sql.raw("REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA tieout FROM PUBLIC").execute(tx);
      await sql`INSERT INTO tieout.schema_version (number, name, app) VALUES (${number}, ${name}, ${app})`.execute(tx);
    }
    await sql.raw(`GRANT SELECT ON tieout.schema_version TO ${members}`).execute(tx);
    return ok(due.map(({ number, name }) => `${number} ${name}`));
  });
}

const FIRST = `
CREATE SCHEMA tieout;
CREATE TABLE tieout.schema_version (
  number int PRIMARY KEY,
  name text NOT NULL,
  app text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
`;

async function tooOld(tx: ServerSql): Promise<Failure | null> {
  const { rows } = await sql<{ version: string; name: string }>`
    SELECT current_setting('server_version_num') AS version, current_setting('server_version') AS name`.execute(tx);
  if (Number(rows[0]?.version) >= OLDEST_POSTGRES) return null;
  return {
    code: "not_supported",
    message: `This server runs PostgreSQL ${rows[0]?.name}. A firm needs PostgreSQL 15 or later.`,
    field: "url",
  };
}

/** 0 where the database has no firm. */
async function schemaNumber(db: ServerSql): Promise<number> {
  const { rows: found } = await sql<{ has: boolean }>`SELECT to_regclass('tieout.schema_version') IS NOT NULL AS has`.execute(db);
  if (found[0]?.has !== true) return 0;
  const { rows } = await sql<{ number: number | null }>`SELECT max(number) AS number FROM tieout.schema_version`.execute(db);
  return rows[0]?.number ?? 0;
}

/** A role for each database, so that firms that share a server stay apart. Made where it is missing. */
async function membersRole(tx: ServerSql): Promise<string> {
  const { rows } = await sql<{ role: string; has: boolean; database: string }>`
    SELECT role, EXISTS (SELECT FROM pg_roles WHERE rolname = role) AS has, database
    FROM (SELECT 'tieout_members_' || left(md5(current_database()), 12) AS role, quote_ident(current_database()) AS database) named`.execute(
    tx,
  );
  const [found] = rows;
  if (found === undefined) throw new Error("one row was asked for");
  if (!found.has) {
    await sql.raw(`CREATE ROLE ${found.role} NOLOGIN`).execute(tx);
    await sql.raw(`GRANT CONNECT ON DATABASE ${found.database} TO ${found.role}`).execute(tx);
  }
  return found.role;
}

/** Why this release can't work with the server's schema, or null. An older schema than ours is an administrator's to bring up to date. */
export async function schemaFailure(server: Server): Promise<Result<Failure | null, Failure>> {
  const found = await server.read(schemaNumber);
  if (!found.ok) return found;
  if (found.value === 0)
    return ok({
      code: "not_found",
      message: "This database has no firm yet.",
      field: "url",
      next: "Create the firm first, under Settings, Firm, or with: tieout firm create --url ADDRESS",
    });
  if (found.value > SERVER_SCHEMA) return ok(outdated(found.value));
  if (found.value === SERVER_SCHEMA) return ok(null);
  return ok({
    code: "server_outdated",
    message: "An earlier version of Tieout set up the firm's server, so the server needs an update.",
    next: "Ask the server's administrator to update it with: tieout firm upgrade --url ADDRESS. You can keep working offline.",
  });
}

function outdated(has: number): Failure {
  return {
    code: "app_outdated",
    message: `The firm's server needs a newer version of Tieout (schema ${has}, this version supports ${SERVER_SCHEMA}).`,
    next: "Update Tieout on this computer. Until then you can keep working offline.",
  };
}
