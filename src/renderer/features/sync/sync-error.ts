import type { ClientSync, SyncState } from "#shared/contract/sync/sync.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const OF_SIGN_IN: ReadonlySet<string> = new Set(["needs_sign_in", "keychain_unavailable", "secret_missing"]);

/** States of a run that got nothing further, whichever stream it was at. */
const STOPPED: ReadonlySet<SyncState> = new Set(["offline", "needs_sign_in"]);

export interface SyncFault {
  readonly failure: Pick<Failure, "message" | "next" | "ledgerError">;
  /** Streams that the failure kept from being read, since it is shown once for all of them. */
  readonly streams: number;
  /** It is mended on the client's connection screen, and no button above leads there. */
  readonly ofSignIn: boolean;
}

/**
 * The failure shown above all streams: one that several of them share, else that of the run, else what the firm
 * file has when no run is active. The failure of a single stream stays in its row, unless it stopped the whole run.
 */
export function faultAbove(sync: ClientSync, problem: string | null): SyncFault | null {
  const shared = sharedFailure(sync);
  if (shared !== null) return shared;
  const running = sync.state === "syncing" || sync.state === "queued";
  // A colleague's sync is waited for.
  if (sync.failure?.code === "lease_lost") return null;
  const fault = sync.failure ?? (problem === null || running ? null : { message: problem });
  if (fault === null) return null;
  const own = sync.streams.find(({ failure }) => failure?.message === fault.message)?.failure ?? null;
  if (own !== null) return STOPPED.has(sync.state) ? { failure: own, streams: stopped(sync, 1), ofSignIn: isOfSignIn(own, sync) } : null;
  return { failure: fault, streams: 0, ofSignIn: sync.failure !== null && isOfSignIn(sync.failure, sync) };
}

/** A client that must sign in has the way to its connection as the screen's main action. */
function isOfSignIn({ code }: Failure, { state }: ClientSync): boolean {
  return state !== "needs_sign_in" && OF_SIGN_IN.has(code);
}

/** A run that got nothing further leaves all streams behind that it hadn't read, with the failure at the first ones only. */
function stopped({ state, streams }: ClientSync, having: number): number {
  if (!STOPPED.has(state)) return having;
  return Math.max(having, streams.filter((stream) => stream.state === "incomplete" || stream.state === "failed").length);
}

function sharedFailure(sync: ClientSync): SyncFault | null {
  const failures = sync.streams.flatMap(({ failure }) => (failure === null ? [] : [failure]));
  for (const failure of failures) {
    const same = failures.filter(({ message }) => message === failure.message).length;
    if (same > 1) return { failure, streams: stopped(sync, same), ofSignIn: isOfSignIn(failure, sync) };
  }
  return null;
}
