import type { ConnectionFacts, LedgerAdapter, LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import type { BudgetView, QueueView, RequestCounts } from "#shared/contract/sync.ts";
import type { Discovery } from "#shared/model/capabilities.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { LedgerSystem } from "#shared/model/source-ref.ts";

/** What became of one request. Waiting in the limiter is not an outcome: it happened before. */
export type LinkOutcome =
  | { readonly kind: "answered"; readonly response: LedgerResponse }
  | { readonly kind: "rejected"; readonly failure: Failure }
  | { readonly kind: "needs_sign_in"; readonly failure: Failure }
  | { readonly kind: "unreachable"; readonly failure: Failure }
  | { readonly kind: "cancelled" };

export interface LinkOptions {
  readonly lane: "write" | "person" | "background";
  readonly fairKey: string;
  /** Calls that the run still has to make, as far as is known: a short run may burst (performance goal P8). */
  readonly remainingCalls?: number;
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
  /** Requests since the link was made. */
  counts(): RequestCounts;
  budget(): BudgetView | null;
}
