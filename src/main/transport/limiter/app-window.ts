import type { Clock } from "#main/ports/index.ts";
import type { Random } from "#shared/kernel/random.ts";
import { Alarm } from "./alarm.ts";
import type { CounterStore } from "./counter-store.ts";
import { countedByMs, Reservations } from "./reservations.ts";
import { type ArrivalBound, type LogMark, SlidingLog } from "./sliding-log.ts";

/** A limiter that waits for the app-wide window; woken when it is its turn. */
export interface AppMember {
  wake(): void;
  /** Something of it is to go before what the other members wait with. */
  goesFirst(): boolean;
}

export interface AppWindowOptions {
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly store: CounterStore;
}

/** The window that all tenants of one ledger system share. Tenants that wait take turns, those that go first before the others. */
export class AppWindow {
  readonly reservations: Reservations;
  readonly #log: SlidingLog;
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  readonly #queue = new Set<AppMember>();
  readonly #turns = new Set<AppMember>();
  #blockedUntil = Number.NEGATIVE_INFINITY;
  #opening: Promise<void> | null = null;

  constructor(options: AppWindowOptions) {
    this.#clock = options.clock;
    this.#log = new SlidingLog(options.limit, options.windowMs);
    this.#alarm = new Alarm(options.clock, () => this.#wakeNext());
    const { limit, windowMs, store } = options;
    const calls = Math.min(200, Math.max(1, Math.floor(limit / (store.isShared === true ? 1_000 : 60))));
    this.reservations = new Reservations({ ...options, calls, keepMs: 2 * windowMs, shared: { calls: limit, windowMs } });
  }

  /** Reads what an earlier process counted; once. */
  open(): Promise<void> {
    this.#opening ??= this.#restore().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  /** True when the member may send now; otherwise it is woken later. Urgent calls need no turn. */
  mayTake(member: AppMember, urgent: boolean): boolean {
    const now = this.#clock.monotonicMs();
    this.#log.advance(now, true);
    const ahead = urgent || this.#turns.has(member) ? 0 : this.#placesAhead(member);
    if (now >= this.#blockedUntil && this.#log.free > ahead) return true;
    this.#queue.add(member);
    this.#setAlarm(now);
    return false;
  }

  /** Calls that all tenants together may make in a window, how long it is, and how many tenants wait for it. */
  get use(): { readonly limit: number; readonly windowMs: number; readonly waiting: number } {
    return { limit: this.#log.limit, windowMs: this.#log.windowMs, waiting: this.#queue.size };
  }

  /** When the next slot comes back, on the monotonic clock. */
  nextFreeAt(): number {
    return Math.max(this.#blockedUntil, this.#log.nextFreeAt() ?? this.#clock.monotonicMs() + 1_000);
  }

  hold(member: AppMember): LogMark {
    this.#queue.delete(member);
    this.#turns.delete(member);
    return this.#log.hold();
  }

  /** The certain rule always: at this size the margin would gain nothing. */
  counted(bound: ArrivalBound): void {
    this.#log.counted({ certain: bound.certain, likely: bound.certain });
    this.#setAlarm(this.#clock.monotonicMs());
  }

  refund(): void {
    this.#log.refund();
    this.#wakeNext();
  }

  tighten(remaining: number, mark: LogMark): void {
    this.#log.tighten(remaining, mark, this.#clock.monotonicMs());
  }

  blockUntil(at: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, at);
  }

  async #restore(): Promise<void> {
    const state = await this.reservations.open();
    const nowMs = this.#clock.nowMs();
    const toMonotonic = this.#clock.monotonicMs() - nowMs;
    for (const reservation of state.reservations) {
      const countedBy = countedByMs(reservation, nowMs);
      if (countedBy + this.#log.windowMs < nowMs) continue;
      this.#log.restore(reservation.calls, countedBy + toMonotonic);
    }
  }

  #wakeNext(): void {
    const now = this.#clock.monotonicMs();
    this.#log.advance(now, true);
    if (now >= this.#blockedUntil) {
      for (const member of this.#byTurn().slice(0, this.#log.free)) {
        this.#queue.delete(member);
        this.#turns.add(member);
        member.wake();
        this.#turns.delete(member);
      }
    }
    this.#setAlarm(now);
  }

  #setAlarm(now: number): void {
    if (this.#queue.size === 0) return;
    const freeAt = this.#log.free > 0 ? now : this.#log.nextFreeAt();
    if (freeAt !== null) this.#alarm.ringAt(Math.max(freeAt, this.#blockedUntil));
  }

  #byTurn(): AppMember[] {
    const waiting = [...this.#queue];
    const first = waiting.filter((member) => member.goesFirst());
    return first.length === 0 ? waiting : [...first, ...waiting.filter((member) => !first.includes(member))];
  }

  #placesAhead(member: AppMember): number {
    let ahead = 0;
    for (const other of this.#queue) {
      if (other === member) return ahead;
      ahead++;
    }
    return ahead;
  }
}
