import type { Clock, Log, ReadTable, SealedFiles, Shell } from "#main/ports/index.ts";
import type { StoredClient, StoredConnection } from "#main/services/firm.ts";
import type { SyncEngine } from "#main/sync/engine.ts";
import type { SyncSchedule } from "#main/sync/sync-schedule.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { WriteBoard } from "#main/writeback/write-board.ts";
import type { WriteQueue } from "#main/writeback/write-queue.ts";
import type { CapabilityReport } from "#shared/contract/capabilities.ts";
import type { ConnectionView } from "#shared/contract/clients.ts";
import type { LimitsView } from "#shared/contract/connections-extra.ts";
import type { TopicName, TopicPayload } from "#shared/contract/index.ts";
import type { Notice } from "#shared/contract/notices.ts";
import type { PersonView } from "#shared/contract/people.ts";
import type { AboutView, VerifiedLimitsView } from "#shared/contract/settings.ts";
import type { BudgetView, QueueView } from "#shared/contract/sync.ts";
import type { TokenStateView } from "#shared/contract/token-state.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { CloseTemplate } from "#shared/model/close.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { PersonRole } from "#shared/model/person.ts";
import type { Safety } from "./safety.ts";
import type { SignIns } from "./sign-ins.ts";

/** What the handlers of the contract work with. */
export interface ApiContext {
  readonly pool: WorkerPool;
  readonly engine: SyncEngine;
  readonly writes: WriteQueue;
  /** The jobs of all clients beside each other. */
  readonly writeBoard: WriteBoard;
  readonly clock: Clock;
  readonly log: Log;
  readonly uuid: () => string;
  /** Who works here, as noted beside what they decide: `name@machine`. */
  readonly person: string;
  /** The people of the firm, and who works here now. */
  readonly people: People;
  readonly connections: Connections;
  /** Absent where the host reads no tables. */
  readonly readTable?: ReadTable;
  /** Checklists that periods are closed with; the first is used where none is named. */
  readonly closeTemplates?: readonly CloseTemplate[];
  /** Backups, the doctor, damaged files. */
  readonly safety: Safety;
  /** What is read by itself, and when. */
  readonly schedule: SyncSchedule;
  /** What needs a person and was told of. */
  readonly notices: {
    list(): Promise<readonly Notice[]>;
    dismiss(keys: readonly string[], person: string): Promise<number>;
    restore(keys: readonly string[]): Promise<number>;
  };
  readonly signIns: SignIns;
  /** What runs here; absent where the host does not say. */
  readonly about?: AboutView;
  readonly publish: <T extends TopicName>(topic: T, payload: TopicPayload<T>) => void;
  readonly sealedFiles?: SealedFiles;
  /** The program around the core; absent where there is none. */
  readonly shell?: Shell;
  /** The demo firm; null where the host has no simulated ledgers. */
  readonly demo: DemoControl | null;
}

/** The demo firm on simulated ledgers. */
export interface DemoControl {
  /** Makes it, and reads and plays it in the background. @returns how many clients it has */
  start(): Promise<Result<{ readonly clients: number }, Failure>>;
  /** Makes it with all its connections and reads nothing. @returns the clients' ids */
  make(): Promise<Result<{ readonly clientIds: readonly string[] }, Failure>>;
  /** Changes books in ways that only a mirror that was read before can notice. Once. @returns the clients whose books changed */
  playLater(): Promise<{ readonly played: boolean; readonly changed: readonly string[] }>;
  /** Takes it out of the data folder, mirrors included. @returns how many clients were removed */
  remove(): Promise<number>;
}

/** Who works here, and as what. */
export interface People {
  readonly noted: string;
  readonly name: string;
  readonly role: PersonRole;
  list(): Promise<PersonView[]>;
  add(person: { readonly name: string; readonly role: PersonRole }): Promise<Result<PersonView, Failure>>;
  change(change: { readonly name: string; readonly role?: PersonRole; readonly active?: boolean }): Promise<Result<PersonView, Failure>>;
  use(name: string): Promise<Result<PersonView, Failure>>;
}

/** The connections of the firm: stored, discovered, ready to send. */
export interface Connections {
  find(clientId: string): Promise<StoredConnection | null>;
  all(): Promise<readonly StoredConnection[]>;
  /** Parses a connection file, asks the ledger what it can do, and only then stores it. */
  add(clientId: string, fileText: string): Promise<Result<ConnectionView, Failure>>;
  /** Signs in again in the person's browser; mirror and cursors stay as they are. */
  signIn(clientId: string): Promise<Result<{ readonly connectionId: string }, Failure>>;
  /** Ends every sign-in that waits for the browser. */
  cancelSignIn(): void;
  /** Asks the ledger now what the connection can do (rule 3). */
  rediscover(clientId: string): Promise<Result<CapabilityReport, Failure>>;
  /** What the connection can do, with how and when it was found; null before it was ever asked. */
  capabilities(stored: StoredConnection): Promise<CapabilityReport | null>;
  view(stored: StoredConnection): ConnectionView;
  budget(stored: StoredConnection): BudgetView | null;
  /** What the client's requests wait for at this moment. */
  waits(stored: StoredConnection): ReadonlyMap<string, QueueView>;
  limits(stored: StoredConnection): Result<LimitsView, Failure>;
  /** How it is signed in, without secrets. */
  tokenState(stored: StoredConnection): Promise<TokenStateView>;
  /** The limits of every ledger as they were verified. */
  verifiedLimits(): Result<VerifiedLimitsView[], Failure>;
  setLimits(stored: StoredConnection, limits: unknown, yes: boolean): Promise<Result<LimitsView, Failure>>;
}

/** A client that must exist. */
export async function findClient(context: ApiContext, clientId: string): Promise<Result<StoredClient, Failure>> {
  const client = (await context.pool.must("firm.clients", {})).find((candidate) => candidate.clientId === clientId);
  if (client !== undefined) return { ok: true, value: client };
  return {
    ok: false,
    failure: { code: "not_found", message: `There is no client ${clientId}.`, field: "client", next: "List the clients to see their ids." },
  };
}
