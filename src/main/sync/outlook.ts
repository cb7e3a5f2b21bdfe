import type { PaceFacts } from "#main/transport/limiter/queue-state.ts";
import type { Samples } from "#main/transport/limiter/samples.ts";
import type { Outlook } from "#shared/contract/sync/sync.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { type CallsAhead, finishMs } from "./time-to-finish.ts";

/** Below this many measured calls an end would be a guess, and is not told. */
export const ENOUGH_SAMPLES = 20;

/** What is left of a run. */
export interface WorkLeft extends Pick<CallsAhead, "calls" | "callsAtOnce" | "goesFirst" | "notBeforeMs" | "nowMs"> {
  /** Streams whose size the ledger does not tell; each counts as one call. */
  readonly unsized: number;
}

/** When a run goes on and ends, as a range, with everything that it was worked out from. */
export function outlookOf(left: WorkLeft, facts: PaceFacts, own: Samples): Outlook {
  const { latency } = facts;
  const ours = own.view();
  const ends = (callMs: number | null, ownMs: number | null) =>
    callMs === null || latency.count < ENOUGH_SAMPLES
      ? null
      : instantFromMs(Math.ceil(finishMs({ ...left, ownMs: ownMs ?? 0 }, facts, callMs)));
  const dayFreeAtMs = facts.dayLeft === null ? null : facts.dayFreeAtMs(Math.min(left.calls, facts.dayLimit ?? left.calls));
  return {
    callsLeft: left.calls,
    unsized: left.unsized,
    goesOnAt: left.notBeforeMs === null ? null : instantFromMs(left.notBeforeMs),
    finishesAt: ends(latency.medianMs, ours.medianMs),
    finishesLateAt: ends(latency.p90Ms, ours.p90Ms),
    inputs: {
      callsPerMinute: perMinute(facts.perWindow, facts.windowMs),
      burstRoom: facts.burstRoom,
      appCallsPerMinute: facts.app === null ? null : perMinute(facts.app.limit, facts.app.windowMs),
      appSharedBy: left.goesFirst ? 1 : Math.max(1, facts.app?.waiting ?? 1),
      callsAtOnce: Math.min(facts.concurrency, left.callsAtOnce),
      samples: latency.count,
      samplesNeeded: ENOUGH_SAMPLES,
      medianMs: whole(latency.medianMs),
      p90Ms: whole(latency.p90Ms),
      ownMs: whole(ours.medianMs),
      writesAhead: facts.writesAhead,
      dayLeft: facts.dayLeft,
      dayLimit: facts.dayLimit,
      dayFreeAt: dayFreeAtMs === null || dayFreeAtMs <= left.nowMs ? null : instantFromMs(dayFreeAtMs),
      monthReadsLeft: facts.monthReadsLeft,
    },
  };
}

function perMinute(limit: number | null, windowMs: number): number | null {
  return limit === null ? null : Math.floor((limit * 60_000) / windowMs);
}

function whole(ms: number | null): number | null {
  return ms === null ? null : Math.ceil(ms);
}
