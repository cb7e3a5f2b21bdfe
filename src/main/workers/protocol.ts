import type { PostedRecord } from "#main/domain/documents/posted-differences.ts";
import type { LedgerResponse, LedgerStream } from "#main/ledgers/adapter.ts";
import type { Profile } from "#main/ledgers/profile.ts";
import type { ClientSource, DiscoveredClient } from "#main/operations/client-books.ts";
import type { MirrorFigures } from "#main/store/accounts/client-figures.ts";
import type { CloseSummary, CounterRow, RollupChange, StoredClient, StoredConnection } from "#main/store/clients/firm.ts";
import type { StoredTokenMark } from "#main/store/clients/token-marks.ts";
import type { StreamRow } from "#main/store/database/schema-client.ts";
import type { WriteFacts } from "#main/store/documents/write-facts.ts";
import type { PassAsks, PassKind, PassStep, WrittenBack } from "#main/store/ingest/stream-pass.ts";
import type { PeriodToMove } from "#main/store/periods/period-moves.ts";
import type { Decision, DecisionToMake } from "#main/store/records/decision-store.ts";
import type { JobChange, JobChanged, StoredAttempt, StoredJob } from "#main/store/records/write-store.ts";
import type { CloseBoardRow } from "#shared/contract/close/close.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import type { English } from "#shared/language/english.ts";
import type { DecisionKind } from "#shared/model/close/decision-kinds.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import type { FactOps } from "./fact-ops.ts";
import { FILE_CARE_OPS, FILE_READ_OPS, type FileOps } from "./file-ops.ts";
import type { LogOps } from "./firm-log/log-ops.ts";
import { OPERATION_READ_OPS, type OperationOps } from "./operation-ops.ts";
import type { PackMakingOps, PackOps } from "./pack-ops.ts";
import { PEOPLE_READ_OPS, type PeopleOps } from "./people-ops.ts";
import { TIE_OUT_READ_OPS, type TieOutOps } from "./tie-out-ops.ts";
import { WATCH_READ_OPS, type WatchOps } from "./watch-ops.ts";
import type { PagesVerified } from "./whole-file.ts";
import { WORK_READ_OPS, type WorkOps } from "./work-ops.ts";

export type { ClientSource };

/** What a writer thread must know to read a client's ledger. */
export interface ClientSetup extends ClientSource {
  readonly profile: Profile;
  readonly wantsJournals: boolean;
  readonly pageSize: number;
  readonly discovery: Discovery;
  /** Finished pages wait for the firm's log. Left out on a machine that is alone. */
  readonly holds?: boolean;
}

/** A step of a pass, as a thread answers it. */
export type PassReply =
  | Exclude<PassStep, { readonly kind: "ready" }>
  /** The page is read and packed; the thread keeps it until `log.apply`. */
  | {
      readonly kind: "ready";
      readonly stream: string;
      readonly passKind: PassKind;
      readonly cursorBefore: string | null;
      readonly cursorAfter: string | null;
      readonly body: Uint8Array<ArrayBuffer>;
    };

/** The parts of a stream that the engine plans with; the generators stay in the worker. */
export type StreamInfo = Pick<LedgerStream, "name" | "label" | "phase" | "delta" | "deletes" | "overlapMs"> & {
  readonly feedStream: string | null;
  readonly isFeed: boolean;
  readonly lookbackDaysMax: number | null;
  readonly listsIds: boolean;
  readonly isLookup?: boolean;
  readonly cost?: NonNullable<LedgerStream["cost"]>;
};

/**
 * Every operation that a file-owning thread performs: input, and result. Writers own their files;
 * the reader opens them read-only.
 */
