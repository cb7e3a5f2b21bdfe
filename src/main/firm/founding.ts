import { randomUUID } from "node:crypto";
import { makeKeyPair } from "#main/signatures/ed25519.ts";
import { readServerAddress, type ServerAddress, shownAddress } from "#main/store/server/address.ts";
import { connect, type Server } from "#main/store/server/connect.ts";
import { invite, joinFirm, listMachines, listMembers, whoAmI } from "#main/store/server/members.ts";
import { migrateServer, schemaFailure } from "#main/store/server/migrate.ts";
import type { FirmJoined } from "#shared/contract/firm/server.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { exchangeClients } from "./clients.ts";
import type { CreateFirm, FirmNeeds } from "./firm-port.ts";
import { codeHash, newLogin, readJoinCode } from "./join-code.ts";
import { memberView } from "./member-view.ts";
import {
  type BegunJoin,
  deleteSecrets,
  readBegunJoin,
  readSecrets,
  saveBegunJoin,
  saveMembership,
  saveSecrets,
  secretsInEnvironment,
} from "./membership.ts";
import { noteTwice } from "./merge-twice.ts";
import { scramVerifier } from "./scram.ts";
import { newIdentity, recipientOf } from "./seal.ts";

const FOUNDING_HOURS = 1;
const OWNERS_PASSWORD = "PGPASSWORD";

/** Makes the schema, and of this computer the firm's first machine with all its clients. The owner's login isn't kept. */
export async function createFirm(needs: FirmNeeds, { url, ca, person }: CreateFirm): Promise<Result<FirmJoined, Failure>> {
  const address = readServerAddress(url, { password: needs.env(OWNERS_PASSWORD), ca });
  if (!address.ok) return address;
  const goneOn = await goOnJoining(needs, address.value);
  if (goneOn !== null) return goneOn;
  return connected(address.value, async (owner) => {
    const made = await migrateServer(owner, "tieout");
    if (!made.ok) return made;
    const machines = await owner.read(listMachines);
    if (!machines.ok) return machines;
    if (machines.value.length > 0) return fail(hasFirm());
    const { login, password } = newLogin();
    const founder = { person, role: "admin" as const, clients: null, login, verifier: scramVerifier(password) };
    const invited = await owner.read((db) => invite(db, { ...founder, codeHash: codeHash(password), hours: FOUNDING_HOURS }));
    return invited.ok ? joined(needs, { ...address.value, user: login, password }) : invited;
  });
}

/** Brings the schema up to date as the database's owner. */
export async function upgradeFirm(
  needs: Pick<FirmNeeds, "env">,
  { url, ca }: Omit<CreateFirm, "person">,
): Promise<Result<readonly string[], Failure>> {
  const address = readServerAddress(url, { password: needs.env(OWNERS_PASSWORD), ca });
  return address.ok ? connected(address.value, (owner) => migrateServer(owner, "tieout")) : address;
}

export async function joinByCode(needs: FirmNeeds, code: string): Promise<Result<FirmJoined, Failure>> {
  const address = readJoinCode(code);
  if (!address.ok) return address;
  const goneOn = await goOnJoining(needs, address.value, address.value.user);
  if (goneOn !== null) return goneOn;
  const done = await joined(needs, address.value);
  // A code that was used is no longer its login's password.
  return !done.ok && done.failure.code === "server_refused" ? fail(used()) : done;
}

/** Uses up an invitation: from then on the login has a password that only this computer knows. */
async function joined(needs: FirmNeeds, address: ServerAddress): Promise<Result<FirmJoined, Failure>> {
  const secrets = await machineSecrets(needs);
  if (!secrets.ok) return secrets;
  const { password, identity, recipient } = secrets.value;
  const machineId = randomUUID();
  const saved = await saveSecrets(needs, machineId, { password, identity });
  if (!saved.ok) return saved;
  const { password: _once, ...kept } = address;
  await saveBegunJoin(needs.pool, { machineId, address: kept });
  const machine = { machineId, name: needs.machineName, recipient, signingKey: makeKeyPair().publicKey, verifier: scramVerifier(password) };
  const person = await connected(address, async (server) => {
    const unusable = await schemaFailure(server);
    if (!unusable.ok) return unusable;
    if (unusable.value !== null) return fail(unusable.value);
    return server.read((db) => joinFirm(db, { ...machine, codeHash: codeHash(address.password) }));
  });
  // Without an answer the server may have this machine: the same code then goes on from there.
  if (!person.ok && person.failure.code === "server_unreachable") return person;
  if (!person.ok) {
    await saveBegunJoin(needs.pool, null);
    await deleteSecrets(needs.secrets, machineId);
    return person;
  }
  return settled(needs, { machineId, address: kept }, person.value, password);
}

