import type { Random } from "#shared/kernel/random.ts";
import type { LimitBreach, Quota, SimLimits } from "./types.ts";

/** Requests per window over all tenants of one app; share one object between ledgers. */
export interface AppWindow {
  readonly arrivals: number[];
}

export function createAppWindow(): AppWindow {
  return { arrivals: [] };
}

export type Admission =
  | { readonly ok: true; readonly quota: Quota }
  | { readonly ok: false; readonly breach: LimitBreach; readonly retryAfterSeconds: number; readonly quota: Quota };

/** The ledger's own limit keeper. */
export interface Gate {
  arrive(atMs: number, isBatch: boolean): Admission;
  leave(): void;
  /** Pretends that this many requests of today's budget are gone. */
  spendDay(count: number, atMs: number): void;
}

export function createGate(limits: SimLimits, random: Random, app?: AppWindow): Gate {
  throw new Error(`not written yet: ${limits.perWindow} ${random()} ${app}`);
}
