import type { z } from "zod";
import type { Firm } from "#main/firm/firm-port.ts";
import type { ClientStep } from "#main/operations/client-work.ts";
import type {
  AskSql,
  Clock,
  Log,
  PrintQuestions,
  PrintReconciliation,
  ReadTable,
  SealedFiles,
  Shell,
  WriteTable,
} from "#main/ports/index.ts";
import type { StoredConnection } from "#main/store/clients/firm.ts";
import type { PersonChange } from "#main/store/clients/people.ts";
import type { SyncEngine } from "#main/sync/engine.ts";
import type { SyncSchedule } from "#main/sync/sync-schedule.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { WriteBoard } from "#main/writeback/write-board.ts";
import type { WriteQueue } from "#main/writeback/write-queue.ts";
import type { EnglishView } from "#shared/contract/app/english.ts";
import type { Notice } from "#shared/contract/app/notices.ts";
import type { HostAbout, VerifiedLimitsView } from "#shared/contract/app/settings.ts";
import type { InsightRow } from "#shared/contract/clients/client-insights.ts";
import type { ConnectionView } from "#shared/contract/clients/clients.ts";
import type { PersonView } from "#shared/contract/clients/people.ts";
import type { PackJob } from "#shared/contract/close/packs.ts";
import type { CapabilityReport } from "#shared/contract/connections/capabilities.ts";
import type { LimitsView } from "#shared/contract/connections/connections.ts";
import type { TokenStateView } from "#shared/contract/connections/token-state.ts";
import type { FirmCheck, FirmExchange } from "#shared/contract/firm/exchange.ts";
import type { TopicName, TopicPayload } from "#shared/contract/index.ts";
import type { BudgetView, QueueView } from "#shared/contract/sync/sync.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { CloseTemplate } from "#shared/model/close/close.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { PersonKey } from "#shared/model/close/signature.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Programs } from "./programs.ts";
import type { Safety } from "./safety.ts";
import type { SignIns } from "./sign-ins.ts";

/** Runs a declared operation. */
export type Ask = <I extends z.ZodType, O extends z.ZodType>(
  operation: { readonly name: string; readonly input: I; readonly output: O },
  input: z.input<I>,
) => Promise<Result<z.output<O>, Failure>>;

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
  /** The English that the core writes. Reading the firm's choice also applies it. */
  readonly english: { read(): Promise<EnglishView> };
  /** Whether and how several computers share one set of books. */
  readonly firm: Firm;
  /** The exchange of records with the firm's server; null on a single computer. */
  readonly colleagues: Colleagues | null;
  /** The firm was made, joined or left: everything works with what it is now. */
  firmChanged(): Promise<void>;
  /** The current user's signature key, made when it is first needed; null while the keychain can't be used. */
  readonly signer: () => Promise<Signer | null>;
  readonly connections: Connections;
  /** Absent where the host reads no tables. */
  readonly readTable?: ReadTable;
  /** Absent where the host writes no tables. */
  readonly writeTable?: WriteTable;
  /** Absent where nothing is printed. */
  readonly printReconciliation?: PrintReconciliation;
  /** Absent where the host starts no process for a question in SQL. */
  readonly askSql?: AskSql;
  /** Absent where nothing is printed. */
  readonly printQuestions?: PrintQuestions;
  /** Checklists that periods are closed with; the first is used where none is named. */
  readonly closeTemplates?: readonly CloseTemplate[];
  /** Backups, the doctor, damaged files. */
  readonly safety: Safety;
  /** Automatic sync: which client is next and when. */
  readonly schedule: SyncSchedule;
  /** What the dashboard shows of clients' books, worked out in the background. */
  readonly insights: {
    list(refresh: readonly string[]): Promise<{ rows: InsightRow[]; today: CalendarDate; waiting: number }>;
  };
  /** Notices about what needs a person. */
  readonly notices: {
    list(): Promise<readonly Notice[]>;
    dismiss(keys: readonly string[], person: string): Promise<number>;
    restore(keys: readonly string[]): Promise<number>;
  };
  readonly signIns: SignIns;
  readonly programs: Programs;
  /** Packs that are being made. */
  readonly packs: {
    start(question: {
      readonly clientId: string;
      readonly period: string;
      readonly folder: string | null;
      readonly reason: string | null;
    }): { readonly jobId: string };
    find(jobId: string): PackJob | null;
    cancel(jobId: string): boolean;
  };
  /** What runs here; absent where the host does not say. */
  readonly about?: HostAbout;
  /** Asks an operation that runs on a thread, for one that needs several. The role was checked when the person asked. */
  readonly ask: Ask;
  readonly publish: <T extends TopicName>(topic: T, payload: TopicPayload<T>) => void;
  readonly sealedFiles?: SealedFiles;
  /** The program around the core; absent where there is none. */
  readonly shell?: Shell;
  /** Has a step of an operation done on the thread that owns the client's file. */
  readonly perform: <I extends { readonly clientId: string }, T>(step: ClientStep<I, T>, input: I) => Promise<Result<T, Failure>>;
  /** What one of several acts answers. What the files or the firm's server refuse is its failure, so that the others are still told. */
  readonly answered: <T>(act: () => Promise<Result<T, Failure>>) => Promise<Result<T, Failure>>;
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
  /** The practice bank's statement of an account of a client, as OFX; null where there is none. */
  statement(clientId: string, accountId: string, from: CalendarDate, to: CalendarDate): Promise<string | null>;
  /** Takes it out of the data folder, mirrors included. @returns how many clients were removed */
  remove(): Promise<number>;
}

