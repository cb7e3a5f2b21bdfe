import { readFileSync } from "node:fs";
import { type CounterStore, createMemoryCounterStore } from "#main/transport/limiter/counter-store.ts";
import type { AcquireOptions, Permit } from "#main/transport/limiter/limiter.ts";
import { createLimiters, type Limiters } from "#main/transport/limiter/limiters.ts";
import { type LedgerLimits, readLimits } from "#main/transport/limiter/limits.ts";
import { type Random, seededRandom } from "#shared/kernel/random.ts";
import { createStrictJudge, type StrictJudge } from "./strict-judge.ts";
import { createVirtualTime, type VirtualTime } from "./virtual-time.ts";

/** Times of one call in ms: way there, work, way back. */
export type Network = (random: Random) => { readonly there: number; readonly work: number; readonly back: number };

/** Up to 400 ms in all, split anyhow between the two ways. */
export const upTo400: Network = (random) => {
  const total = random() * 400;
  const share = random();
  return { there: total * share, work: 0, back: total * (1 - share) };
};

/** The setting of the measured comparison: 15 to 120 ms each way, 0.2 to 1.5 s of work. */
export const measured: Network = (random) => ({
  there: 15 + random() * 105,
  work: 200 + random() * 1_300,
  back: 15 + random() * 105,
});

/** The content of resources/ledger-limits.json. */
export const limitsJson: unknown = JSON.parse(readFileSync(new URL("../../resources/ledger-limits.json", import.meta.url), "utf8"));

export function limitsOf(system: "ledger_a" | "ledger_b" | "ledger_c", override: object = {}): LedgerLimits {
  const limits = readLimits(limitsJson, system, override);
  if (!limits.ok) throw new Error(limits.failure.message);
  return limits.value;
}

export interface LabOptions {
  readonly limits: LedgerLimits;
  readonly network: Network;
  readonly seed: number;
  /** The host reports when a request is on the wire. */
  readonly reportsSent?: boolean;
  readonly store?: CounterStore;
  readonly time?: VirtualTime;
  readonly judge?: StrictJudge;
}

/** One ledger with a strict judge at its door, and the limiter that must satisfy it. */
export interface Lab {
  readonly time: VirtualTime;
  readonly judge: StrictJudge;
  readonly limiters: Limiters;
  readonly store: CounterStore;
  /** Waits for a permit, sends, and ends the permit. @returns false when cancelled before sending */
  call(options: AcquireOptions, tenantId?: string): Promise<boolean>;
  /** Sends with a permit that is already held. */
  exchange(permit: Permit): Promise<void>;
}

export function createLab(options: LabOptions): Lab {
  const time = options.time ?? createVirtualTime();
  const random = seededRandom(options.seed);
  const store = options.store ?? createMemoryCounterStore();
  const judge = options.judge ?? createStrictJudge(options.limits.requestsPerWindow ?? Number.POSITIVE_INFINITY, options.limits.windowMs);
  const limiters = createLimiters({ clock: time, random, store, limitsFor: () => options.limits });
  const exchange = (permit: Permit): Promise<void> =>
    new Promise((resolve) => {
      const { there, work, back } = options.network(random);
      if (options.reportsSent === true) permit.sent();
      time.after(there, () => {
        judge.arrive(time.monotonicMs());
        time.after(work, () => {
          judge.leave();
          time.after(back, () => {
            permit.answered();
            resolve();
          });
        });
      });
    });
  const call = async (acquire: AcquireOptions, tenantId = "tenant"): Promise<boolean> => {
    const acquired = await limiters.limiterFor("ledger_a", tenantId).acquire(acquire);
    if (acquired.kind !== "granted") return false;
    await exchange(acquired.permit);
    return true;
  };
  return { time, judge, limiters, store, call, exchange };
}

/** Keeps `workers` background calls waiting or in flight until `calls` are done or `untilMs` has come. */
export async function backfill(
  lab: Lab,
  goal: { readonly calls?: number; readonly untilMs?: number; readonly tenantId?: string },
  workers = 5,
): Promise<void> {
  const { calls = Number.POSITIVE_INFINITY, untilMs = Number.POSITIVE_INFINITY, tenantId = "tenant" } = goal;
  let begun = 0;
  const work = async (worker: number): Promise<void> => {
    while (begun < calls && lab.time.monotonicMs() < untilMs) {
      begun++;
      await lab.call({ lane: "background", fairKey: String(worker) }, tenantId);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
}

/** The value below which a share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
