import type { Clock } from "#main/ports/index.ts";
import type { Random } from "#shared/kernel/random.ts";
import { LOST_GRACE_MS } from "./arrival-bounds.ts";
import type { CounterState, CounterStore, Settlement, SharedLimit, StoredBlock, StoredReservation } from "./counter-store.ts";
import { monthOf } from "./month-meter.ts";

const VALID_MS = 10_000;
/** The same where writing one down takes long. */
const VALID_MAX_MS = 60_000;
/** No call is waited for longer than this. */
const LONGEST_CALL_MS = 15 * 60_000;
/** The next reservation is fetched while the last calls of this one go out. */
const FETCH_AHEAD = 2;

/** Calls announced in the store; unspent ones of a process that dies count as sent. */
interface Live {
  readonly id: string;
  readonly calls: number;
  readonly fromMs: number;
  readonly untilMs: number;
  /** The same on the monotonic clock: a wall clock that is set back must not make it last longer. */
  readonly untilMonotonicMs: number;
  used: number;
  reads: number;
  bytes: number;
  inFlight: number;
  answeredAt: number;
}

/** A settlement that is still to be written; until then its time is on the monotonic clock, as the wall clock may be set. */
type Ended = Omit<Settlement, "answeredMs"> & { readonly answeredAt: number };

/** One call paid from a reservation. */
export interface Charge {
  readonly reservation: Live;
}

export interface ReservationsOptions {
  readonly key: string;
  readonly store: CounterStore;
  readonly clock: Clock;
  readonly random: Random;
  /** Calls per reservation. */
  readonly calls: number;
  /** How long settled reservations are still needed. */
  readonly keepMs: number;
  /** The limit, where it belongs to all tenants together. */
  readonly shared?: SharedLimit;
}

/**
 * Count before send: a call goes out only when it is already written down, ten at a time so that
 * not every call costs a disk commit. A crash can only lead to counting too many, by a few.
 */
export class Reservations {
  readonly #options: ReservationsOptions;
  #live: Live[] = [];
  #settled: Ended[] = [];
  #blocks: StoredBlock[] = [];
  #pending: Promise<void> | null = null;
  #validMs = VALID_MS;
  #sequence = 0;

  constructor(options: ReservationsOptions) {
    this.#options = options;
  }

  /**
   * Reads what earlier processes left. Calls that nobody settled are taken as answered now: they
   * may have been in flight until a moment ago.
   */
  async open(): Promise<CounterState> {
    const { key, store, clock } = this.#options;
    const state = await store.load(key);
    const nowMs = clock.nowMs();
    const toMonotonic = clock.monotonicMs() - nowMs;
    this.#settled = state.reservations
      .filter((reservation) => reservation.answeredMs === null)
      .map((left) => {
        const { id, calls, fromMs } = left;
        return { id, calls, reads: calls, bytes: 0, month: monthOf(fromMs), answeredAt: countedByMs(left, nowMs) + toMonotonic };
      });
    return state;
  }

  /** True when a call can be paid right now. Fetches ahead when only a few are left. */
  available(): boolean {
    const left = this.#left();
    if (left <= FETCH_AHEAD && this.#pending === null && left > 0 && this.#options.calls > 2 * FETCH_AHEAD) {
      // A failure shows when the calls run out and `reserve` is awaited.
      void this.reserve().catch(() => undefined);
    }
    return left > 0;
  }

  /** Pays one call; null when the reservation ended since `available` said that it can be paid. */
  take(isRead: boolean): Charge | null {
    const reservation = this.#live.find((live) => this.#isOpen(live));
    if (reservation === undefined) return null;
    reservation.used++;
    reservation.inFlight++;
    if (isRead) reservation.reads++;
    return { reservation };
  }

  /** The paid call is over. */
  finish(charge: Charge, bytes: number): void {
    charge.reservation.inFlight--;
    charge.reservation.bytes += bytes;
    charge.reservation.answeredAt = this.#options.clock.monotonicMs();
  }

  /** Remembers the ledger's long "not before"; written with the next commit. */
  block(block: StoredBlock): void {
    this.#blocks = [...this.#blocks.filter((other) => other.scope !== block.scope), block];
  }