/** A key that can sign now. */
export interface Signer {
  readonly key: PersonKey;
  sign(text: string): string;
}

/** Who works here, and as what. */
export interface People {
  readonly noted: string;
  readonly name: string;
  readonly role: PersonRole;
  list(): Promise<PersonView[]>;
  add(person: { readonly name: string; readonly role: PersonRole }): Promise<Result<PersonView, Failure>>;
  change(change: PersonChange): Promise<Result<PersonView, Failure>>;
  use(name: string): Promise<Result<PersonView, Failure>>;
  /** As `use`, for somebody at this computer: another person's PIN is asked for, where they have one. */
  switchTo(name: string, pin: string | undefined): Promise<Result<PersonView, Failure>>;
  /** Whether the current user entered their PIN since Tieout started and they became the current user. */
  readonly pinEntered: boolean;
  /** Takes the current user's PIN for what needs it, until Tieout closes or the user is switched. */
  enterPin(pin: string): Promise<Result<PersonView, Failure>>;
  /** Why the current user can't do what only the owner of the name may do; null once they have entered their PIN. */
  pinRefusal(): Promise<Failure | null>;
  /** The same for a sign-off, which takes a PIN where the firm requires it. */
  signingRefusal(): Promise<Failure | null>;
  /** Sets the current user's PIN, or changes it, which takes the present one. */
  setPin(pin: string, present: string | undefined): Promise<Result<PersonView, Failure>>;
  /** Removes the current user's PIN. */
  removePin(pin: string): Promise<Result<PersonView, Failure>>;
  /** Removes a PIN without asking for it. */
  resetPin(name: string): Promise<Result<PersonView, Failure>>;
}

/** The exchange of records with the firm's server. */
export interface Colleagues {
  view(): FirmExchange;
  /** One exchange now; a client that is named goes before the others. */
  exchange(clientId?: string): Promise<void>;
  /** Compares what was applied here with the firm's logs. */
  check(): Promise<Result<FirmCheck, Failure>>;
  /** Sends again what the server refused of a client, or of the firm ("") itself. */
  retry(clientId: string): Promise<void>;
  /** Gives up a record that the server refused; a decision is undone in the person's name. Failure: `not_found`. */
  discard(clientId: string, itemKey: string, person: string): Promise<Result<null, Failure>>;
  /** Says that somebody works on a client here, or no longer does. @returns who does elsewhere */
  workOn(clientId: string, isOpen: boolean): Promise<readonly string[]>;
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
