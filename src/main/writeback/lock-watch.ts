import type { Clock } from "#main/ports/index.ts";
import type { SyncEngine } from "#main/sync/engine.ts";
import type { LedgerLink } from "#main/sync/ledger-link.ts";

/** How long a reading of the locks is good for a write. */
const LOCKS_FRESH_MS = 60_000;

/**
 * Reads a client's locks again before a write, so that a lock moved since the last sync is known: not every
 * ledger refuses what is behind its lock (rule 7). A sync in progress may have read them hours ago, or not at all, so
 * they are read beside it. A ledger that can't be reached now won't accept the write either.
 */
export function lockWatch(
  clock: Clock,
  engine: Pick<SyncEngine, "readNow">,
  linkFor: (clientId: string) => Promise<LedgerLink | null>,
): (clientId: string, signal: AbortSignal) => Promise<void> {
  const readMs = new Map<string, number>();
  return async (clientId, signal) => {
    const nowMs = clock.nowMs();
    const last = readMs.get(clientId);
    if (last !== undefined && nowMs >= last && nowMs - last < LOCKS_FRESH_MS) return;
    const link = await linkFor(clientId);
    if (link === null) return;
    if (await engine.readNow(clientId, link.adapter.lockStreams, signal)) readMs.set(clientId, nowMs);
  };
}
