import type { Books } from "./books/types.ts";

/** A request as a simulated ledger sees it, wherever it came from. */
export interface SimRequest {
  readonly method: string;
  /** Path without the query, percent-decoded per segment by the ledger itself. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-cased names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SimResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Which limit a request would break. */
export type LimitBreach = "minute" | "concurrent" | "day" | "appminute" | "batch" | "month";

/** What the server framework tells a ledger about its remaining quota, for answer headers. */
export interface Quota {
  readonly minuteRemaining: number | null;
  readonly dayRemaining: number | null;
  readonly appMinuteRemaining: number | null;
}

/** The numbers a simulated ledger enforces; null means no such limit. */
export interface SimLimits {
  readonly perWindow: number | null;
  readonly windowMs: number;
  /** How the ledger itself counts its window. */
  readonly windowKind: "sliding" | "fixed";
  readonly concurrency: number | null;
  readonly perDay: number | null;
  readonly appPerWindow: number | null;
  readonly batchPerWindow: number | null;
}

/** The vendor-shaped half of a simulated ledger; the framework owns transport, limits, faults and tokens. */
export interface SimLedger {
  readonly books: Books;
  readonly limits: SimLimits;
  /** Answers a request that passed the gate. Pure apart from the books it may change. */
  handle(request: SimRequest, nowMs: number): SimResponse;
  /** True for requests that count against the batch window. */
  isBatch(request: SimRequest): boolean;
  /** Headers that every answer carries. */
  quotaHeaders(quota: Quota): Readonly<Record<string, string>>;
  throttled(breach: LimitBreach, retryAfterSeconds: number): SimResponse;
  unauthorized(reason: "expired" | "invalid" | "wrong_tenant"): SimResponse;
}
