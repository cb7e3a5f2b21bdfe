import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { codeHash, newLogin } from "#main/firm/join-code.ts";
import type { Membership } from "#main/firm/membership.ts";
import { scramVerifier } from "#main/firm/scram.ts";
import { newIdentity } from "#main/firm/seal.ts";
import { readServerAddress } from "#main/store/server/address.ts";
import { connect } from "#main/store/server/connect.ts";
import { endMoveIn, invite, joinFirm } from "#main/store/server/members.ts";
import { migrateServer } from "#main/store/server/migrate.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import { emptyDatabase } from "#test/support/postgres.ts";
import { must } from "#test/support/server-firm.ts";
import { createWorld } from "#test/support/world.ts";
import { endConnections, SIM_CLOCK } from "./sim-database.ts";

/** A machine of the simulated firm, as it is before a seed begins. */
export interface PreparedMachine {
  readonly name: string;
  readonly person: string;
  readonly role: PersonRole;
  readonly isWorker: boolean;
  readonly machineId: string;
  readonly login: string;
  readonly secrets: ReadonlyMap<string, string>;
  /** A data folder that has joined, and holds nothing else. */
  readonly home: string;
}

const CREW = [
  { name: "desk-1", person: "Ada", role: "admin", isWorker: false },
  { name: "desk-2", person: "Pat", role: "preparer", isWorker: false },
  { name: "desk-3", person: "Rita", role: "reviewer", isWorker: false },
  { name: "worker-1", person: "Night one", role: "preparer", isWorker: true },
  { name: "worker-2", person: "Night two", role: "preparer", isWorker: true },
  // Comes in at the end, or when another is lost.
  { name: "desk-4", person: "Pat", role: "preparer", isWorker: false },
] as const;

export interface Template {
  readonly database: string;
  readonly machines: readonly PreparedMachine[];
}

let prepared: Promise<Template> | null = null;

/** The firm before anything happened: a database, and a data folder for each machine. Made once in a process. */
export function simTemplate(): Promise<Template> {
  prepared ??= makeTemplate();
  return prepared;
}

async function makeTemplate(): Promise<Template> {
  const database = await emptyDatabase();
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  await admin.query(SIM_CLOCK);
  await admin.end();
  const at = must(readServerAddress(database.url));
  const owner = connect(at);
  must(await migrateServer(owner, "simulation"));
  const folder = mkdtempSync(join(tmpdir(), "tieout-sim-"));
  const machines: PreparedMachine[] = [];
  const memberships: Membership[] = [];
  let inviter = owner;
  for (const who of CREW) {
    const { login, password: once } = newLogin();
    const order = {
      person: who.person,
      role: who.role,
      clients: null,
      login,
      verifier: scramVerifier(once),
      codeHash: codeHash(once),
      hours: 1,
    };
    must(await inviter.read((db) => invite(db, order)));
    const { password } = newLogin();
    const { identity, recipient } = await newIdentity();
    const machineId = randomUUID();
    const joining = connect({ ...at, user: login, password: once });
    const keys = { machineId, name: who.name, recipient, signingKey: "simulated", verifier: scramVerifier(password) };
    must(await joining.read((db) => joinFirm(db, { ...keys, codeHash: codeHash(once) })));
    must(await joining.read(endMoveIn));
    await joining.end();
    if (inviter === owner) inviter = connect({ ...at, user: login, password });
    const { password: _owners, ...address } = { ...at, user: login };
    const membership: Membership = { machineId, person: who.person, movesIn: false, address };
    const secrets = new Map([
      [`firm/${machineId}/password`, password],
      [`firm/${machineId}/identity`, identity],
    ]);
    machines.push({ ...who, machineId, login, secrets, home: join(folder, who.name) });
    memberships.push(membership);
  }
  for (const [at, machine] of machines.entries()) await prepareHome(machine, memberships[at] as Membership);
  await inviter.end();
  await owner.end();
  await endConnections(database.name);
  return { database: database.name, machines };
}

/** A data folder that belongs to the firm, with its people. */
async function prepareHome({ name, person, secrets, home }: PreparedMachine, membership: Membership): Promise<void> {
  const world = await createWorld({
    seed: 1,
    tenants: [],
    secrets,
    person: `${person}@${name}`,
    connectServer: holding(() => world.clock),
  });
  await world.run(world.runtime.context.pool.must("firm.saveSetting", { key: "firm/server", value: membership }));
  await world.restart();
  must(await world.run(world.runtime.route("firm.status", {})));
  cpSync(world.home, home, { recursive: true });
  await world.close();
}

/** The server as it is; virtual time stops while it works. */
function holding(clock: () => { hold<T>(work: Promise<T>): Promise<T> }): typeof connect {
  return (address) => {
    const server = connect(address, { connections: 1 });
    return {
      ...server,
      read: (act) => clock().hold(server.read(act)),
      bytes: (query) => clock().hold(server.bytes(query)),
      transaction: (act) => clock().hold(server.transaction(act)),
    };
  };
}
