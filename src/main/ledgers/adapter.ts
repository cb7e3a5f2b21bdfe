import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { LedgerReport, LedgerReportKind, ReportQuestion } from "#shared/model/reports/ledger-report.ts";
import type { Profile } from "./profile.ts";

/**
 * All knowledge of one ledger behind one surface. Requests and mappings are pure: a page reader is
 * a generator that yields requests and is handed the answers; it never sends, stores or sleeps.
 */
export interface LedgerAdapter {
  readonly system: LedgerSystem;
  /** Raised whenever a mapping changes, so that unchanged bytes are mapped again. */
  readonly mappingVersion: number;
  /** Names of the streams that bring the lock dates. */
  readonly lockStreams: readonly string[];
  /** The streams of a tenant, in the order in which they must first be read. */
  streams(context: ReadContext): readonly LedgerStream[];
  /** Asks the ledger what this connection can do (rule 3). */
  discover(connection: ConnectionFacts): Generator<LedgerRequest, Discovery, LedgerResponse>;
  /** The reports that the ledger makes of itself. */
  readonly reports: LedgerReports;
  /** Judges one answer. Pure; an unlisted 4xx is `rejected`. */
  verdict(response: LedgerResponse): Verdict;
}

/** What is known before the first call. */
export interface ConnectionFacts {
  readonly tenantId: string;
  readonly profile: Profile;
  /** Ledger A: the general-ledger feed was asked for. */
  readonly wantsJournals: boolean;
  readonly pageSize: number;
}

/** The reports that a ledger can be asked for, read as presentation data and used only to assert (rule 19). */
export interface LedgerReports {
  readonly kinds: readonly LedgerReportKind[];
  /** @throws AnswerUnreadable when what came is not the report */
  read(context: ReportContext, question: ReportQuestion): Generator<LedgerRequest, ReportReading, LedgerResponse>;
  /**
   * The same report of each of several legal entities; absent where the ledger does not report by entity.
   * @throws AnswerUnreadable
   */
  readByEntity?(
    context: ReportContext,
    question: ReportQuestion,
    entityIds: readonly string[],
  ): Generator<LedgerRequest, readonly ReportReading[], LedgerResponse>;
}

/** What the reader of a report may know. */
export interface ReportContext extends ConnectionFacts {
  readonly discovery: Discovery;
  readonly fetchedAt: Instant;
  /** The mirrored chart of accounts by id: which side a row is on where its section does not tell, and names. */
  readonly accounts: ReadonlyMap<string, Account>;
  /** First day of the fiscal year that holds a day, as the service counts the ledger's years. */
  fiscalYearStart(day: CalendarDate): CalendarDate;
}

/** A report, and the text that it came in (several answers are joined as a JSON array). */
export interface ReportReading {
  readonly report: LedgerReport;
  readonly raw: string;
}

/** What a page reader and a mapper may know. Look-ups answer from the client's mirror. */
export interface ReadContext extends ConnectionFacts {
  readonly discovery: Discovery;
  /** Instant of the fetch, for `SourceRef.fetchedAt`. */
  readonly fetchedAt: Instant;
  accountIdByCode(code: string): string | undefined;
  itemIdByCode(code: string): string | undefined;
  /** The mirrored item, with the accounts it posts to. */
  item(itemId: string): Item | undefined;
  account(accountId: string): Account | undefined;
  /**
   * The account in which a mirrored payment or cash document put its money, or that a line of a journal names.
   * @param recordId as in the mirror, `Payment:120`
   */
  moneyAccountOf(recordId: string, lineId?: string): string | undefined;
}

export interface LedgerRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Appended to the connection's base URL; begins with a slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
  /** Counts against the ledger's batch window as well. */
  readonly batch?: boolean;
  /** A rejection is an answer and is handed back: for probes, and for records that may be gone. */
  readonly allowRejection?: boolean;
}

export interface LedgerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly receivedAt: Instant;
}

/**
 * - `accepted`: read it.
 * - `throttled`: wait; a queued state, never an error. `retryAfterMs` when the ledger or its rules say.
 * - `retryable`: 5xx and the like; back off and try again.
 * - `reauthorize`: the access token is not (or no longer) good; refresh once.
 * - `forbidden`: signed in, but not allowed; a person must act.
 * - `conflict`: someone else changed the record (rule 29).
 * - `rejected`: no; kept raw, never re-sent.
 */
export type Verdict =
  | { readonly kind: "accepted" }
  | {
      readonly kind: "throttled";
      readonly scope: "minute" | "day" | "app" | "concurrency" | "batch" | "month";
      readonly retryAfterMs?: number;
    }
  | { readonly kind: "retryable"; readonly retryAfterMs?: number }
  | { readonly kind: "reauthorize" }
  | { readonly kind: "forbidden"; readonly message: string }
  | { readonly kind: "conflict"; readonly message: string }
  | { readonly kind: "rejected"; readonly message: string; readonly code?: string };

