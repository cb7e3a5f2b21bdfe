import { shownAddress } from "#main/store/server/address.ts";
import { connect, serverNowMs } from "#main/store/server/connect.ts";
import { onFittingSchema } from "#main/store/server/fitting-schema.ts";
import {
  endMoveIn,
  type FirmMachine,
  type FirmMember,
  invite,
  listMachines,
  listMembers,
  revokeMachine,
  whoAmI,
} from "#main/store/server/members.ts";
import type { FirmInvitation, FirmRevoked, FirmServerStatus, KnownSignIn } from "#shared/contract/firm/server.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import { exchangeClients } from "./clients.ts";
import type { ClientExchange, Firm, FirmLeft, FirmNeeds, FirmSession, InvitePerson } from "./firm-port.ts";
import { grantsOnServer, type NamedGrant } from "./grants.ts";
import { codeHash, newLogin, writeJoinCode } from "./join-code.ts";
import { instantOf, instantOrNull, memberView } from "./member-view.ts";
import { addressOf, deleteSecrets, type Membership, readSecrets, saveMembership } from "./membership.ts";
import { putClients } from "./put-clients.ts";
import { scramVerifier } from "./scram.ts";
import { profileOfKey } from "./shared-secrets.ts";
import { SharedWork } from "./shared-work.ts";
import { workOnServer } from "./work-on-server.ts";

/** A clock that is this wrong gives wrong dates to what people record offline. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Failures with which a computer leaves without telling the server: it was removed, or the server or its database may never be back. */
const OUT_OF_REACH: ReadonlySet<Failure["code"]> = new Set(["server_refused", "server_unreachable", "server_certificate", "not_found"]);

