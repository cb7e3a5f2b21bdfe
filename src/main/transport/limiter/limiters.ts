import type { Clock } from "#main/ports/index.ts";
import type { Random } from "#shared/kernel/random.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import { AppWindow } from "./app-window.ts";
import { ConcurrencyGate } from "./concurrency-gate.ts";
import { type CounterStore, CountersRefused } from "./counter-store.ts";
import { Limiter } from "./limiter.ts";
import type { LedgerLimits } from "./limits.ts";

export interface LimitersOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: CounterStore;
  /** The limits of a tenant's connection (see `readLimits`). */
  readonly limitsFor: (system: LedgerSystem, tenantId: string) => LedgerLimits;
}

/** All limiters of this process; a second one for the same tenant can't be made. */
export interface Limiters {
  limiterFor(system: LedgerSystem, tenantId: string): Limiter;
  /**
   * Writes down how a tenant's calls so far ended, and judges the next one from the stored counters: another machine may call in
   * between. @returns false while calls are under way; then nothing is forgotten
   */
  settle(key: string): Promise<boolean>;
  /** Judges a tenant's next call from the stored counters, unless calls are under way. */
  refresh(key: string): void;
  /** The counters are another machine's by now: no call that waits is sent, and the next one is judged from the stored ones. */
  forget(key: string, reason: CountersRefused): void;
  /** Writes down how all calls so far ended; before the process ends in peace. */
  flush(): Promise<void>;
  /** Writes that down, and begins again with what `store` is then. Nothing may be under way. */
  startOver(): Promise<void>;
}

/** Rule 27: one limiter per ledger and tenant, one app-wide window per ledger. */
export function createLimiters(options: LimitersOptions): Limiters {
  const { clock, random } = options;
  const limiters = new Map<string, Limiter>();
  const windows = new Map<LedgerSystem, AppWindow>();
  const gates = new Map<string, ConcurrencyGate>();

  /** Calls that are under way count for the next limiter of the tenant too. */
  const gateOf = (key: string, { concurrency }: LedgerLimits): ConcurrencyGate => {
    const known = gates.get(key);
    if (known?.limit === concurrency) return known;
    const gate = new ConcurrencyGate(concurrency);
    gates.set(key, gate);
    return gate;
  };

  const windowOf = (system: LedgerSystem, limits: LedgerLimits): AppWindow | null => {
    const limit = limits.appRequestsPerWindow;
    if (limit === null) return null;
    const known = windows.get(system);
    if (known !== undefined) return known;
    const window = new AppWindow({ key: system, limit, windowMs: limits.windowMs, clock, random, store: options.store });
    windows.set(system, window);
    return window;
  };

  const flush = async () => {
    await Promise.all([...limiters.values()].map(flushed));
  };
  return {
    limiterFor: (system, tenantId) => {
      const key = `${system}/${tenantId}`;
      const known = limiters.get(key);
      if (known !== undefined) return known;
      const limits = options.limitsFor(system, tenantId);
      const shared = { app: windowOf(system, limits), gate: gateOf(key, limits) };
      const limiter = new Limiter({ system, tenantId, limits, clock, random, store: options.store, ...shared });
      limiters.set(key, limiter);
      return limiter;
    },
    settle: async (key) => {
      const limiter = limiters.get(key);
      if (limiter === undefined) return true;
      await flushed(limiter);
      if (limiter.isInUse || limiters.get(key) !== limiter) return false;
      limiters.delete(key);
      return true;
    },
    refresh: (key) => {
      if (limiters.get(key)?.isInUse === false) limiters.delete(key);
    },
    forget: (key, reason) => {
      limiters.get(key)?.end(reason);
      limiters.delete(key);
    },
    flush,
    startOver: async () => {
      await flush();
      limiters.clear();
      windows.clear();
    },
  };
}

/** Where the counters are another machine's by now, or can't be written, what was announced counts as sent: too many, by a few. */
async function flushed(limiter: Limiter): Promise<void> {
  try {
    await limiter.flush();
  } catch (error) {
    if (!(error instanceof CountersRefused)) throw error;
  }
}
