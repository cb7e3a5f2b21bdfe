import type { LedgerResponse, Verdict } from "#main/ledgers/adapter.ts";
import type { Random } from "#shared/kernel/random.ts";

/** How one try ended. */
export type Attempt =
  | { readonly kind: "answered"; readonly response: LedgerResponse; readonly verdict: Verdict }
  /** `sent` is false only when no byte of the request left. */
  | { readonly kind: "no_answer"; readonly sent: boolean; readonly reason: string };

/** What was tried before. */
export interface RetryHistory {
  /** Failed tries so far, this one included; waiting for a throttled ledger is not one. */
  readonly failures: number;
  /** The token was renewed, and no answer has accepted the new one since. */
  readonly refreshed: boolean;
  readonly isWrite: boolean;
}

export type NextStep =
  | { readonly kind: "finish" }
  /** Queue again; the limiter knows how long. */
  | { readonly kind: "queue" }
  | { readonly kind: "back_off"; readonly ms: number }
  | { readonly kind: "refresh_token" }
  | { readonly kind: "sign_in" }
  /** A write whose fate is unknown: look, never send again (rule 28). */
  | { readonly kind: "ambiguous" }
  | { readonly kind: "give_up" };

/** The code of a verdict on a 2xx answer that is cut off or no data at all. */
export const NOT_DATA = "not_data";

export function isNoData(verdict: Verdict): boolean {
  return verdict.kind === "rejected" && verdict.code === NOT_DATA;
}

/** Tries of one request, the first one included. */
export const ATTEMPTS = 8;
/** A page that keeps coming in place of data is a portal or a wrong address: a person hears of it sooner. */
export const NO_DATA_ATTEMPTS = 5;
const BASE_MS = 500;
const CAP_MS = 60_000;
const LONGEST_TOLD_MS = 3_600_000;

/**
 * Rule 27: 429 and 5xx again, with backoff and jitter, through the limiter; a 400 never. A 2xx without
 * readable data is an answer that was damaged on its way, so a read is tried again like after a 5xx.
 * Rule 28: a write that may have been applied is never sent again. That is so without an answer,
 * and with a 5xx: the ledger may have failed after it applied the write.
 */
export function nextStep(attempt: Attempt, history: RetryHistory, random: Random): NextStep {
  if (attempt.kind === "no_answer") {
    if (history.isWrite && attempt.sent) return { kind: "ambiguous" };
    return backOffOrGiveUp(history, random, undefined);
  }
  // Whatever an adapter makes of a 400, it is not sent again (rules 27, 29, 30).
  if (attempt.response.status === 400) return { kind: "finish" };
  if (isNoData(attempt.verdict) && !history.isWrite && history.failures < NO_DATA_ATTEMPTS)
    return { kind: "back_off", ms: backoffMs(history.failures, undefined, random) };
  switch (attempt.verdict.kind) {
    case "throttled":
      return { kind: "queue" };
    case "retryable":
      return history.isWrite ? { kind: "ambiguous" } : backOffOrGiveUp(history, random, attempt.verdict.retryAfterMs);
    case "reauthorize":
      return history.refreshed ? { kind: "sign_in" } : { kind: "refresh_token" };
    default:
      return { kind: "finish" };
  }
}

/** Full jitter up to a doubling, capped bound; never sooner than the ledger asked, within reason. */
export function backoffMs(failures: number, retryAfterMs: number | undefined, random: Random): number {
  const jittered = random() * Math.min(CAP_MS, BASE_MS * 2 ** (failures - 1));
  const told = retryAfterMs !== undefined && retryAfterMs > 0 ? Math.min(retryAfterMs, LONGEST_TOLD_MS) : 0;
  return told > 0 ? told + Math.min(jittered, 1_000) : jittered;
}

function backOffOrGiveUp(history: RetryHistory, random: Random, retryAfterMs: number | undefined): NextStep {
  if (history.failures >= ATTEMPTS) return { kind: "give_up" };
  return { kind: "back_off", ms: backoffMs(history.failures, retryAfterMs, random) };
}
