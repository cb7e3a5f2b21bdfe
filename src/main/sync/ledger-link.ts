import type { ConnectionFacts, LedgerAdapter, LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import type { PaceFacts } from "#main/transport/limiter/queue-state.ts";
import type { BudgetView, QueueView, RequestCounts } from "#shared/contract/sync/sync.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** The outcome of one request. Waiting in the limiter isn't an outcome: it happened before. */
export type LinkOutcome =
  | { readonly kind: "answered"; readonly response: LedgerResponse }
  | { readonly kind: "rejected"; readonly failure: Failure }
  | { readonly kind: "needs_sign_in"; readonly failure: Failure }
  | { readonly kind: "unreachable"; readonly failure: Failure }
  | { readonly kind: "cancelled" };

/** The outcome of a request that changes the ledger. */
export type LinkWriteOutcome =
  | Exclude<LinkOutcome, { readonly kind: "rejected" }>
  | { readonly kind: "rejected"; readonly failure: Failure; readonly conflict: boolean }
  /** It may or may not have been applied (rule 28): look for it, don't send it again. */
  | { readonly kind: "ambiguous"; readonly failure: Failure }
  /** Nothing was sent, because of a problem on this machine. */
  | { readonly kind: "failed"; readonly failure: Failure };

/** How far a ledger can be trusted with a write whose answer was lost, by profile. */
export interface WriteTrust {
  /** How long the ledger remembers an idempotency value; 0: it has none. */
  readonly keyTrustMs: number;
  /** The longest time a request can take before it is applied or lost. */
  readonly settleMs: number;
}

export interface LinkOptions {
  readonly lane: "write" | "person" | "background";
  readonly fairKey: string;
  /** Calls that the run still has to make, as far as known: a short run may burst (performance goal P8). */
  readonly remainingCalls?: number;
  /** Ahead of others in its lane while this returns true. */
  readonly goesFirst?: () => boolean;
  /** Asked when its turn comes: false ends its wait as if it were cancelled. */
  readonly mayStillGo?: () => boolean;
  readonly signal: AbortSignal;
  readonly onQueued: (queue: QueueView) => void;
}

/** One connection to its ledger, through the shared limiter (rule 27). */
export interface LedgerLink {
  readonly connectionId: string;
  readonly clientId: string;
  readonly system: LedgerSystem;
  readonly tenantId: string;
  readonly facts: ConnectionFacts;
  readonly adapter: LedgerAdapter;
  /** Stored discovery, or null before the first. */
  readonly discovery: Discovery | null;
  readonly discoveredMs: number | null;
  send(request: LedgerRequest, options: LinkOptions): Promise<LinkOutcome>;
  /** Sends a request that changes the ledger, ahead of all reads; never twice when its outcome is unknown. */
  write(request: LedgerRequest, options: Pick<LinkOptions, "fairKey" | "mayStillGo" | "signal" | "onQueued">): Promise<LinkWriteOutcome>;
  readonly trust: WriteTrust;
  /** What the client is waiting for now, by the last part of its fair keys (in a run, its streams). */
  waits(): ReadonlyMap<string, QueueView>;
  /** What determines the pace of the next requests. */
  pace(): PaceFacts;
  /** Requests since the link was created. */
  counts(): RequestCounts;
  budget(): BudgetView | null;
}
