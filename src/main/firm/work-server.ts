import type { LogPosition, ReceivedPage } from "#main/store/ingest/log-position.ts";
import type { JobChange, JobChanged, StoredJob } from "#main/store/records/write-store.ts";
import type { Lease } from "#main/store/server/leases.ts";
import type { PageToPublish } from "#main/store/server/page-log.ts";
import type { SnapshotPlace } from "#main/store/server/snapshots.ts";
import type { SharedJob } from "#main/store/server/write-jobs.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** A lease with the monotonic times here between which the server said its own. */
export interface HeldLease extends Lease {
  readonly askedMs: number;
  readonly answeredMs: number;
  readonly goodUntil: number;
}

/** A copy of a client's file at the server. */
export interface SharedCopy {
  /** The page that names it, and the hash of each part. */
  readonly marker: ReceivedPage;
  readonly parts: number;
}

/** What the firm's server does for the machine that reads and writes a client's ledger. Failures are values; nothing is thrown for them. */
export interface WorkServer {
  /** Takes or keeps the right to call the client's ledger. A failure with code `lease_lost` says who has it. */
  takeLease(clientId: string): Promise<Result<Lease, Failure>>;
  /** Saves what the limiters counted and renews the lease. A failure: nothing may be sent. */
  count(clientId: string, fence: number, counters: Lease["counters"]): Promise<Result<true, Failure>>;
  releaseLease(clientId: string, fence: number): Promise<void>;
  /** Takes calls of the app's limit; otherwise the milliseconds after which it is worth asking again. */
  takeAppCalls(
    system: string,
    calls: number,
    limit: { readonly calls: number; readonly windowMs: number },
  ): Promise<Result<number, Failure>>;
  /** Adds a page to the client's log, once, even when the answer to its commit was lost. */
  publish(page: Omit<PageToPublish, "pageId">): Promise<Result<LogPosition, Failure>>;
  endOfLog(clientId: string): Promise<Result<LogPosition, Failure>>;
  /** Whether the log has this page. Where it doesn't, the server went back to an earlier state. */
  hasPage(clientId: string, place: LogPosition): Promise<Result<boolean, Failure>>;
  /** Adds a job. @returns it as the server has it now, or the one that has the action's value already */
  shareJob(clientId: string, job: StoredJob): Promise<Result<SharedJob, Failure>>;
  /** Moves a job on under the lease, before anything is sent. @returns null when another job has the action's value */
  changeJob(
    clientId: string,
    fence: number,
    job: StoredJob,
    change: JobChange,
    lastAttempt: number,
  ): Promise<Result<JobChanged | null, Failure>>;
  /** Brings back a job that the server lost when it went back to an earlier state. */
  restoreJob(clientId: string, fence: number, job: SharedJob): Promise<Result<void, Failure>>;
  /** Jobs that changed since this machine's times of them, and the ids of all jobs that the server has. */
  jobsBeside(
    clientId: string,
    known: ReadonlyMap<string, number>,
  ): Promise<Result<{ readonly jobs: readonly SharedJob[]; readonly ids: ReadonlySet<string> }, Failure>>;
  /** Whether the log has grown enough for a new copy of the client's file. */
  isCopyDue(clientId: string): Promise<Result<boolean, Failure>>;
  /** Adds a copy of the client's file as it is after `place`; the page that names it is published afterwards. */
  addCopy(clientId: string, place: SnapshotPlace, parts: readonly Uint8Array[], sha256: readonly string[]): Promise<Result<true, Failure>>;
  dropCopies(clientId: string, beforePage: number): Promise<void>;
  /** The newest copy of the client's file; null where there is none. */
  newestCopy(clientId: string): Promise<Result<SharedCopy | null, Failure>>;
  /** One of its parts, or after them the checksums of its pages; null when a newer copy has replaced it, or it has no checksums. */
  copyPart(copy: SharedCopy, partNo: number): Promise<Result<Uint8Array<ArrayBuffer> | null, Failure>>;
  /** How far the logs of all clients have come, and when their jobs last changed. */
  news(): Promise<Result<{ readonly pages: ReadonlyMap<string, number>; readonly jobs: ReadonlyMap<string, number> }, Failure>>;
  /** The next pages after one, as many as are handed over at once. */
  pagesAfter(clientId: string, page: number): Promise<Result<readonly ReceivedPage[], Failure>>;
}

/** How long a lease lasts after each sign of life. A call leaves at most ten seconds after one. */
export const LEASE_SECONDS = 60;
