import { instantFromMs } from "#shared/kernel/instant.ts";
import type { MonthUsage } from "./counter-store.ts";

/** Calls, reads and received bytes of the current UTC month, where ledgers meter by the month. */
export class MonthMeter {
  #usage: MonthUsage = { month: "", calls: 0, reads: 0, bytes: 0 };

  usage(nowMs: number): MonthUsage {
    const month = monthOf(nowMs);
    if (this.#usage.month !== month) this.#usage = { month, calls: 0, reads: 0, bytes: 0 };
    return this.#usage;
  }

  restore(usage: MonthUsage, nowMs: number): void {
    if (usage.month === monthOf(nowMs)) this.#add(usage, nowMs);
  }

  count(isRead: boolean, nowMs: number): void {
    this.#add({ calls: 1, reads: isRead ? 1 : 0, bytes: 0 }, nowMs);
  }

  received(bytes: number, nowMs: number): void {
    this.#add({ calls: 0, reads: 0, bytes }, nowMs);
  }

  /** When the meter restarts. */
  resetsAtMs(nowMs: number): number {
    return nextMonthMs(nowMs);
  }

  #add(more: Omit<MonthUsage, "month">, nowMs: number): void {
    const now = this.usage(nowMs);
    this.#usage = { month: now.month, calls: now.calls + more.calls, reads: now.reads + more.reads, bytes: now.bytes + more.bytes };
  }
}

/** The UTC month of an instant, `2026-11`. */
export function monthOf(ms: number): string {
  return instantFromMs(ms).slice(0, 7);
}

/** The first instant of the UTC month after the one of `ms`. */
export function nextMonthMs(ms: number): number {
  const month = monthOf(ms);
  return Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1);
}
