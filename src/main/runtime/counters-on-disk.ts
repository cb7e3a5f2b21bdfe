import { applyChange, type CounterState, type CounterStore } from "#main/transport/limiter/counter-store.ts";
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
  const ready = (): Promise<void> => {
    loaded ??= load().catch((error: unknown) => {
      // A file that was busy for a moment must not stop every later call.
      loaded = null;
      throw error;
    });
    return loaded;
  };
  const known = (key: string): CounterState => states.get(key) ?? { reservations: [], months: [], blocks: [] };
  return {
    load: async (key) => {
      await ready();
      return known(key);
    },
    commit: async (key, change) => {
      await ready();
      // No wait between reading and setting: two commits at once must not lose one of them.
      const next = applyChange(known(key), change);
      states.set(key, next);
      await pool.must("firm.saveCounters", { rows: [{ key, body: JSON.stringify(next) }], nowMs: nowMs() });
    },
  };
}