/**
 * Goes on with a join whose end this computer never saw, because the program ended or the answer was lost.
 * @param user the login of the invitation; any where the owner makes the firm again
 * @returns null where there is none: then a join begins from the start
 */
async function goOnJoining(needs: FirmNeeds, to: ServerAddress, user?: string): Promise<Result<FirmJoined, Failure> | null> {
  const begun = await readBegunJoin(needs.pool);
  if (begun === null) return null;
  const { machineId, address } = begun;
  const isSame = address.host === to.host && address.port === to.port && address.database === to.database;
  if (!isSame || (user !== undefined && user !== address.user)) return null;
  const secrets = await readSecrets(needs, machineId);
  if (!secrets.ok) return null;
  const { password } = secrets.value;
  const me = await connected({ ...address, password }, (server) => server.read(whoAmI));
  if (me.ok && me.value !== null) return settled(needs, begun, me.value.person, password);
  if (!me.ok && me.failure.code !== "server_refused") return me;
  // The server never had it.
  await saveBegunJoin(needs.pool, null);
  const deleted = await deleteSecrets(needs.secrets, machineId);
  return deleted.ok ? null : deleted;
}

async function settled(
  needs: FirmNeeds,
  { machineId, address }: BegunJoin,
  person: string,
  password: string,
): Promise<Result<FirmJoined, Failure>> {
  await saveMembership(needs.pool, { machineId, person, movesIn: true, address });
  await saveBegunJoin(needs.pool, null);
  return connected({ ...address, password }, (server) => movedIn(needs, server, shownAddress(address)));
}

/** Tells the server which clients are here, and this computer who works for the firm. */
async function movedIn(needs: FirmNeeds, server: Server, shown: string): Promise<Result<FirmJoined, Failure>> {
  const me = await server.read(whoAmI);
  if (!me.ok) return me;
  if (me.value === null) return fail(used());
  const { machineId, person, role } = me.value;
  const clients = await exchangeClients(needs, server, { machineId, role });
  if (!clients.ok) return clients;
  const members = await server.read(listMembers);
  if (!members.ok) return members;
  const { all, twice } = clients.value;
  await noteTwice(needs.pool, twice);
  return ok({
    server: shown,
    person,
    role,
    machineId,
    clients: all,
    twice: twice.map(({ clientId, serverId }) => ({ clientId, serverId })),
    members: members.value.map(memberView),
  });
}

/** What the environment gives, or new ones. */
async function machineSecrets(
  needs: FirmNeeds,
): Promise<Result<{ readonly password: string; readonly identity: string; readonly recipient: string }, Failure>> {
  const given = secretsInEnvironment(needs);
  if (given === null) return ok({ ...newLogin(), ...(await newIdentity()) });
  try {
    return ok({ ...given, recipient: await recipientOf(given.identity) });
  } catch {
    return fail({
      code: "invalid_input",
      message: "The environment variable TIEOUT_FIRM_IDENTITY doesn't contain a valid private key.",
      next: "Create one with the tool age-keygen.",
    });
  }
}

async function connected<T>(address: ServerAddress, act: (server: Server) => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  const server = connect(address, { connections: 1 });
  try {
    return await act(server);
  } finally {
    await server.end();
  }
}

function hasFirm(): Failure {
  return {
    code: "already_exists",
    message: "This database already has a firm.",
    field: "url",
    next: "Ask one of the firm's administrators for an invitation, then join the firm with it. If the firm has no members left, use an empty database.",
  };
}

function used(): Failure {
  return {
    code: "not_found",
    message: "The invitation has already been used or has expired.",
    field: "code",
    next: "Ask an administrator for a new one.",
  };
}
