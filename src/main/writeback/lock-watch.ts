import type { Clock } from "#main/ports/index.ts";
import type { SyncEngine } from "#main/sync/engine.ts";
import type { LedgerLink } from "#main/sync/ledger-link.ts";

/** How long a reading of the locks is good for a write. */
const LOCKS_FRESH_MS = 60_000;

/**
 * Reads a client's locks again before a write, so that a lock moved since the last sync is known: not every
 * ledger refuses what is behind its lock (rule 7). A sync in progress brings them, too; a ledger that can't be
 * reached now won't accept the write either.
 */
export function lockWatch(
  clock: Clock,
  engine: Pick<SyncEngine, "snapshot" | "sync">,
  linkFor: (clientId: string) => Promise<LedgerLink | null>,
): (clientId: string) => Promise<void> {
  const readMs = new Map<string, number>();
  return async (clientId) => {
    const nowMs = clock.nowMs();
    const last = readMs.get(clientId);
    if ((last !== undefined && nowMs >= last && nowMs - last < LOCKS_FRESH_MS) || engine.snapshot(clientId) !== null) return;
    const link = await linkFor(clientId);
    if (link === null) return;
    const done = await engine.sync(clientId, { only: link.adapter.lockStreams, urgent: true });
    const isRead = done?.streams.some(({ stream, state }) => link.adapter.lockStreams.includes(stream) && state === "up_to_date");
    if (isRead === true) readMs.set(clientId, nowMs);
  };
}