export interface WorkerOps
  extends FileOps<ClientSource>,
    TieOutOps<ClientSource>,
    OperationOps<ClientSource>,
    WatchOps<ClientSource>,
    PackOps<ClientSource>,
    PackMakingOps,
    PeopleOps,
    LogOps<ClientSource>,
    FactOps,
    WorkOps<ClientSource> {
  // A client's mirror, written by its one owner.
  "client.setup": [ClientSetup, StreamInfo[]];
  "run.start": [ClientSource, null];
  "pass.begin": [ClientSource & { readonly stream: string; readonly kind: PassKind }, null];
  "pass.ask": [ClientSource & { readonly stream: string; readonly nowMs: number }, PassAsks];
  "pass.answer": [
    ClientSource & { readonly stream: string; readonly no: number; readonly response: LedgerResponse; readonly nowMs: number },
    PassAsks,
  ];
  /** Commits the first page of the pass, which was read completely. */
  "pass.commit": [ClientSource & { readonly stream: string; readonly nowMs: number }, PassReply];
  "pass.abandon": [ClientSource & { readonly stream: string }, null];
  "stream.state": [
    ClientSource & { readonly stream: string; readonly state: string; readonly failure: Failure | null; readonly resumeMs: number | null },
    null,
  ];
  "feed.seed": [
    ClientSource & { readonly feed: string; readonly fed: readonly string[]; readonly oldestMs: number; readonly nowMs: number },
    null,
  ];
  "client.settle": [ClientSource & { readonly firstRead: boolean; readonly nowMs: number }, MirrorFigures];
  /** The run is over: the mirror's files are closed. */
  "client.release": [ClientSource, null];
  /** Closes what a thread holds open of a client, whatever it is for: each of the two on its own thread. */
  "client.close": [{ readonly clientId: string }, null];
  "client.closeReader": [{ readonly clientId: string }, null];
  // Read-only questions about a client's mirror.
  "streams.list": [ClientSource, StreamRow[]];
  "periods.book": [ClientSource & { readonly fiscalYearEnd: { readonly month: number; readonly day: number } }, PeriodToMove[]];
  "removed.since": [ClientSource & { readonly sinceMs: number; readonly from?: string; readonly to?: string }, string[]];
  // What people decided about a client's records.
  "decisions.list": [ClientSource & { readonly kind: DecisionKind; readonly undone?: boolean }, Decision[]];
  "decisions.make": [ClientSource & DecisionToMake, { readonly decisionNo: number }];
  // The write queue: jobs on disk before they are sent, their attempts, and what was read back.
  "writes.facts": [ClientSource & { readonly operations: readonly WriteOperation[] }, WriteFacts];
  "writes.drop": [ClientSource & { readonly jobId: string }, null];
  "writes.add": [ClientSource & { readonly job: StoredJob }, { readonly existing: StoredJob | null }];
  "writes.change": [ClientSource & { readonly change: JobChange }, JobChanged];
  "writes.get": [
    ClientSource & { readonly jobId: string },
    { readonly job: StoredJob; readonly attempts: readonly StoredAttempt[] } | null,
  ];
  "writes.list": [ClientSource, StoredJob[]];
  "writes.board": [ClientSource & { readonly endedSinceMs: number }, StoredJob[]];
  "writes.mirror": [
    ClientSetup & {
      readonly records: readonly WrittenBack[];
      /** Mirror ids of records that were deleted. */
      readonly deleted: readonly string[];
      readonly nowMs: number;
    },
    { readonly changed: number; readonly posted: readonly PostedRecord[] },
  ];
  /** Compares some pages of the file with their sums; a page that does not hold what was written is a failure, `damaged`. */
  "client.verify": [{ readonly clientId: string; readonly fromPage: number }, PagesVerified];
  /** Compares kept sums with what they are sums of, and makes wrong ones again. */
  "client.repairSums": [{ readonly clientId: string }, { readonly wrong: number }];
  "client.check": [
    ClientSource,
    { readonly integrity: string; readonly foreignKeys: number; readonly schema: number; readonly bytes: number },
  ];
  // The firm's registry.
  "firm.clients": [Record<never, never>, StoredClient[]];
  "firm.client": [{ readonly clientId: string }, StoredClient | null];
  "firm.addClient": [
    { readonly clientId: string; readonly name: string; readonly demo: boolean; readonly nowMs: number },
    { readonly added: boolean },
  ];
  "firm.setPaused": [{ readonly clientId: string; readonly paused: boolean }, null];
  "firm.connections": [Record<never, never>, StoredConnection[]];
  "firm.connection": [{ readonly clientId: string }, StoredConnection | null];
  /** All that operations on the client's file need of the registry, in one answer. */
  "firm.discovered": [{ readonly clientId: string }, { readonly name: string | null; readonly discovered: DiscoveredClient | null }];
  "firm.saveConnection": [
    Omit<StoredConnection, "discovery" | "discoveredMs"> & { readonly nowMs: number },
    { readonly saved: boolean; readonly conflict: string | null },
  ];
  "firm.removeConnection": [{ readonly connectionId: string }, null];
  "firm.updateConnection": [{ readonly connectionId: string; readonly was: string; readonly body: string }, { readonly replaced: boolean }];
  "firm.saveRollup": [{ readonly clientId: string; readonly change: RollupChange; readonly nowMs: number }, null];
  "firm.closeBoard": [{ readonly today: CalendarDate; readonly holidays: readonly string[] }, CloseBoardRow[]];
  "firm.noteNoClose": [{ readonly clientId: string; readonly at: Instant }, null];
  "firm.outdateClose": [{ readonly clientId: string; readonly nowMs: number }, null];
  "firm.saveClose": [{ readonly clientId: string; readonly summary: CloseSummary; readonly askedMs: number }, boolean];
  "firm.counters": [Record<never, never>, CounterRow[]];
  "firm.saveCounters": [{ readonly rows: readonly CounterRow[]; readonly nowMs: number }, null];
  /** Asked of the writer: a reader may still see the state before the last commit. */
  "firm.tokenMark": [{ readonly grantKey: string }, StoredTokenMark | null];
  "firm.saveTokenMark": [StoredTokenMark, null];
  "firm.removeTokenMark": [{ readonly grantKey: string }, null];
  "firm.removeDemo": [Record<never, never>, readonly string[]];
  /** Closes the registry, so that its file can be exchanged. */
  "firm.close": [Record<never, never>, null];
  "firm.verify": [{ readonly fromPage: number }, PagesVerified];
  "firm.check": [Record<never, never>, { readonly integrity: string; readonly schema: number; readonly bytes: number }];
}