  /** Something is announced that may still be sent, or was sent and isn't answered. */
  get isInUse(): boolean {
    return this.#pending !== null || this.#live.some((live) => live.inFlight > 0 || this.#isOpen(live));
  }

  /** Writes the next reservation down. @throws what the store throws; then nothing may be sent */
  reserve(): Promise<void> {
    this.#pending ??= this.#reserve().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  /** Settles everything that is over, so that nothing unspent counts for a later process. */
  async flush(): Promise<void> {
    if (this.#pending !== null) await this.#pending;
    this.#retire(() => false);
    if (this.#settled.length + this.#blocks.length > 0) await this.#commit(null);
  }

  async #reserve(): Promise<void> {
    const { clock, calls, random, store } = this.#options;
    const fromMs = clock.nowMs();
    const now = clock.monotonicMs();
    this.#retire((live) => this.#isOpen(live));
    const id = `${fromMs.toString(36)}-${(this.#sequence++).toString(36)}-${Math.floor(random() * 2 ** 32).toString(36)}`;
    const validMs = this.#validMs;
    const reserved = { id, calls, fromMs, untilMs: fromMs + validMs };
    await this.#commit(reserved);
    // Written more slowly than it is valid, it would be announced again and again and never pay a call. Among
    // several computers a lease may change hands meanwhile, and nothing may be sent on it for longer.
    if (store.isShared !== true) this.#validMs = Math.min(VALID_MAX_MS, Math.max(VALID_MS, 2 * (clock.monotonicMs() - now)));
    this.#live.push({ ...reserved, untilMonotonicMs: now + validMs, used: 0, reads: 0, bytes: 0, inFlight: 0, answeredAt: now });
  }

  async #commit(reserved: { id: string; calls: number; fromMs: number; untilMs: number } | null): Promise<void> {
    const { key, store, clock, keepMs, shared } = this.#options;
    const settled = this.#settled;
    const blocks = this.#blocks;
    const nowMs = clock.nowMs();
    const toWallClock = nowMs - clock.monotonicMs();
    this.#settled = [];
    this.#blocks = [];
    try {
      await store.commit(key, {
        ...{ reserved, blocks, pruneBeforeMs: nowMs - keepMs },
        settled: settled.map(({ answeredAt, ...ended }) => ({ ...ended, answeredMs: answeredAt + toWallClock })),
        ...(shared === undefined ? {} : { limit: shared }),
      });
    } catch (error) {
      this.#settled = [...settled, ...this.#settled];
      this.#blocks = [...blocks, ...this.#blocks];
      throw error;
    }
  }

  /** Moves reservations that can't be used any more and are answered to the settled ones. */
  #retire(isOpen: (live: Live) => boolean): void {
    const over = this.#live.filter((live) => live.inFlight === 0 && !isOpen(live));
    this.#live = this.#live.filter((live) => !over.includes(live));
    for (const { id, used, reads, bytes, fromMs, answeredAt } of over) {
      this.#settled.push({ id, calls: used, reads, bytes, month: monthOf(fromMs), answeredAt });
    }
  }

  #left(): number {
    return this.#live.reduce((sum, live) => sum + (this.#isOpen(live) ? live.calls - live.used : 0), 0);
  }

  /** By both clocks: the monotonic one may not go on while the computer sleeps. */
  #isOpen({ used, calls, fromMs, untilMs, untilMonotonicMs }: Live): boolean {
    const { clock } = this.#options;
    const nowMs = clock.nowMs();
    return used < calls && nowMs >= fromMs && nowMs <= untilMs && clock.monotonicMs() <= untilMonotonicMs;
  }
}

/**
 * Wall-clock instant by which the ledger has counted all calls of a stored reservation. What nobody
 * settled may have been in flight until a moment ago, and the buffers of a killed process may still
 * be emptied for a second. Another computer that still works may go on sending until its reservation
 * ends. A wall clock that was set back must not put calls further into the future.
 */
export function countedByMs({ answeredMs, untilMs }: StoredReservation, nowMs: number): number {
  if (answeredMs !== null) return Math.min(answeredMs, nowMs + LOST_GRACE_MS);
  const sendsUntilMs = Math.min(untilMs, nowMs + VALID_MAX_MS);
  return Math.max(sendsUntilMs, Math.min(untilMs + LONGEST_CALL_MS, nowMs)) + LOST_GRACE_MS;
}
