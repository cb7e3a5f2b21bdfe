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
 * reservation's `calls` and `answeredMs` and adds to its month; a block replaces the one of its
 * scope. A rejection means that nothing may be sent.
 */
export interface CounterStore {
  load(key: string): Promise<CounterState>;
  commit(key: string, change: CounterChange): Promise<void>;
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
    reservations: [...reservations.values()].filter((kept) => kept.answeredMs === null || kept.answeredMs >= change.pruneBeforeMs),
    months: [...months.values()],
    blocks: [...state.blocks.filter((block) => !scopes.has(block.scope)), ...change.blocks],
  };
}
