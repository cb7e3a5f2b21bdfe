import type { Result } from "#shared/kernel/result.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { MappedDocument, MappedPayment } from "#shared/model/books/mapped-record.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { Failure, LedgerError } from "#shared/model/ledger/failure.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import type { ConnectionFacts, LedgerRequest, LedgerResponse, PageRecord } from "./adapter.ts";

/**
 * How one ledger is written to. Like reading, it is pure: generators yield requests and are handed
 * the answers; what is sent, stored, repeated or looked up is decided by the write queue. Every
 * accepted write is described by `PreparedCall`s that are stored, byte for byte, before the first
 * of them leaves.
 */
export interface LedgerWrites {
  /** Null when the ledger and this connection can do it; else why not, naming the capability. Pure. */
  refusal(context: WriteContext, operation: WriteOperation): Failure | null;
  /**
   * Makes the exact calls of a job: reads what must be read first (the current record of an update),
   * changes it, and puts each call's idempotency value or reference in place. Sends no write.
   * A failure (code `conflict` when the record moved, `invalid_input` with a field) ends the job unsent.
   */
  prepare(
    context: WriteContext,
    operations: readonly WriteOperation[],
  ): Generator<LedgerRequest, Result<readonly PreparedCall[], Failure>, LedgerResponse>;
  /** Reads what an accepted answer says of each item of the call: one bad element does not hide the good ones. */
  outcomes(context: WriteContext, call: PreparedCall, response: LedgerResponse): readonly ItemResult[];
  /** Looks for what a call whose answer was lost may have done (rule 28). Reads only. */
  look(context: WriteContext, call: PreparedCall): Generator<LedgerRequest, readonly Look[], LedgerResponse>;
  /**
   * Looks up the labels of fields that a rejection names by their internal ids. They stand beside the
   * ledger's words, never in their place (rule 30). Reads only.
   */
  explain?(
    context: WriteContext,
    call: PreparedCall,
    rejection: string,
  ): Generator<LedgerRequest, readonly { readonly id: string; readonly label: string }[], LedgerResponse>;
  /**
   * Reads the records that were written, and those that moved with them (the paid invoice), as
   * records of their streams, so that they are mirrored at once. A record that is gone yields nothing.
   */
  readBack(
    context: WriteContext,
    written: readonly WrittenRecord[],
  ): Generator<LedgerRequest, readonly (PageRecord & { readonly stream: string })[], LedgerResponse>;
}

/** What the preparation of a write may know; look-ups answer from the client's mirror. */
export interface WriteContext extends ConnectionFacts {
  readonly discovery: Discovery;
  account(id: string): Account | undefined;
  item(id: string): Item | undefined;
  /** Items whose name begins with the integration's own mark (rule 9). */
  integrationItems(): readonly Item[];
  party(id: string): Party | undefined;
  /** The mirrored document or payment that an operation names, with its last payload. */
  record(id: string): MirroredRecord | undefined;
  /**
   * The text by which a part of this job can be found again in the ledger: at most 24 characters of
   * a-z, 0-9 and `-`, beginning `tieout-`, unique in the tenant, the same for every try of the job.
   */
  reference(operation: number, part: number): string;
  /** The idempotency value of the job's n-th call: at most 36 characters, the same for every try. */
  key(call: number): string;
}

export interface MirroredRecord {
  readonly document?: MappedDocument;
  readonly payment?: MappedPayment;
  /** The last payload as JSON text. */
  readonly raw: string;
  readonly changeHash: string;
}

/** A part of a job: an operation, or one allocation of it. */
export interface ItemKey {
  readonly operation: number;
  readonly part: number;
}

/** One request that changes the ledger, frozen. Plain JSON: it is stored and read again after a restart. */
export interface PreparedCall {
  readonly request: LedgerRequest;
  readonly items: readonly PreparedItem[];
  /** The ledger replays its first answer to the same bytes with the same idempotency value. */
  readonly replays: boolean;
}

export interface PreparedItem extends ItemKey {
  /** For people: "Bill OP-771 of Oak Paper, 170.00 NZD". */
  readonly title: string;
  /** The reference inside the record, or null where an existing record is changed. */
  readonly reference: string | null;
  /** The ledger's noun of what is made or changed, as in `SourceRef.entityType`. */
  readonly entityType: string;
  /** The ledger's id of the record that is changed, or null when one is made. */
  readonly ledgerId: string | null;
  /** The version that the change was made against, where the ledger has versions. */
  readonly version?: string;
  /** Adapter-defined JSON: what `look` compares with to know whether the change is there. */
  readonly expected?: unknown;
}

export type ItemResult = ItemKey &
  (
    | {
        readonly outcome: "accepted";
        readonly entityType: string;
        readonly ledgerId: string;
        /** Amounts and numbers that the ledger answered otherwise than sent (rule 21). */
        readonly replaced?: readonly { readonly field: string; readonly sent: string; readonly stored: string }[];
      }
    | { readonly outcome: "rejected" | "conflict"; readonly message: string; readonly ledgerError?: LedgerError }
  );

/**
 * - `present`: it was done.
 * - `absent`: nothing of it is there (yet).
 * - `changed`: the record is neither what it was nor what we made of it.
 * - `several`: more than one record carries the reference.
 * - `refused`: the ledger would not show it, and the same question would be refused again (rule 27).
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
  /** Ids in the mirror of records that move with it: invoices that a payment settles. */
  readonly alsoMoved: readonly string[];
}
