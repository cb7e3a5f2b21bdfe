import type { Clock, Environment, Log, SecretStore } from "#main/ports/index.ts";
import type { StoredConnection } from "#main/store/clients/firm.ts";
import type { ServerAddress } from "#main/store/server/address.ts";
import type { Server, ServerSql } from "#main/store/server/connect.ts";
import type { CounterStore } from "#main/transport/limiter/counter-store.ts";
import type { FilePool, WorkerPool } from "#main/workers/pool.ts";
import type { FirmInvitation, FirmJoined, FirmRevoked, FirmServerStatus } from "#shared/contract/firm/server.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { FirmGrants } from "./grants.ts";
import type { ClientToPut } from "./put-clients.ts";
import type { SharedWork, SharedWorkNeeds } from "./shared-work.ts";
import type { Twice } from "./twice.ts";

export interface ClientExchange {
  /** Clients that were added at the server. */
  readonly brought: number;
  /** Clients that were added here. */
  readonly taken: number;
  /** All clients of the server that this person works on. */
  readonly all: number;
  /** Clients here whose books the firm has under another id: they are merged when the firm is opened next. */
  readonly twice: readonly Twice[];
}

export type ConnectServer = (address: ServerAddress) => Server;

/** What a firm's machinery needs of the core. */
export interface FirmNeeds {
  readonly pool: FilePool & Pick<WorkerPool, "hold" | "free">;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly env: Environment;
  readonly uuid: () => string;
  /** Keeps a grant's refresh token in this computer's keychain, for when it works alone again. */
  readonly keepGrant: (grantKey: string, token: string) => Promise<Result<unknown, Failure>>;
  /** Forgets a connection's own sign-in here, unless another connection uses it. */
  readonly dropGrant: (stored: StoredConnection) => Promise<unknown>;
  /** What the limiters of this machine counted where no server does. */
  readonly localCounters: CounterStore;
  /** The name of this computer, for people. */
  readonly machineName: string;
  /** Connects in another way than over the network, as simulations do. */
  readonly connect?: ConnectServer;
}

/** A working membership of a firm with a server. It exists offline too: then each question to `server` fails as unreachable. */
export interface FirmSession {
  readonly server: Server;
  readonly machineId: string;
  readonly person: string;
  /** Sign-ins to ledgers, shared by the firm's machines. */
  readonly grants: FirmGrants;
  /** This machine has records from before it joined, and may still bring them along. */
  readonly movesIn: boolean;
  /** Adds clients to the server, or changes them, in a transaction of the caller's. @returns those that the server has now */
  putClients<C extends ClientToPut>(tx: ServerSql, clients: readonly C[]): Promise<readonly C[]>;
  /** All of them are at the server: from now on this machine speaks for its own person only. */
  endMoveIn(): Promise<Result<null, Failure>>;
  /** Shares reading and writing ledgers with the firm's other machines. */
  shareWork(core: Omit<SharedWorkNeeds, "server" | "clock" | "log">): SharedWork;
}

export interface CreateFirm {
  /** `postgres://owner@host/database`, as the database's owner. It isn't kept. */
  readonly url: string;
  /** A certificate authority in PEM. */
  readonly ca?: string | undefined;
  /** The founder, an administrator. */
  readonly person: string;
}

export interface FirmLeft {
  /** How many of the firm's sign-ins this computer took along, as its last one. */
  readonly signIns: number;
  /** This computer's ID where the server couldn't be told, and may still list it; null where it knows. */
  readonly listedAs: string | null;
}

export interface InvitePerson {
  readonly person: string;
  readonly role: PersonRole;
  /** Undefined leaves them as they are; an empty list means all clients. */
  readonly clients?: readonly string[] | undefined;
  readonly hours: number;
}

/**
 * What the core asks about the firm. There are two implementations, one for a single computer and one with a server; nothing else
 * knows whether there is a server.
 */
export interface Firm {
  /** Null on a single computer, and where the keychain doesn't give out this computer's login. */
  readonly session: FirmSession | null;
  status(): Promise<Result<FirmServerStatus, Failure>>;
  /** Makes the lists of clients here and at the server the same, and shares sign-ins with new computers. Asks no ledger. */
  refresh(): Promise<Result<ClientExchange, Failure>>;
  /** Makes a firm of what is on this computer, which becomes its first machine. */
  create(order: CreateFirm): Promise<Result<FirmJoined, Failure>>;
  /** Brings the server's schema up to date, as the database's owner. @returns the steps that were run */
  upgrade(order: Omit<CreateFirm, "person">): Promise<Result<readonly string[], Failure>>;
  join(code: string): Promise<Result<FirmJoined, Failure>>;
  invite(order: InvitePerson): Promise<Result<FirmInvitation, Failure>>;
  /** Shuts out a computer, and encrypts the sign-ins without it. */
  revoke(machineId: string): Promise<Result<FirmRevoked, Failure>>;
  /** Makes this computer work alone again, with everything that it has; also where the server can't be used. */
  leave(): Promise<Result<FirmLeft, Failure>>;
  close(): Promise<void>;
}
