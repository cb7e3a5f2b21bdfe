import type { ConnectionFacts, LedgerAdapter, LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import type { PaceFacts } from "#main/transport/limiter/queue-state.ts";
import type { BudgetView, QueueView, RequestCounts } from "#shared/contract/sync/sync.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** What became of one request. Waiting in the limiter is not an outcome: it happened before. */
export type LinkOutcome =
  | { readonly kind: "answered"; readonly response: LedgerResponse }
  | { readonly kind: "rejected"; readonly failure: Failure }
  | { readonly kind: "needs_sign_in"; readonly failure: Failure }
  | { readonly kind: "unreachable"; readonly failure: Failure }
  | { readonly kind: "cancelled" };

/** What became of a request that changes the ledger. */
export type LinkWriteOutcome =
  | Exclude<LinkOutcome, { readonly kind: "rejected" }>
  | { readonly kind: "rejected"; readonly failure: Failure; readonly conflict: boolean }
  /** It may or may not have been applied (rule 28): look, do not send again. */
  | { readonly kind: "ambiguous"; readonly failure: Failure }
  /** Nothing was sent, for a reason on this machine. */
  | { readonly kind: "failed"; readonly failure: Failure };

/** How far a ledger can be trusted with a write whose answer was lost; data, not code. */
export interface WriteTrust {
  /** How long the ledger remembers an idempotency value; 0: it has none. */
  readonly keyTrustMs: number;
  /** The longest that a request is believed to be on its way before it is applied or lost. */
  readonly settleMs: number;
}

export interface LinkOptions {
  readonly lane: "write" | "person" | "background";
  readonly fairKey: string;
  /** Calls that the run still has to make, as far as is known: a short run may burst (performance goal P8). */
  readonly remainingCalls?: number;
  /** Goes before the others of its lane while this says so. */
  readonly goesFirst?: () => boolean;
  readonly signal: AbortSignal;
  readonly onQueued: (queue: QueueView) => void;
}

/** One connection's way to its ledger, through the one limiter (rule 27). */
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
  /** Sends a request that changes the ledger, ahead of all reads; never twice once its fate is unknown. */
  write(request: LedgerRequest, options: Pick<LinkOptions, "fairKey" | "signal" | "onQueued">): Promise<LinkWriteOutcome>;
  readonly trust: WriteTrust;
  /** What the client waits for at this moment: by the last part of its fair keys, for a run its streams. */
  waits(): ReadonlyMap<string, QueueView>;
  /** What the pace of the next requests rests on. */
  pace(): PaceFacts;
  /** Requests since the link was made. */
  counts(): RequestCounts;
  budget(): BudgetView | null;
}
