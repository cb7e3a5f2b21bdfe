import type { Result } from "#shared/kernel/result.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { MappedDocument, MappedPayment } from "#shared/model/books/mapped-record.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { Failure, LedgerError } from "#shared/model/ledger/failure.ts";
import type { RejectedField, Withdrawal, WriteOperation } from "#shared/model/ledger/write.ts";
import type { ConnectionFacts, LedgerRequest, LedgerResponse, PageRecord } from "./adapter.ts";

/**
 * Writing to one ledger. Like reading, it is pure: generators yield requests and receive the answers; the write
 * queue decides what is sent, stored, repeated or looked up. Every write consists of `PreparedCall`s that are
 * stored, byte for byte, before the first of them is sent.
 */
export interface LedgerWrites {
  /** How a line of a new transaction without a tax code is taxed, in words; absent where it has no tax. */
  readonly taxWithoutCode?: string;
  /** Null when the ledger and this connection support the operation; otherwise why not, naming the capability. Pure. */
  refusal(context: WriteContext, operation: WriteOperation): Failure | null;
  /**
   * What taking a record back comes to here, as the mirror has it: voiding it, deleting it, or either as a person asks. Empty
   * where it can't be taken back from Tieout. Pure.
   */
  withdrawals(context: WriteContext, id: string): readonly Withdrawal[];
  /**
   * Prepares the exact calls of a job: reads what must be read first (the current record of an update), applies
   * the change, and sets each call's idempotency value or reference. Sends no write. A failure (`conflict` when
   * the record changed, `invalid_input` with a field) ends the job before anything is sent.
   */
  prepare(
    context: WriteContext,
    operations: readonly WriteOperation[],
  ): Generator<LedgerRequest, Result<readonly PreparedCall[], Failure>, LedgerResponse>;
  /** The outcome of each item of an accepted answer. One unreadable element doesn't affect the others. */
  outcomes(context: WriteContext, call: PreparedCall, response: LedgerResponse): readonly ItemResult[];
  /** Looks for the effect of a call whose answer was lost (rule 28). Reads only. */
  look(context: WriteContext, call: PreparedCall): Generator<LedgerRequest, readonly Look[], LedgerResponse>;
  /**
   * Looks up the labels of fields that a rejection names by internal id, and which field of an operation fills them. They are
   * shown next to the ledger's text, never instead of it (rule 30). Reads only.
   */
  explain?(
    context: WriteContext,
    call: PreparedCall,
    rejection: string,
  ): Generator<LedgerRequest, readonly RejectedField[], LedgerResponse>;
  /**
   * Reads the written records, and others they changed (the paid invoice), as records of their streams, so that
   * the mirror has them at once. A deleted record yields nothing.
   */
  readBack(
    context: WriteContext,
    written: readonly WrittenRecord[],
  ): Generator<LedgerRequest, readonly (PageRecord & { readonly stream: string })[], LedgerResponse>;
}

/** What preparing a write has access to; look-ups answer from the client's mirror. */
export interface WriteContext extends ConnectionFacts {
  readonly discovery: Discovery;
  account(id: string): Account | undefined;
  item(id: string): Item | undefined;
  /** Items whose name starts with the integration's own mark (rule 9). */
  integrationItems(): readonly Item[];
  party(id: string): Party | undefined;
  /** The mirrored document or payment of an operation, with its last payload. */
  record(id: string): MirroredRecord | undefined;
  /**
   * The text by which a part of this job can be found in the ledger: at most 24 characters of a-z, 0-9 and `-`,
   * starting with `tieout-`, unique in the tenant, the same for every attempt of the job.
   */
  reference(operation: number, part: number): string;
  /** The idempotency value of the job's n-th call: at most 36 characters, the same for every attempt. */
  key(call: number): string;
}

export interface MirroredRecord {
  readonly document?: MappedDocument;
  readonly payment?: MappedPayment;
  /** The last payload as JSON text. */
  readonly raw: string;
  readonly changeHash: string;
}

/** A part of a job: an operation, or one of its allocations. */
export interface ItemKey {
  readonly operation: number;
  readonly part: number;
}

/** One frozen request that changes the ledger. Plain JSON, because it is stored and read again after a restart. */
export interface PreparedCall {
  readonly request: LedgerRequest;
  readonly items: readonly PreparedItem[];
  /** The ledger returns its first answer again for the same bytes and idempotency value. */
  readonly replays: boolean;
}

export interface PreparedItem extends ItemKey {
  /** For people: "Bill OP-771 from Oak Paper, 170.00 NZD". */
  readonly title: string;
  /** The reference inside the record, or null where an existing record is changed. */
  readonly reference: string | null;
  /** How the record is taken back where its status decides. */
  readonly act?: Withdrawal;
  /** The ledger's noun for the record, as in `SourceRef.entityType`. */
  readonly entityType: string;
  /** The ledger's id of the record that is changed; null for a new record. */
  readonly ledgerId: string | null;
  /** The version that the change is based on, where the ledger has versions. */
  readonly version?: string;
  /** Adapter-defined JSON that `look` compares with to find out whether the change was applied. */
  readonly expected?: unknown;
}

export type ItemResult = ItemKey &
  (
    | {
        readonly outcome: "accepted";
        readonly entityType: string;
        readonly ledgerId: string;
        /** Amounts and numbers that the ledger stored differently from what was sent (rule 21). */
        readonly replaced?: readonly { readonly field: string; readonly sent: string; readonly stored: string }[];
      }
    | { readonly outcome: "rejected" | "conflict"; readonly message: string; readonly ledgerError?: LedgerError }
  );

/**
 * - `present`: it was applied.
 * - `absent`: no trace of it (yet).
 * - `changed`: the record is neither what it was nor what the write makes of it.
 * - `several`: more than one record carries the reference.
 * - `refused`: the ledger wouldn't show it, and asking again would be refused as well (rule 27).
 */
export type Look = ItemKey &
  (
    | { readonly found: "present"; readonly entityType: string; readonly ledgerId: string }
    | { readonly found: "absent" }
    | { readonly found: "changed" | "several" | "refused"; readonly message: string }
  );

export interface WrittenRecord {
  readonly entityType: string;
  readonly ledgerId: string;
  /** Mirror ids of records that change with it, such as the invoices that a payment settles. */
  readonly alsoMoved: readonly string[];
}
