import { applyChange, type CounterState, type CounterStore } from "#main/transport/counter-store.ts";
import type { WorkerPool } from "#main/workers/pool.ts";

/**
 * The limiters' counters in the firm file: a commit is durable before the calls it announces are
 * sent. This process is the only one that writes them, so the last state is kept in memory too.
 */
export function countersOnDisk(pool: WorkerPool, nowMs: () => number): CounterStore {
  const states = new Map<string, CounterState>();
  let loaded: Promise<void> | null = null;
  const load = async (): Promise<void> => {
    for (const row of await pool.must("firm.counters", {})) states.set(row.key, JSON.parse(row.body) as CounterState);
  };
  const read = async (key: string): Promise<CounterState> => {
    loaded ??= load();
    await loaded;
    return states.get(key) ?? { reservations: [], months: [], blocks: [] };
  };
  return {
    load: read,
    commit: async (key, change) => {
      const next = applyChange(await read(key), change);
      states.set(key, next);
      await pool.must("firm.saveCounters", { rows: [{ key, body: JSON.stringify(next) }], nowMs: nowMs() });
    },
  };
}
