import type { LedgerRequest, LedgerResponse, Verdict } from "#main/ledgers/adapter.ts";
import type { Ports } from "#main/ports/index.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Limiter } from "./limiter/limiter.ts";
import type { WaitState } from "./limiter/queue-state.ts";
import type { Lane } from "./limiter/wait-lanes.ts";
import type { TokenSource } from "./tokens/token-source.ts";

/** A connection as the transport needs it. `baseUrl` has been checked with the connection file. */
export interface LedgerConnection {
  readonly id: string;
  readonly system: LedgerSystem;
  readonly tenantId: string;
  readonly baseUrl: string;
  readonly auth: TokenSource;
  /** Signs a request where a bearer token is not enough: the value of its `authorization` header. */
  readonly sign?: (request: { readonly method: string; readonly url: string }) => string;
  /** The adapter's judgement of an answer. */
  readonly verdict: (response: LedgerResponse) => Verdict;
  /** Longest wait for one answer; 100 s when left out, at most 15 minutes. */
  readonly timeoutMs?: number;
}

export interface SendOptions {
  readonly lane: Lane;
  /** Requests with different keys (streams) take turns. */
  readonly fairKey?: string;
  /** Calls that the job still has to make, this one included. */
  readonly remainingCalls?: number;
  /** Goes before the others of its lane while this says so. */
  readonly goesFirst?: () => boolean;
  /** Asked when its turn comes: false ends its wait as if it were cancelled. */
  readonly mayStillGo?: () => boolean;
  /** True for a request that changes the ledger: never sent again once its fate is unknown. */
  readonly write?: boolean;
  readonly signal?: AbortSignal;
  /** Told while the request waits its turn: a queued state, never an error. */
  readonly onQueued?: (state: WaitState) => void;
}

export type SendOutcome =
  | { readonly kind: "answered"; readonly response: LedgerResponse; readonly verdict: Verdict }
  /** The ledger said no; `failure.ledgerError` holds its words. Never sent again. */
  | { readonly kind: "rejected"; readonly failure: Failure; readonly verdict: Verdict }
  | { readonly kind: "needs_sign_in"; readonly failure: Failure }
  | { readonly kind: "unreachable"; readonly failure: Failure }
  /** A write that may or may not have been applied (rule 28): look, do not send again. */
  | { readonly kind: "ambiguous"; readonly failure: Failure }
  /** Nothing was sent for a reason on this machine: `secret_missing`, `keychain_unavailable`, `storage`. */
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "cancelled" };

/** Requests of one connection since the process started. */
export interface RequestCounters {
  readonly sent: number;
  readonly retried: number;
  readonly throttled: number;
  readonly bytes: number;
}

export type MutableCounters = { -readonly [Key in keyof RequestCounters]: number };

/** One request on its way, with all it needs. */
export interface Sending {
  readonly ports: Pick<Ports, "clock" | "http" | "random" | "log">;
  /** Asked at each try: the one of the try before may have ended. */
  readonly limiter: () => Limiter;
  readonly connection: LedgerConnection;
  readonly request: LedgerRequest;
  readonly options: SendOptions;
  /** It changes the ledger. */
  readonly isWrite: boolean;
  readonly counts: MutableCounters;
}