export type OpName = keyof WorkerOps;
export type OpInput<O extends OpName> = WorkerOps[O][0];
export type OpResult<O extends OpName> = WorkerOps[O][1];

/** Operations that only look: any thread may answer them from a read-only connection. */
export const READ_OPS: ReadonlySet<OpName> = new Set<OpName>([
  "client.closeReader",
  ...FILE_READ_OPS,
  "streams.list",
  "periods.book",
  ...TIE_OUT_READ_OPS,
  ...OPERATION_READ_OPS,
  ...WATCH_READ_OPS,
  ...PEOPLE_READ_OPS,
  ...WORK_READ_OPS,
  "removed.since",
  "decisions.list",
  "writes.facts",
  "writes.get",
  "writes.list",
  "writes.board",
  "firm.clients",
  "firm.client",
  "firm.connections",
  "firm.connection",
  "firm.discovered",
  "firm.counters",
  "firm.closeBoard",
]);

/** Operations on whole files, beside those that use them. */
export const FILE_CARE: ReadonlySet<OpName> = new Set<OpName>(FILE_CARE_OPS);

export interface WorkerRequest {
  readonly id: number;
  readonly op: OpName;
  readonly input: unknown;
  /** What the thread says about it is in this English. */
  readonly english: English;
}

/** A thread always answers; a defect comes back with its trace. */
export type WorkerReply =
  | { readonly id: number; readonly kind: "value"; readonly value: unknown }
  | { readonly id: number; readonly kind: "failure"; readonly failure: Failure }
  | { readonly id: number; readonly kind: "defect"; readonly message: string; readonly stack: string };
