import type { Clock } from "#main/ports/index.ts";
import type { Server } from "#main/store/server/connect.ts";
import {
  dropGrant,
  grantReaders,
  listGrants,
  putGrant,
  readGrant,
  releaseGrantLease,
  resealGrant,
  type SealedGrant,
  takeGrantLease,
} from "#main/store/server/grants.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { seal, unseal } from "./seal.ts";

/** A refresh token with the number of its generation at the firm's server. */
export interface SharedGrant {
  readonly generation: number;
  readonly token: string;
}

/** The firm's sign-ins to ledgers. Only who holds a grant's lease renews it, so a single-use token is never used twice. */
export interface FirmGrants {
  /** The newest generation; null where the firm has none. Failure: `secret_missing` where it isn't encrypted to this machine yet. */
  read(grantKey: string): Promise<Result<SharedGrant | null, Failure>>;
  /**
   * Runs a renewal while no other machine can renew the same grant.
   * @param act gets the newest grant, and `keep`, which stores the next one; the new token may be used only after that
   */
  renewing<T>(
    grantKey: string,
    clients: readonly string[],
    act: (turn: GrantTurn) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>>;
  drop(grantKey: string): Promise<Result<null, Failure>>;
  /** Encrypts every grant to exactly the machines that should read it, as an administrator. @returns how many were changed */
  resealAll(): Promise<Result<number, Failure>>;
  /** The grants that are encrypted to a machine. */
  readBy(machineId: string): Promise<Result<readonly NamedGrant[], Failure>>;
  /** All that this machine can read, by key. */
  readAll(): Promise<Result<ReadonlyMap<string, string>, Failure>>;
}

/** Which grant it is, and the ids of the clients that use it. */
export type NamedGrant = Pick<SealedGrant, "grantKey" | "clients">;

export interface GrantTurn {
  readonly newest: SharedGrant | null;
  keep(token: string): Promise<Result<SharedGrant, Failure>>;
}

export interface GrantNeeds {
  readonly server: Server;
  readonly machineId: string;
  readonly identity: string;
  readonly clock: Pick<Clock, "sleep">;
}

/** Longer than a token endpoint may take to answer. */
const RENEW_SECONDS = 120;
const TURNS = 40;
const TURN_WAIT_MS = 500;

export function grantsOnServer(needs: GrantNeeds): FirmGrants {
  const { server, identity } = needs;
  const open = async (found: SealedGrant | null): Promise<Result<SharedGrant | null, Failure>> => {
    if (found === null) return ok(null);
    const token = await unseal(found.ciphertext, identity);
    return token === null ? fail(notForUs()) : ok({ generation: found.generation, token });
  };
  return {
    read: async (grantKey) => {
      const found = await server.read((db) => readGrant(db, grantKey));
      return found.ok ? open(found.value) : found;
    },
    renewing: (grantKey, clients, act) => renewing(needs, open, { grantKey, clients }, act),
    drop: async (grantKey) => {
      const dropped = await server.read((db) => dropGrant(db, grantKey));
      return dropped.ok ? ok(null) : dropped;
    },
    resealAll: () => resealAll(needs),
    readBy: async (machineId) => {
      const all = await server.read(listGrants);
      return all.ok ? ok(all.value.filter(({ readers }) => readers.includes(machineId))) : all;
    },
    readAll: async () => {
      const all = await server.read(listGrants);
      if (!all.ok) return all;
      const opened = await Promise.all(
        all.value.map(async ({ grantKey, ciphertext }) => [grantKey, await unseal(ciphertext, identity)] as const),
      );
      return ok(new Map(opened.filter((one): one is readonly [string, string] => one[1] !== null)));
    },
  };
}

async function renewing<T>(
  { server, clock }: GrantNeeds,
  open: (found: SealedGrant | null) => Promise<Result<SharedGrant | null, Failure>>,
  { grantKey, clients }: Pick<SealedGrant, "grantKey" | "clients">,
  act: (turn: GrantTurn) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  const fence = await takeTurn(server, clock, grantKey);
  if (!fence.ok) return fence;
  try {
    const found = await server.read((db) => readGrant(db, grantKey));
    const newest = found.ok ? await open(found.value) : found;
    // Signing in again replaces a grant that this machine can't read.
    if (!newest.ok && newest.failure.code !== "secret_missing") return newest;
    let generation = found.ok ? (found.value?.generation ?? 0) : 0;
    const of = clientsOf(found.ok ? (found.value?.clients ?? []) : [], clients);
    return await act({
      newest: newest.ok ? newest.value : null,
      keep: async (token) => {
        const kept = await server.read(async (db) => {
          const readers = await grantReaders(db, of);
          const ciphertext = await seal(
            token,
            readers.map(({ recipient }) => recipient),
          );
          return putGrant(
            db,
            { grantKey, clients: of, generation, ciphertext, readers: readers.map(({ machineId }) => machineId) },
            fence.value,
          );
        });
        if (!kept.ok) return kept;
        generation = kept.value;
        return ok({ generation, token });
      },
    });
  } finally {
    // Where the server can't be told, the lease ends on its own.
    await server.read((db) => releaseGrantLease(db, grantKey, fence.value));
  }
}

async function takeTurn(server: Server, clock: Pick<Clock, "sleep">, grantKey: string): Promise<Result<number, Failure>> {
  for (let turn = 0; turn < TURNS; turn++) {
    const taken = await server.read((db) => takeGrantLease(db, grantKey, RENEW_SECONDS));
    if (!taken.ok) return taken;
    if (taken.value !== null) return ok(taken.value);
    await clock.sleep(TURN_WAIT_MS);
  }
  return fail({ code: "busy", message: "Another computer is renewing this sign-in.", next: "Try again in a minute." });
}

async function resealAll({ server, identity }: GrantNeeds): Promise<Result<number, Failure>> {
  const all = await server.read(listGrants);
  if (!all.ok) return all;
  let changed = 0;
  for (const grant of all.value) {
    const readers = await server.read((db) => grantReaders(db, grant.clients));
    if (!readers.ok) return readers;
    const ids = readers.value.map(({ machineId }) => machineId);
    if (ids.join() === [...grant.readers].sort().join()) continue;
    const token = await unseal(grant.ciphertext, identity);
    if (token === null) continue;
    const ciphertext = await seal(
      token,
      readers.value.map(({ recipient }) => recipient),
    );
    const done = await server.read((db) => resealGrant(db, { ...grant, ciphertext, readers: ids }));
    // A renewal came first and encrypted it to the same machines.
    if (!done.ok && done.failure.code !== "conflict") return done;
    changed++;
  }
  return ok(changed);
}

/** A new sign-in has no clients yet: it is kept as the firm's own until the first renewal. */
function clientsOf(known: readonly string[], named: readonly string[]): string[] {
  const all = [...new Set([...known, ...named])].filter((client) => client !== "");
  return all.length === 0 ? [""] : all;
}

function notForUs(): Failure {
  return {
    code: "secret_missing",
    message: "This client's sign-in isn't shared with this computer yet.",
    next: "Ask an administrator to open Tieout on their computer. If that computer has the sign-in, Tieout then shares it automatically.",
  };
}