/** A firm with a server, as a machine that joined it. Nothing is sent before the first question. */
export async function firmOnServer(needs: FirmNeeds, membership: Membership): Promise<Firm> {
  const opened = await openSession(needs, membership);
  const withSession = <T>(act: (session: FirmSession) => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> =>
    opened.ok ? act(opened.value) : Promise.resolve(opened);
  return {
    session: opened.ok ? opened.value : null,
    status: async () => ok(opened.ok ? await statusOf(needs, membership, opened.value) : offline(membership, opened.failure)),
    refresh: () => withSession((session) => refreshed(needs, session)),
    create: async () => fail(isMember(membership)),
    upgrade: async (order) => (await import("./founding.ts")).upgradeFirm(needs, order),
    join: async () => fail(isMember(membership)),
    invite: (order) => withSession((session) => invited(membership, session, order)),
    revoke: (machineId) => withSession((session) => revoked(needs, session, machineId)),
    leave: async () => {
      if (opened.ok) return left(needs, opened.value);
      // Without its login, this computer can't tell the server anything, now or later.
      return opened.failure.code === "secret_missing" ? leftHere(needs, membership.machineId, 0, true) : opened;
    },
    close: async () => (opened.ok ? opened.value.server.end() : undefined),
  };
}

async function openSession(needs: FirmNeeds, membership: Membership): Promise<Result<FirmSession, Failure>> {
  const { machineId, person } = membership;
  const secrets = await readSecrets(needs, machineId);
  if (!secrets.ok) return secrets;
  const { clock, log, uuid, pool } = needs;
  const server = onFittingSchema((needs.connect ?? connect)(addressOf(membership, secrets.value)), () => clock.monotonicMs());
  return ok({
    ...{ server, machineId, person, movesIn: membership.movesIn },
    grants: grantsOnServer({ server, machineId, identity: secrets.value.identity, clock }),
    putClients: (tx, clients) => putClients(tx, needs, machineId, clients),
    endMoveIn: async () => {
      const ended = await server.read(endMoveIn);
      if (!ended.ok) return ended;
      await saveMembership(pool, { ...membership, movesIn: false });
      return ok(null);
    },
    shareWork: (core) => new SharedWork({ ...core, clock, log, server: workOnServer({ server, machineId, clock, uuid }) }),
  });
}

/** Exchanges the list of clients, and as an administrator shares the sign-ins with computers that joined since. */
async function refreshed(needs: FirmNeeds, { server, grants, machineId }: FirmSession): Promise<Result<ClientExchange, Failure>> {
  const me = await server.read(whoAmI);
  if (!me.ok) return me;
  if (me.value === null) return fail(removed());
  const exchanged = await exchangeClients(needs, server, { machineId, role: me.value.role });
  if (!exchanged.ok || me.value.role !== "admin") return exchanged;
  const resealed = await grants.resealAll();
  return resealed.ok ? exchanged : resealed;
}

async function statusOf({ clock }: FirmNeeds, membership: Membership, { server, machineId }: FirmSession): Promise<FirmServerStatus> {
  const found = await server.read(async (db) => ({
    me: await whoAmI(db),
    members: await listMembers(db),
    machines: await listMachines(db),
    nowMs: await serverNowMs(db),
  }));
  if (!found.ok) return offline(membership, found.failure);
  const { me, members, machines, nowMs } = found.value;
  if (me === null) return offline(membership, removed());
  const clockAheadMs = clock.nowMs() - nowMs;
  return {
    ...{ state: "online", server: shownAddress(membership.address), machineId, person: me.person, role: me.role },
    members: members.map(memberView),
    machines: machines.map((machine) => machineView(machine, machineId)),
    clockAheadMs,
    problem: Math.abs(clockAheadMs) > CLOCK_TOLERANCE_MS ? wrongClock(clockAheadMs) : null,
  };
}

function offline({ address, machineId, person }: Membership, problem: Failure): FirmServerStatus {
  const unknown = { role: null, members: [], machines: [], clockAheadMs: null };
  return { state: "offline", server: shownAddress(address), machineId, person, ...unknown, problem };
}

function machineView({ machineId, person, name, addedAt, revokedAt, revokedBy }: FirmMachine, own: string) {
  const times = { addedAt: instantOf(addedAt), revokedAt: instantOrNull(revokedAt) };
  return { machineId, person, name, ...times, revokedBy, isThisOne: machineId === own };
}

async function invited(
  { address }: Membership,
  { server }: FirmSession,
  { person, role, clients, hours }: InvitePerson,
): Promise<Result<FirmInvitation, Failure>> {
  const { login, password } = newLogin();
  const order = { person, role, clients: clients ?? null, login, verifier: scramVerifier(password), codeHash: codeHash(password), hours };
  const made = await server.read(async (db) => {
    const members = await listMembers(db);
    return { members, until: await invite(db, order) };
  });
  if (!made.ok) return made;
  const { members, until } = made.value;
  const known = members.find((member) => member.person.toLowerCase() === person.toLowerCase());
  const before = known === undefined ? null : { role: known.role, deactivated: known.disabledAt !== null };
  const changed = known === undefined || clients === undefined ? null : changedClients(known.clients, clients);
  const code = writeJoinCode({ ...address, user: login, password });
  return ok({ person, role, code, until: instantOf(until), before, clients: changed });
}

/** The clients of a person before and after an invitation named some; null where they are the same. An empty list means all. */
function changedClients(was: readonly string[] | null, is: readonly string[]): FirmInvitation["clients"] {
  const [from, to] = [was ?? [], is].map((ids) => [...new Set(ids)].sort()) as [string[], string[]];
  if (from.join("\n") === to.join("\n")) return null;
  return { from: from.length === 0 ? null : from, to: to.length === 0 ? null : to };
}

/** The computer can do nothing more from here on, but it has read the sign-ins that it worked with: those are named. */
async function revoked(
  { pool }: FirmNeeds,
  { server, grants, machineId: own }: FirmSession,
  machineId: string,
): Promise<Result<FirmRevoked, Failure>> {
  if (machineId === own)
    return fail({
      code: "invalid_input",
      message: "You can't remove the computer that you're working on.",
      field: "machineId",
      next: "To leave the firm, run: tieout firm leave",
    });
  const machines = await server.read(listMachines);
  if (!machines.ok) return machines;
  const machine = machines.value.find((one) => one.machineId === machineId);
  if (machine === undefined) return fail({ code: "not_found", message: "The firm has no computer with this ID.", field: "machineId" });
  const known = await grants.readBy(machineId);
  if (!known.ok) return known;
  const gone = await server.read((db) => revokeMachine(db, machineId));
  if (!gone.ok) return gone;
  const resealed = await grants.resealAll();
  if (!resealed.ok) return resealed;
  return ok({ person: machine.person, name: machine.name, resealed: resealed.value, known: await knownSignIns(pool, known.value) });
}

/** The last computer of a firm takes the sign-ins along; otherwise they stay with those who go on working. */
async function left(needs: FirmNeeds, { server, grants, machineId }: FirmSession): Promise<Result<FirmLeft, Failure>> {
  const found = await server.read(async (db) => ({
    me: await whoAmI(db),
    machines: await listMachines(db),
    members: await listMembers(db),
  }));
  if (!found.ok) {
    const { code } = found.failure;
    return OUT_OF_REACH.has(code) ? leftHere(needs, machineId, 0, code !== "server_refused") : found;
  }
  const { me, machines, members } = found.value;
  if (me === null) return leftHere(needs, machineId, 0, false);
  const isLast = machines.every((one) => one.revokedAt !== null || one.machineId === machineId);
  if (!isLast && !keepsAdmin(members, machines, machineId)) return fail(lastAdmin());
  const taken = isLast ? await grants.readAll() : ok<ReadonlyMap<string, string>>(new Map());
  if (!taken.ok) return taken;
  for (const [grantKey, token] of taken.value) {
    const kept = await needs.keepGrant(grantKey, token);
    if (!kept.ok) return kept;
  }
  const gone = await server.read((db) => revokeMachine(db, machineId));
  // This computer was removed before.
  if (!gone.ok && gone.failure.code !== "server_refused") return gone;
  return leftHere(needs, machineId, taken.value.size, false);
}

/**
 * This computer's own part in leaving, which needs no server.
 * @param isListed the server couldn't be told
 */
async function leftHere(needs: FirmNeeds, machineId: string, signIns: number, isListed: boolean): Promise<Result<FirmLeft, Failure>> {
  await saveMembership(needs.pool, null);
  await endLogs(needs);
  const deleted = await deleteSecrets(needs.secrets, machineId);
  return deleted.ok ? ok({ signIns, listedAs: isListed ? machineId : null }) : deleted;
}

/** What was recorded counts at once again: no sign-off waits for a server any more. */
async function endLogs({ pool }: FirmNeeds): Promise<void> {
  await pool.must("firm.facts.end", {});
  for (const { clientId } of await pool.must("firm.clients", {})) await pool.must("facts.end", { clientId });
}

/** An administrator has a computer left to work with. */
function keepsAdmin(members: readonly FirmMember[], machines: readonly FirmMachine[], leaving: string): boolean {
  const admins = new Set(members.filter(({ role, disabledAt }) => role === "admin" && disabledAt === null).map(({ person }) => person));
  const isActive = (one: FirmMachine) => one.revokedAt === null && admins.has(one.person);
  const isAdmins = machines.some((one) => isActive(one) && one.machineId === leaving);
  return !isAdmins || machines.some((one) => isActive(one) && one.machineId !== leaving);
}

function lastAdmin(): Failure {
  return {
    code: "conflict",
    message: "You can't leave the firm yet, because it still has other computers, and none of them belongs to an active administrator.",
    next: "Remove those computers, or make someone who works on one of them an administrator. Then leave.",
  };
}

function removed(): Failure {
  return {
    code: "server_refused",
    message: "This computer is no longer part of the firm.",
    next: "To keep working with the data on this computer, leave the firm. To join again after that, use a new invitation.",
  };
}

function wrongClock(aheadMs: number): Failure {
  const off = Math.abs(aheadMs);
  const minutes = (off - (off % 60_000)) / 60_000;
  return {
    code: "conflict",
    message: `This computer's clock is ${minutes} minutes ${aheadMs > 0 ? "ahead of" : "behind"} the firm's server. Sign-offs use the server's time.`,
    next: "Set this computer's date and time.",
  };
}

function isMember({ address, person }: Membership): Failure {
  return {
    code: "already_exists",
    message: `This computer already belongs to ${person} in the firm at ${shownAddress(address)}.`,
    next: "Leave that firm first.",
  };
}

/** What a removed computer could sign in to, by the ledger and the clients as people know them. */
async function knownSignIns(pool: FirmNeeds["pool"], grants: readonly NamedGrant[]): Promise<KnownSignIn[]> {
  if (grants.length === 0) return [];
  const [clients, connections] = await Promise.all([pool.must("firm.clients", {}), pool.must("firm.connections", {})]);
  const names = new Map(clients.map(({ clientId, name }) => [clientId, name]));
  const systems = new Map(connections.map(({ clientId, system }) => [clientId, system]));
  return grants.map((grant) => {
    const system = grant.clients.map((clientId) => systems.get(clientId)).find((one) => one !== undefined);
    return {
      isApp: profileOfKey(grant.grantKey) !== null,
      ledger: system === undefined ? null : ledgerLabel(system),
      clients: grant.clients.map((clientId) => names.get(clientId) ?? clientId).sort((a, b) => a.localeCompare(b, "en")),
    };
  });
}
