import type { PaceFacts } from "#main/transport/limiter/queue-state.ts";

/** A job of calls to one ledger, as far as it is known. */
export interface CallsAhead {
  readonly calls: number;
  /** Calls that don't wait for one another's answers. */
  readonly callsAtOnce: number;
  /** Our own work from an answer to the next call. */
  readonly ownMs: number;
  readonly goesFirst: boolean;
  /** Nothing goes before this instant, as the ledger said; null where it said nothing. */
  readonly notBeforeMs: number | null;
  readonly nowMs: number;
}

/** What a pace rests on; the rest of the facts of a limiter says when days and months allow it. */
export type PaceLimits = Pick<PaceFacts, "perWindow" | "windowMs" | "app" | "concurrency">;

const DAY_MS = 86_400_000;

/**
 * Calls per millisecond: the slower of what the ledger's windows allow and of what fits between calls
 * and their answers. A window that all tenants share is divided by those that wait for it.
 * @param callMs how long one call takes
 */
export function paceOf(
  { perWindow, windowMs, app, concurrency }: PaceLimits,
  job: Pick<CallsAhead, "callsAtOnce" | "goesFirst" | "ownMs">,
  callMs: number,
): number {
  const byWindow = perWindow === null ? Number.POSITIVE_INFINITY : perWindow / windowMs;
  const sharers = job.goesFirst ? 1 : Math.max(1, app?.waiting ?? 1);
  const byApp = app === null ? Number.POSITIVE_INFINITY : app.limit / app.windowMs / sharers;
  const atOnce = Math.max(1, Math.min(concurrency, job.callsAtOnce));
  return Math.min(byWindow, byApp, atOnce / Math.max(1, callMs + job.ownMs));
}

/**
 * When the last call of a job is over, wall-clock. Writes that wait go before it. A day's budget gives its
 * calls back as they were used, one day later, so each further budget costs a day and not a pace.
 */
export function finishMs(job: CallsAhead, facts: PaceFacts, callMs: number): number {
  const calls = job.calls + facts.writesAhead;
  // A job that fits into what the window has left bursts, and is not spread over it (transport/pacer.ts).
  const perWindow = facts.burstRoom !== null && calls <= facts.burstRoom ? null : facts.perWindow;
  const pace = paceOf({ ...facts, perWindow }, job, callMs);
  const startMs = Math.max(job.nowMs, job.notBeforeMs ?? 0);
  const monthMs = facts.monthReadsLeft !== null && job.calls > facts.monthReadsLeft ? facts.monthResetsAtMs : 0;
  const readyMs = Math.max(startMs, monthMs);
  if (facts.dayLimit === null) return readyMs + calls / pace;
  const budgets = Math.max(0, Math.ceil(calls / facts.dayLimit) - 1);
  const lastOnes = calls - budgets * facts.dayLimit;
  return Math.max(facts.dayFreeAtMs(lastOnes), readyMs + lastOnes / pace) + budgets * DAY_MS;
}
