import type { Clock } from "#main/ports/index.ts";
import type { Random } from "#shared/kernel/random.ts";
import type { StoredBlock } from "./counter-store.ts";
import type { LedgerLimits } from "./limits.ts";
import { nextMonthMs } from "./month-meter.ts";
import type { Hindrance } from "./queue-state.ts";

/** What a refusal was about. */
export type ThrottleScope = "minute" | "day" | "app" | "concurrency" | "batch" | "month";

const HOUR_MS = 3_600_000;
const LEAST_MS = 500;
const DAY_UNKNOWN_MS = 15 * 60_000;
const DAY_LONGEST_MS = 25 * HOUR_MS;
const MONTH_LONGEST_MS = 31 * 24 * HOUR_MS;

/**
 * "Not before", as the ledger said it. Times that make no sense are bounded: none, zero or a negative
 * one becomes a growing wait with jitter, a huge one at most an hour (25 hours for the day's quota).
 */
export class ServerBlocks {
  readonly #limits: LedgerLimits;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #until = new Map<ThrottleScope, number>();
  readonly #strikes = new Map<ThrottleScope, number>();

  constructor(limits: LedgerLimits, clock: Clock, random: Random) {
    this.#limits = limits;
    this.#clock = clock;
    this.#random = random;
  }

  /** @returns the monotonic instant until which the scope is closed */
  refused(scope: ThrottleScope, retryAfterMs: number | undefined): number {
    const now = this.#clock.monotonicMs();
    const before = this.#until.get(scope) ?? Number.NEGATIVE_INFINITY;
    // Refusals of calls that were out together are one strike.
    if (now >= before) this.#strikes.set(scope, (this.#strikes.get(scope) ?? 0) + 1);
    const until = Math.max(before, now + this.#waitMs(scope, retryAfterMs));
    this.#until.set(scope, until);
    return until;
  }

  /** A call was accepted: short waits start small again. */
  accepted(): void {
    this.#strikes.clear();
  }

  restore(block: StoredBlock): void {
    const ms = Math.min(block.untilMs - this.#clock.nowMs(), block.scope === "day" ? DAY_LONGEST_MS : MONTH_LONGEST_MS);
    if (ms > 0) this.#until.set(block.scope, this.#clock.monotonicMs() + ms);
  }

  hindrance(isBatch: boolean, now: number): Hindrance | null {
    let latest: Hindrance | null = null;
    for (const [scope, at] of this.#until) {
      if (at <= now || (scope === "batch" && !isBatch)) continue;
      const reason = scope === "day" || scope === "month" ? scope : "server_asked";
      if (latest?.at == null || at > latest.at) latest = { reason, at };
    }
    return latest;
  }

  #waitMs(scope: ThrottleScope, retryAfterMs: number | undefined): number {
    const told = retryAfterMs !== undefined && Number.isFinite(retryAfterMs) && retryAfterMs > 0 ? retryAfterMs : null;
    if (scope === "day") return Math.min(told ?? DAY_UNKNOWN_MS, DAY_LONGEST_MS);
    if (scope === "month") {
      const nowMs = this.#clock.nowMs();
      return Math.min(told ?? nextMonthMs(nowMs) - nowMs, MONTH_LONGEST_MS);
    }
    const strikes = Math.min(this.#strikes.get(scope) ?? 1, 16);
    const floor = Math.min(this.#limits.windowMs, LEAST_MS * 2 ** strikes) * (0.5 + this.#random() / 2);
    return Math.max(floor, Math.min(told ?? this.#limits.throttleWaitMs ?? 0, HOUR_MS));
  }
}
