import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { codeHash, newLogin } from "#main/firm/join-code.ts";
import { scramVerifier } from "#main/firm/scram.ts";
import { readServerAddress, type ServerAddress } from "#main/store/server/address.ts";
import { connect, type Server, type ServerSql } from "#main/store/server/connect.ts";
import { endMoveIn, invite, joinFirm, putClient } from "#main/store/server/members.ts";
import { migrateServer } from "#main/store/server/migrate.ts";
import { assert } from "#shared/kernel/assert.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import { emptyDatabase } from "./postgres.ts";

/** A machine that has joined, connected with its own login. */
export interface JoinedMachine {
  readonly machineId: string;
  readonly person: string;
  readonly address: ServerAddress;
  readonly server: Server;
}

/** A firm on a real PostgreSQL, in a database of its own. */
export interface ServerFirm {
  /** As the database's owner. */
  readonly owner: Server;
  readonly ownerUrl: string;
  /** Adds a machine for a person, who is added too. Without `clients` they see all. */
  join(
    person: string,
    role: PersonRole,
    options?: { clients?: readonly string[]; isMovingIn?: boolean; recipient?: string },
  ): Promise<JoinedMachine>;
  end(): Promise<void>;
}

export function must<T>(result: Result<T, unknown>): T {
  assert(result.ok, `expected no failure: ${JSON.stringify(result)}`);
  return result.value;
}

/** @param clients ids that the firm has from the start; its founder is `Ada`, an administrator */
export async function serverFirm(clients: readonly string[] = []): Promise<ServerFirm & { readonly admin: JoinedMachine }> {
  const database = await emptyDatabase();
  const ownerAddress = must(readServerAddress(database.url));
  const owner = connect(ownerAddress);
  must(await migrateServer(owner, "test"));
  const machines: JoinedMachine[] = [];
  let inviter = owner;
  const firm: ServerFirm = {
    owner,
    ownerUrl: database.url,
    join: async (person, role, options = {}) => {
      const { login, password } = newLogin();
      const order = { person, role, clients: options.clients ?? null, login, verifier: scramVerifier(password) };
      must(await inviter.read((db) => invite(db, { ...order, codeHash: codeHash(password), hours: 1 })));
      const server = connect({ ...ownerAddress, user: login, password });
      const machineId = randomUUID();
      const keys = { name: `${person}'s computer`, recipient: options.recipient ?? "age1test", signingKey: "test" };
      must(
        await server.read((db) => joinFirm(db, { ...keys, codeHash: codeHash(password), machineId, verifier: scramVerifier(password) })),
      );
      if (options.isMovingIn !== true) must(await server.read(endMoveIn));
      const joined = { machineId, person, address: { ...ownerAddress, user: login, password }, server };
      machines.push(joined);
      return joined;
    },
    end: async () => {
      await Promise.all([owner, ...machines.map(({ server }) => server)].map((each) => each.end()));
      await database.drop();
    },
  };
  const admin = await firm.join("Ada", "admin");
  inviter = admin.server;
  for (const clientId of clients) must(await admin.server.read((db) => putClient(db, clientId, `Client ${clientId}`)));
  return { ...firm, admin };
}

/** Runs plain SQL. */
export function run(statement: string): (db: ServerSql) => Promise<Record<string, unknown>[]> {
  return async (db) => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows;
}
