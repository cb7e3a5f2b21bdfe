import type { SampleView } from "./samples.ts";
import type { Lane } from "./wait-lanes.ts";

/**
 * Why a call waits: a limit of ours (`minute`, `day`, `concurrency`, `batch`, `app`, `month`) or
 * because the ledger said "not yet" (`server_asked`). Waiting is a state, never an error (rule 27).
 */
export type WaitReason = "minute" | "day" | "concurrency" | "batch" | "app" | "server_asked" | "month";

/** Why a call can't go, and the monotonic instant to look again (null: when an answer comes). */
export interface Hindrance {
  readonly reason: WaitReason;
  readonly at: number | null;
}

/** One waiting call. */
export interface WaitState {
  readonly reason: WaitReason;
  /** 1 is next. */
  readonly position: number;
  /** Estimate, wall-clock milliseconds; exact for day and month limits and for times the ledger named. */
  readonly resumeAtMs: number;
}

export interface BudgetState {
  /** Calls that may go now; null where the rate is not limited. */
  readonly minuteLeft: number | null;
  /** Calls of the last 24 hours. */
  readonly dayUsed: number;
  readonly dayLimit: number | null;
  readonly monthReads: number;
  readonly monthBytes: number;
}

/** One waiting call with its owner. */
export interface Waiting extends WaitState {
  readonly lane: Lane;
  readonly fairKey: string;
}

/** What the pace of calls to a tenant rests on. */
export interface PaceFacts {
  /** Calls of any window that the ledger lets the tenant make; null: not limited by rate. */
  readonly perWindow: number | null;
  readonly windowMs: number;
  /** Calls of the window that a job may burst into now, people's share taken off; null: not limited by rate. */
  readonly burstRoom: number | null;
  /** The window that all tenants of the ledger share; null where it has none. */
  readonly app: { readonly limit: number; readonly windowMs: number; readonly waiting: number } | null;
  /** Calls that may be out at once, as the ledger lets us now. */
  readonly concurrency: number;
  /** From leave to send until the answer. */
  readonly latency: SampleView;
  /** Calls of writes that wait, which go before reads. */
  readonly writesAhead: number;
  readonly dayLimit: number | null;
  readonly dayLeft: number | null;
  /** Wall-clock instant at which so many calls of the day's budget are free. */
  readonly dayFreeAtMs: (calls: number) => number;
  readonly monthReadsLeft: number | null;
  readonly monthResetsAtMs: number;
}

/** What a limiter holds, for people: "waiting for Ledger A, 12 ahead, resumes 14:32". */
export interface QueueState {
  readonly waiting: number;
  readonly inFlight: number;
  /** Of the call that is next; null when none waits. */
  readonly reason: WaitReason | null;
  readonly resumeAtMs: number | null;
  readonly budget: BudgetState;
}
