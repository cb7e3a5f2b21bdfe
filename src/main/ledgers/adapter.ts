import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import { type ExactJson, JsonRefusal } from "#shared/kernel/json-exact.ts";
import type { MembersParser } from "#shared/kernel/json-members.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { LedgerReport, LedgerReportKind, ReportQuestion } from "#shared/model/reports/ledger-report.ts";
import type { Profile } from "./profile.ts";

/**
 * Everything that is specific to one ledger. Requests and mappings are pure: a page reader is a generator that
 * yields requests and receives the answers. It never sends, stores or sleeps.
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
  /** The reports that the ledger produces. */
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

/** The ledger's own reports, used only to check Tieout's figures (rule 19). */
export interface LedgerReports {
  readonly kinds: readonly LedgerReportKind[];
  /** @throws AnswerUnreadable when the answer isn't the report */
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

/** What a report reader has access to. */
export interface ReportContext extends ConnectionFacts {
  readonly discovery: Discovery;
  readonly fetchedAt: Instant;
  /** The mirrored chart of accounts by id, for names and for the side of a row whose section doesn't show it. */
  readonly accounts: ReadonlyMap<string, Account>;
  /** First day of the fiscal year that contains a day, by the ledger's settings. */
  fiscalYearStart(day: CalendarDate): CalendarDate;
}

/** A report and its original text; several answers are joined as a JSON array. */
export interface ReportReading {
  readonly report: LedgerReport;
  readonly raw: string;
}

/** What page readers and mappers have access to. Look-ups answer from the client's mirror. */
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
   * The account that a mirrored payment, cash document or journal line put its money in.
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
  /** A rejection is returned as an answer: for probes, and for records that may have been deleted. */
  readonly allowRejection?: boolean;
}

export interface LedgerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly receivedAt: Instant;
}

/** Why an answer is a no: the ledger's own words, or Tieout's where the answer has none. */
export interface VerdictReason {
  readonly message: string;
  /** The words are Tieout's. */
  readonly isFallback?: true;
}

/**
 * - `accepted`: read it.
 * - `throttled`: wait; a queued state, never an error. `retryAfterMs` when the ledger or its rules say.
 * - `retryable`: 5xx and the like; back off and try again.
 * - `reauthorize`: the access token is no longer valid; refresh once.
 * - `forbidden`: signed in, but not allowed; a person must act.
 * - `conflict`: someone else changed the record (rule 29).
 * - `rejected`: no; kept raw, never sent again.
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
  | ({ readonly kind: "forbidden" } & VerdictReason)
  | ({ readonly kind: "conflict" } & VerdictReason)
  | ({ readonly kind: "rejected"; readonly code?: string } & VerdictReason);

/** The result of mapping one ledger record. */
export interface MappedSource {
  readonly entityType: string;
  /** The ledger's own id of the record. */
  readonly sourceId: string;
  /** True when the ledger reports the record as deleted. The mirror keeps its last fields. */
  readonly deleted?: boolean;
  /** Empty when the record is kept raw only. */
  readonly records: readonly MappedRecord[];
  /** Shown to people; mapping goes on with the rest of the page. */
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

/** The resume point inside a pass: adapter-defined JSON, stored with the rows of the page. */
export type Position = Readonly<Record<string, string | number | null>>;

/** What is left to read of a page whose end is known: readers that don't wait for each other, and the records once all have ended. */
export interface PageParts {
  readonly readers: readonly Generator<LedgerRequest, void, LedgerResponse>[];
  records(): readonly PageRecord[];
}

/** The result of reading one page. */
export interface StreamPage {
  readonly records: readonly PageRecord[];
  /** The page's records come from these instead, so that the next page can be requested meanwhile. */
  readonly parts?: PageParts;
  /** Null when the pass has reached its end. */
  readonly next: Position | null;
  /** Highest change time (ISO instant) or sequence number in the page; the store never lets it fall. */
  readonly watermark?: string;
  /** How many records the whole pass has, when the ledger says so; for progress. */
  readonly totalKnown?: number;
  /** Streams that this answer couldn't cover completely and that must be read separately. */
  readonly incomplete?: readonly { readonly stream: string; readonly reason: string; readonly reconcile: boolean }[];
}

/** A page of ids, for finding records that were deleted. */
export interface IdPage {
  readonly ids: readonly string[];
  readonly next: Position | null;
}

export interface LedgerStream {
  /** Dotted lower-case name that never changes: `invoices.accrec`, `bills`, `transactions.custinvc`. */
  readonly name: string;
  /** The ledger's noun for its records (or the query table). */
  readonly entityType: string;
  /** In the words of the glossary: "Invoices", whatever the ledger calls them. */
  readonly label: string;
  /** Streams of one phase may be read in parallel; a phase starts when the previous one has been read once. */
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
  /** Other records are mapped through these (accounts, items): while they can't be read, later phases wait. */
  readonly isLookup?: boolean;
  /** Its records take an account from records of other streams (`moneyAccountOf`). */
  readonly asksMoneyAccounts?: boolean;
  /** A change feed: it has no records and no first read. */
  readonly isFeed?: boolean;
  /** Feed: how many days back it reaches. Older watermarks need `since` reads and a reconciliation. */
  readonly lookbackDaysMax?: number;
  readonly overlapMs: number;
  /** How a deleted record is noticed. `status`: it remains, marked as deleted. `feed`: a stub. `reconcile`: by comparing ids. */
  readonly deletes: "status" | "feed" | "reconcile" | "full";
  /** The start of a pass. `since` null: everything; otherwise changes from this watermark (overlap already subtracted). */
  start(since: string | null): Position;
  readPage(context: ReadContext, position: Position): Generator<LedgerRequest, StreamPage, LedgerResponse>;
  /** How many records the ledger has, where one call can tell; null where it refuses. Used to plan a first read. */
  count?(context: ReadContext): Generator<LedgerRequest, number | null, LedgerResponse>;
  /** Records per page of the first read and the calls each page takes; by default one call for `pageSize` records. */
  readonly cost?: { readonly recordsPerPage: number; readonly callsPerPage: number };
  /** All ids, for `deletes: "reconcile"` and `sync reconcile`. */
  readIds?(context: ReadContext, position: Position | null): Generator<LedgerRequest, IdPage, LedgerResponse>;
  /** Parses one record with what `map` and `idOf` read of it; without, all of it is parsed. */
  readonly parse?: MembersParser;
  /**
   * Maps one record, parsed with numerals as text. Pure.
   * @throws RecordMalformed when the record can't be read; it is kept raw as a finding
   */
  map(context: ReadContext, record: ExactJson): MappedSource;
  /** The ledger's own id of a record that can't be mapped; undefined when not even that can be read. */
  idOf?(record: ExactJson): string | undefined;
}

/** A record that doesn't have the shape its ledger documents. */
export class RecordMalformed extends Error {
  override readonly name = "RecordMalformed";
  readonly field: string | undefined;
  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** An accepted answer that isn't what the endpoint documents (HTML, other JSON). The stream stops and reports it. */
export class AnswerUnreadable extends Error {
  override readonly name = "AnswerUnreadable";
}

/**
 * What is wrong with an answer that a reader couldn't use: it isn't what the endpoint documents, a record in it isn't, or it is no
 * JSON at all. Null for every other error, which is a defect. For readers of answers in which each record counts.
 */
export function unreadable(error: unknown): string | null {
  return error instanceof AnswerUnreadable || error instanceof RecordMalformed || error instanceof JsonRefusal ? error.message : null;
}

export type { MappedDocument, MappedOrder, MappedPayment, MappedRecord } from "#shared/model/books/mapped-record.ts";
