import type { Failure } from "#shared/model/ledger/failure.ts";

/**
 * Calls announced before they are sent. `answeredMs` null: the process that announced them has not
 * said how they ended, so all of them count as sent.
 */
export interface StoredReservation {
  readonly id: string;
  readonly calls: number;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly answeredMs: number | null;
}

/** What a reservation came to: `calls` really sent, the last one over at `answeredMs`. */
export interface Settlement {
  readonly id: string;
  readonly calls: number;
  readonly reads: number;
  readonly bytes: number;
  /** UTC month of the calls, `2026-11`. */
  readonly month: string;
  readonly answeredMs: number;
}

export interface MonthUsage {
  readonly month: string;
  readonly calls: number;
  readonly reads: number;
  readonly bytes: number;
}

/** "Do not call before", as told by the ledger for a long scope. */
export interface StoredBlock {
  readonly scope: "day" | "month";
  readonly untilMs: number;
}

export interface CounterState {
  readonly reservations: readonly StoredReservation[];
  readonly months: readonly MonthUsage[];
  readonly blocks: readonly StoredBlock[];
}

export interface CounterChange {
  /** The limit that the reserved calls are of, where it belongs to all tenants together. */
  readonly limit?: SharedLimit;
  readonly reserved: Omit<StoredReservation, "answeredMs"> | null;
  readonly settled: readonly Settlement[];
  readonly blocks: readonly StoredBlock[];
  /** Settled reservations answered before this instant may be forgotten. */
  readonly pruneBeforeMs: number;
}

/**
 * Durable counters, one set per key (a ledger system and tenant, or a ledger system for the
 * app-wide window). Wall-clock milliseconds throughout.
 *
 * `commit` is one transaction, durable when its promise resolves: a settlement replaces the
 * reservation's `calls` and `answeredMs` and adds to its month, or drops one without a call, which a client that
 * waits long would leave by the thousand; a block replaces the one of its scope. A rejection means that nothing may be sent.
 */
export interface CounterStore {
  /** Other machines count in it too, so calls are announced in small numbers. */
  readonly isShared?: true;
  load(key: string): Promise<CounterState>;
  commit(key: string, change: CounterChange): Promise<void>;
}

/** A limit of the firm's app as a whole. */
export interface SharedLimit {
  readonly calls: number;
  readonly windowMs: number;
}

/** The counters can't be written now, and why, in words for people. */
export class CountersRefused extends Error {
  override readonly name = "CountersRefused";
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** All machines together have used up the app's calls for now. */
export class AppCallsSpent extends Error {
  override readonly name = "AppCallsSpent";
  readonly waitMs: number;
  constructor(waitMs: number) {
    super(`the app's calls are used up for ${waitMs} ms`);
    this.waitMs = waitMs;
  }
}

/** A `CounterStore` that lives as long as the process; for tests and trials. */
export function createMemoryCounterStore(): CounterStore {
  const states = new Map<string, CounterState>();
  const read = (key: string): CounterState => states.get(key) ?? { reservations: [], months: [], blocks: [] };
  return {
    load: async (key) => read(key),
    commit: async (key, change) => {
      states.set(key, applyChange(read(key), change));
    },
  };
}

/** The state after a change; what a durable store does in SQL. */
export function applyChange(state: CounterState, change: CounterChange): CounterState {
  const reservations = new Map(state.reservations.map((reservation) => [reservation.id, reservation]));
  const months = new Map(state.months.map((usage) => [usage.month, usage]));
  for (const settled of change.settled) {
    const reservation = reservations.get(settled.id);
    if (reservation === undefined) continue;
    reservations.set(settled.id, { ...reservation, calls: settled.calls, answeredMs: settled.answeredMs });
    const sum = months.get(settled.month) ?? { month: settled.month, calls: 0, reads: 0, bytes: 0 };
    months.set(settled.month, {
      month: settled.month,
      calls: sum.calls + settled.calls,
      reads: sum.reads + settled.reads,
      bytes: sum.bytes + settled.bytes,
    });
  }
  if (change.reserved !== null) reservations.set(change.reserved.id, { ...change.reserved, answeredMs: null });
  const scopes = new Set(change.blocks.map((block) => block.scope));
  return {
    reservations: [...reservations.values()].filter(
      ({ calls, answeredMs }) => answeredMs === null || (calls > 0 && answeredMs >= change.pruneBeforeMs),
    ),
    months: [...months.values()],
    blocks: [...state.blocks.filter((block) => !scopes.has(block.scope)), ...change.blocks],
  };
}
