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

/** Enforces the ledger's limits. */
export interface Gate {
  /** Judges a request when it arrives; call `leave` after an admission. */
  arrive(atMs: number, isBatch: boolean): Admission;
  leave(): void;
  /** Uses up this many requests of today's budget. */
  spendDay(count: number, atMs: number): void;
}

const DAY_MS = 86_400_000;

interface Window {
  used(atMs: number): number;
  note(atMs: number): void;
  /** Milliseconds until there is room for one more. */
  waitMs(atMs: number): number;
}

/** Limits in the order in which a ledger names them: concurrency, day, minute, app, batch. */
export function createGate(limits: SimLimits, random: Random, app: AppWindow = createAppWindow()): Gate {
  const minute = limits.windowKind === "sliding" ? slidingWindow(limits.windowMs) : fixedWindow(limits.windowMs, random);
  const batch = slidingWindow(limits.windowMs);
  const shared = slidingWindow(limits.windowMs, app.arrivals);
  const day = fixedWindow(DAY_MS, () => 0);
  let inFlight = 0;

  const quotaAt = (atMs: number): Quota => ({
    minuteRemaining: remaining(limits.perWindow, minute.used(atMs)),
    dayRemaining: remaining(limits.perDay, day.used(atMs)),
    appMinuteRemaining: remaining(limits.appPerWindow, shared.used(atMs)),
  });

  const breachAt = (atMs: number, isBatch: boolean): [LimitBreach, number] | null => {
    if (limits.concurrency !== null && inFlight >= limits.concurrency) return ["concurrent", 1000];
    if (limits.perDay !== null && day.used(atMs) >= limits.perDay) return ["day", day.waitMs(atMs)];
    if (limits.perWindow !== null && minute.used(atMs) >= limits.perWindow) return ["minute", minute.waitMs(atMs)];
    if (limits.appPerWindow !== null && shared.used(atMs) >= limits.appPerWindow) return ["appminute", shared.waitMs(atMs)];
    if (isBatch && limits.batchPerWindow !== null && batch.used(atMs) >= limits.batchPerWindow) return ["batch", batch.waitMs(atMs)];
    return null;
  };

  return {
    arrive(atMs, isBatch) {
      const breach = breachAt(atMs, isBatch);
      if (breach !== null) {
        return { ok: false, breach: breach[0], retryAfterSeconds: Math.max(1, Math.ceil(breach[1] / 1000)), quota: quotaAt(atMs) };
      }
      minute.note(atMs);
      day.note(atMs);
      shared.note(atMs);
      if (isBatch) batch.note(atMs);
      inFlight++;
      return { ok: true, quota: quotaAt(atMs) };
    },
    leave() {
      inFlight--;
    },
    spendDay(count, atMs) {
      for (let spent = 0; spent < count; spent++) day.note(atMs);
    },
  };
}

function remaining(limit: number | null, used: number): number | null {
  return limit === null ? null : Math.max(0, limit - used);
}

/** Counts the arrivals of the last `windowMs`. */
function slidingWindow(windowMs: number, arrivals: number[] = []): Window {
  const used = (atMs: number): number => {
    while (arrivals.length > 0 && (arrivals[0] as number) <= atMs - windowMs) arrivals.shift();
    return arrivals.length;
  };
  return {
    used,
    note: (atMs) => void arrivals.push(atMs),
    waitMs: (atMs) => (used(atMs) === 0 ? 0 : (arrivals[0] as number) + windowMs - atMs),
  };
}

/** Starts over every `windowMs`, at a phase that a client can't know. */
function fixedWindow(windowMs: number, random: Random): Window {
  const phase = Math.floor(random() * windowMs);
  let current = -1;
  let count = 0;
  const used = (atMs: number): number => {
    const index = Math.floor((atMs + phase) / windowMs);
    if (index !== current) {
      current = index;
      count = 0;
    }
    return count;
  };
  return {
    used,
    note: (atMs) => {
      used(atMs);
      count++;
    },
    waitMs: (atMs) => windowMs - ((atMs + phase) % windowMs),
  };
}
