import type { MirrorFigures } from "#main/services/client-figures.ts";
import type { Rollup } from "#main/services/firm.ts";
import type { WorkerPool } from "#main/workers/pool.ts";

/** What a client shows before its mirror was ever counted. */
const NOTHING_READ: Rollup = {
  documents: 0,
  parties: 0,
  openReceivables: 0,
  openPayables: 0,
  findings: 0,
  removed: 0,
  lockedThrough: null,
  state: "never_synced",
  asOf: null,
  problem: null,
  streamsDone: 0,
  streamsTotal: 0,
};

/**
 * Stores a client's half of the dashboard row. What `change` leaves out stays as the last settled
 * run left it: a run that read nothing takes no figure and no as-of away.
 */
export async function saveRollup(
  pool: WorkerPool,
  clientId: string,
  change: Partial<Rollup & MirrorFigures>,
  nowMs: number,
): Promise<void> {
  const clients = await pool.must("firm.clients", {});
  const stored = clients.find((client) => client.clientId === clientId)?.rollup ?? NOTHING_READ;
  await pool.must("firm.saveRollup", { clientId, rollup: { ...stored, ...change }, nowMs });
}