/** What one ledger record became. */
export interface MappedSource {
  readonly entityType: string;
  /** The ledger's own id of the record. */
  readonly sourceId: string;
  /** True when the ledger says that the record is gone (a deleted stub): last fields are kept. */
  readonly deleted?: boolean;
  /** Empty when the record is kept raw only. */
  readonly records: readonly MappedRecord[];
  /** Shown to people; the rest of the page goes on. */
  readonly findings?: readonly MappingFinding[];
  /** Lock or setting dates that the engine watches, for example `{ periodLockDate: "2026-09-30" }`. */
  readonly watched?: Readonly<Record<string, CalendarDate | null>>;
}

export interface MappingFinding {
  readonly code: "unknown_value" | "malformed_record" | "unresolved_account";
  readonly message: string;
  readonly field?: string;
}

/** One ledger record, still as bytes. For composed records (Ledger C) `bytes` is JSON text put together from verbatim rows. */
export interface PageRecord {
  /** The stream it belongs to, when it is not the stream being read (change feeds). */
  readonly stream?: string;
  readonly bytes: Uint8Array;
}

/** How to go on: adapter-defined, JSON, stored with the rows of the page (the resume point inside a pass). */
export type Position = Readonly<Record<string, string | number | null>>;

/** What one page gave. */
export interface StreamPage {
  readonly records: readonly PageRecord[];
  /** Null when the pass has reached its end. */
  readonly next: Position | null;
  /** Highest change time (ISO instant) or sequence number in the page; the store never lets it fall. */
  readonly watermark?: string;
  /** Records that the ledger says exist in the whole pass, when it tells; for progress. */
  readonly totalKnown?: number;
  /** Streams whose changes this answer could not carry completely and that must be read on their own. */
  readonly incomplete?: readonly { readonly stream: string; readonly reason: string; readonly reconcile: boolean }[];
}

/** A page of ids, for finding records that vanished. */
export interface IdPage {
  readonly ids: readonly string[];
  readonly next: Position | null;
}

export interface LedgerStream {
  /** Dotted lower-case name, stable for ever: `invoices.accrec`, `bills`, `transactions.custinvc`. */
  readonly name: string;
  /** The ledger's noun for its records (or the query table). */
  readonly entityType: string;
  /** In words for people: "Sales invoices". */
  readonly label: string;
  /** Streams of one phase may be read side by side; a phase starts when the one before has been read once. */
  readonly phase: number;
  /**
   * How changes are found after the first complete read.
   * - `since`: read again from the watermark minus `overlapMs`.
   * - `sequence`: read on from the highest number.
   * - `feed`: the stream named by `feedStream` carries them.
   * - `full`: read the whole stream again (small lists).
   */
  readonly delta: "since" | "sequence" | "feed" | "full";
  readonly feedStream?: string;
  /** Other records are mapped through its own (accounts, items): while it can't be read, the phases after it wait. */
  readonly isLookup?: boolean;
  /** A change feed only: it has no records of its own and no first read. */
  readonly isFeed?: boolean;
  /** Feed: how far back it reaches; older watermarks need `since` reads and a reconciliation. */
  readonly lookbackDaysMax?: number;
  readonly overlapMs: number;
  /** How a record that vanished is noticed. `status`: it stays, marked. `feed`: a stub. `reconcile`: compare ids. */
  readonly deletes: "status" | "feed" | "reconcile" | "full";
  /** Where a pass begins. `since` null: everything; otherwise changes from this watermark (overlap already taken off). */
  start(since: string | null): Position;
  readPage(context: ReadContext, position: Position): Generator<LedgerRequest, StreamPage, LedgerResponse>;
  /** How many records the ledger holds, where one call can tell; null where it refuses. For the plan of a first read. */
  count?(context: ReadContext): Generator<LedgerRequest, number | null, LedgerResponse>;
  /** Records that a page of the first read brings and the calls it takes; left out: one call for `pageSize` records. */
  readonly cost?: { readonly recordsPerPage: number; readonly callsPerPage: number };
  /** All ids, for `deletes: "reconcile"` and `sync reconcile`. */
  readIds?(context: ReadContext, position: Position | null): Generator<LedgerRequest, IdPage, LedgerResponse>;
  /**
   * Maps one record, parsed with numerals as text. Pure.
   * @throws RecordMalformed when the record can't be read; it is kept raw as a finding
   */
  map(context: ReadContext, record: ExactJson): MappedSource;
  /** The ledger's own id of a record that can't be mapped; undefined when not even that can be read. */
  idOf?(record: ExactJson): string | undefined;
}

/** A record that does not have the shape its ledger promises. */
export class RecordMalformed extends Error {
  override readonly name = "RecordMalformed";
  readonly field: string | undefined;
  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** An accepted answer that is not what the endpoint promises (HTML, other JSON); the stream stops and says so. */
export class AnswerUnreadable extends Error {
  override readonly name = "AnswerUnreadable";
}

export type { MappedDocument, MappedOrder, MappedPayment, MappedRecord } from "#shared/model/books/mapped-record.ts";
