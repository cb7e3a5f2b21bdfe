import type { Clock } from "#main/ports/index.ts";
import type { AppMember, AppWindow } from "./app-window.ts";
import { ArrivalBounds, type CallTimes } from "./arrival-bounds.ts";
import type { ConcurrencyGate } from "./concurrency-gate.ts";
import type { CounterState } from "./counter-store.ts";
import { DayTally } from "./day-tally.ts";
import type { LedgerLimits } from "./limits.ts";
import { MonthMeter, monthOf } from "./month-meter.ts";
import { Pacer } from "./pacer.ts";
import type { BudgetState, Hindrance, PaceFacts } from "./queue-state.ts";
import { countedByMs } from "./reservations.ts";
import { Samples } from "./samples.ts";
import type { ServerBlocks, ThrottleScope } from "./server-blocks.ts";
import { type ArrivalBound, type LogMark, SlidingLog } from "./sliding-log.ts";
import type { Lane } from "./wait-lanes.ts";

/** Slots that a bursting job leaves to people. */
const KEPT_FOR_PEOPLE = 3;
const DAY_MS = 86_400_000;

/** What the budget must know of a call before it goes. */
export interface CallNeed {
  readonly lane: Lane;
  /** Counts against the batch window as well. */
  readonly batch: boolean;
  /** Counts against the monthly read quota. */
  readonly read: boolean;
  /** Calls that the job still has to make, this one included; unknown for an open-ended one. */
  readonly remainingCalls: number | undefined;
  /** A person asked for its client before the others. */
  readonly goesFirst: () => boolean;
}

/** A call that is out: its times and where it is counted. */
export interface OpenCall extends CallTimes {
  readonly need: CallNeed;
  readonly minute: LogMark | null;
  /** Counts against the part of the window that a long job may burst. */
  readonly isBurst: boolean;
  readonly app: LogMark | null;
  readonly day: LogMark;
}

/** What the ledger says is left, right after it counted a call. */
export interface RemainingQuota {
  readonly minute?: number;
  readonly day?: number;
  readonly app?: number;
}

/** Everything that bounds the calls to one tenant, judged together. */
export class CallBudget {
  readonly blocks: ServerBlocks;
  readonly #limits: LedgerLimits;
  readonly #clock: Clock;
  readonly #app: AppWindow | null;
  readonly #member: AppMember;
  readonly #minute: SlidingLog | null;
  readonly #batch: SlidingLog | null;
  readonly #day: DayTally;
  readonly #month = new MonthMeter();
  readonly #gate: ConcurrencyGate;
  readonly #pacer: Pacer | null;
  /** The calls of a window that a long job needn't spread; null where it spreads all of them, or none. */
  readonly #burst: SlidingLog | null;
  readonly #bounds: ArrivalBounds;
  readonly #latency = new Samples();

  constructor(options: {
    limits: LedgerLimits;
    clock: Clock;
    blocks: ServerBlocks;
    app: AppWindow | null;
    member: AppMember;
    gate: ConcurrencyGate;
  }) {
    const { requestsPerWindow, windowMs, batchPerWindow, requestsPerDay } = options.limits;
    this.blocks = options.blocks;
    this.#limits = options.limits;
    this.#clock = options.clock;
    this.#app = options.app;
    this.#member = options.member;
    this.#minute = requestsPerWindow === null ? null : new SlidingLog(requestsPerWindow, windowMs);
    this.#batch = batchPerWindow === null ? null : new SlidingLog(batchPerWindow, windowMs);
    this.#day = new DayTally(requestsPerDay);
    this.#gate = options.gate;
    const spread = requestsPerWindow === null ? 0 : Pacer.share(requestsPerWindow, windowMs);
    this.#pacer = spread === 0 ? null : new Pacer(spread, windowMs);
    const burst = (requestsPerWindow ?? 0) - spread;
    this.#burst = this.#pacer === null || burst === 0 ? null : new SlidingLog(burst, windowMs);
    this.#bounds = new ArrivalBounds(windowMs);
  }

  get inFlight(): number {
    return this.#gate.inFlight;
  }

  /** Milliseconds from one slot to the next when the window is full. */
  get gapMs(): number {
    return this.#minute === null ? 1_000 / this.#gate.ceiling : this.#limits.windowMs / this.#minute.limit;
  }

  /** Takes over what earlier processes counted (see `Reservations.open`). */
  restore(state: CounterState): void {
    const nowMs = this.#clock.nowMs();
    const offset = this.#clock.monotonicMs() - nowMs;
    for (const reservation of state.reservations.toSorted((a, b) => a.untilMs - b.untilMs)) {
      const { calls, fromMs, untilMs } = reservation;
      const countedBy = countedByMs(reservation, nowMs);
      if (countedBy + DAY_MS > nowMs) this.#day.restore(calls, Math.min(countedBy, nowMs));
      if (countedBy + this.#limits.windowMs >= nowMs) this.#restoreWindows(calls, countedBy + offset);
      // The month's sums hold only what was settled.
      if (reservation.answeredMs !== null) continue;
      this.#month.restore({ month: monthOf(fromMs), calls, reads: calls, bytes: 0 }, nowMs);
      this.#gate.restore(calls, Math.min(untilMs, nowMs) + offset, nowMs + offset);
    }
    for (const usage of state.months) this.#month.restore(usage, nowMs);
    for (const block of state.blocks) this.blocks.restore(block);
  }

  #restoreWindows(calls: number, over: number): void {
    // Never cut at the limit: a reservation's older calls may have left the window, its last ones not.
    this.#minute?.restore(calls, over);
    // Which of them were batch calls, or burst, was not written down.
    this.#batch?.restore(calls, over);
    this.#burst?.restore(calls, over);
  }

  /** The first thing that keeps a call from going now, or null. */
  hindrance(need: CallNeed): Hindrance | null {
    const now = this.#clock.monotonicMs();
    this.#advance(now);
    return this.#longHindrance(need, now) ?? this.blocks.hindrance(need.batch, now) ?? this.#windowHindrance(need, now);
  }

  /** Counts a call that is about to be sent. */
  enter(need: CallNeed): OpenCall {
    const now = this.#clock.monotonicMs();
    const nowMs = this.#clock.nowMs();
    this.#gate.enter();
    const isBurst = this.#mayBurst(need, now);
    if (isBurst) this.#burst?.hold();
    else this.#pacer?.issued(now);
    this.#month.count(need.read, nowMs);
    if (need.batch) this.#batch?.hold();
    const minute = this.#minute?.hold() ?? null;
    return { need, issuedAt: now, sentAt: null, minute, isBurst, app: this.#app?.hold(this.#member) ?? null, day: this.#day.hold(nowMs) };
  }

  answered(call: OpenCall, bytes: number): void {
    const now = this.#clock.monotonicMs();
    const bound = this.#bounds.answered(call, now);
    this.#pacer?.learn((this.#bounds.doubted(now) ? bound.certain : bound.likely) - call.issuedAt);
    this.#gate.answered(now);
    this.#month.received(bytes, this.#clock.nowMs());
    this.#counted(call, bound);
  }

  /** The ledger did what was asked: how long that took says how fast the next calls will be. */
  timed(call: OpenCall): void {
    this.#latency.add(this.#clock.monotonicMs() - call.issuedAt);
  }

  /** No answer came. A call that never left gives its slot back; the day's count stays. */
  lost(call: OpenCall, sent: boolean): void {
    const now = this.#clock.monotonicMs();
    this.#gate.lost(now, sent);
    if (sent) this.#counted(call, this.#bounds.lost(now));
    else this.#refund(call);
  }

  /** Headers of an answer: they only ever tighten. */
  tighten(call: OpenCall, remaining: RemainingQuota): void {
    if (remaining.minute !== undefined && call.minute !== null) {
      this.#minute?.tighten(remaining.minute, call.minute, this.#clock.monotonicMs());
    }
    if (remaining.app !== undefined && call.app !== null) this.#app?.tighten(remaining.app, call.app);
    if (remaining.day !== undefined) this.#day.tighten(remaining.day, call.day, this.#clock.nowMs());
  }

  /** The ledger refused a call although this budget allowed it. */
  refused(scope: ThrottleScope): void {
    const now = this.#clock.monotonicMs();
    if (scope === "concurrency") this.#gate.throttled(now);
    else this.#bounds.doubt(now);
  }

  /** Wall-clock instant at which the call at `position` may go, if nothing else changes. */
  resumeAtMs(hindrance: Hindrance, position: number): number {
    const now = this.#clock.monotonicMs();
    const nowMs = this.#clock.nowMs();
    if (hindrance.reason === "day" && this.#day.left === 0) return this.#day.freeAt(position);
    const first = nowMs + Math.max(0, (hindrance.at ?? now + this.gapMs) - now);
    return first + (position - 1) * this.gapMs;
  }

  state(): BudgetState {
    this.#advance(this.#clock.monotonicMs());
    const month = this.#month.usage(this.#clock.nowMs());
    return {
      minuteLeft: this.#minute?.free ?? null,
      dayUsed: this.#day.used,
      dayLimit: this.#day.limit,
      monthReads: month.reads,
      monthBytes: month.bytes,
    };
  }

  /** Calls that a job may send right now without spreading them; null: not limited by rate. */
  burstRoom(): number | null {
    this.#advance(this.#clock.monotonicMs());
    if (this.#minute === null) return null;
    return this.#burst === null ? Math.max(0, this.#minute.free - KEPT_FOR_PEOPLE) : Math.min(this.#minute.free, this.#burst.free);
  }

  /** What the pace of the next calls rests on. */
  pace(): Omit<PaceFacts, "writesAhead" | "burstRoom"> {
    this.#advance(this.#clock.monotonicMs());
    const nowMs = this.#clock.nowMs();
    const { requestsPerWindow, windowMs, readsPerMonth } = this.#limits;
    return {
      perWindow: requestsPerWindow,
      windowMs,
      app: this.#app?.use ?? null,
      concurrency: this.#gate.ceiling,
      latency: this.#latency.view(),
      dayLimit: this.#day.limit,
      dayLeft: this.#day.left,
      dayFreeAtMs: (calls) => this.#day.freeAt(calls),
      monthReadsLeft: readsPerMonth === null ? null : Math.max(0, readsPerMonth - this.#month.usage(nowMs).reads),
      monthResetsAtMs: this.#month.resetsAtMs(nowMs),
    };
  }

  #advance(now: number): void {
    const doubted = this.#bounds.doubted(now);
    this.#minute?.advance(now, doubted);
    this.#batch?.advance(now, doubted);
    this.#burst?.advance(now, doubted);
    this.#day.advance(this.#clock.nowMs());
  }

  #refund(call: OpenCall): void {
    this.#minute?.refund();
    this.#app?.refund();
    if (call.need.batch) this.#batch?.refund();
    if (call.isBurst) this.#burst?.refund();
  }

  #counted(call: OpenCall, bound: ArrivalBound): void {
    this.#minute?.counted(bound);
    this.#app?.counted(bound);
    if (call.need.batch) this.#batch?.counted(bound);
    if (call.isBurst) this.#burst?.counted(bound);
  }

  /** Limits of months and days. */
  #longHindrance(need: CallNeed, now: number): Hindrance | null {
    const nowMs = this.#clock.nowMs();
    const { readsPerMonth, egressBytesPerMonth } = this.#limits;
    const month = this.#month.usage(nowMs);
    const readsSpent = need.read && readsPerMonth !== null && month.reads >= readsPerMonth;
    const bytesSpent = egressBytesPerMonth !== null && month.bytes >= egressBytesPerMonth;
    if (readsSpent || bytesSpent) return { reason: "month", at: now + this.#month.resetsAtMs(nowMs) - nowMs };
    if (this.#day.left === 0) return { reason: "day", at: now + this.#day.freeAt(1) - nowMs };
    return null;
  }

  /** Limits of the window, and of calls at once. */
  #windowHindrance(need: CallNeed, now: number): Hindrance | null {
    if (need.batch && this.#batch?.free === 0) return { reason: "batch", at: this.#batch.nextFreeAt() };
    if (this.#minute?.free === 0) return { reason: "minute", at: this.#minute.nextFreeAt() };
    if (!this.#gate.hasRoom(now)) return { reason: "concurrency", at: this.#gate.nextRoomAt() };
    const pacedUntil = this.#pacedUntil(need, now);
    if (pacedUntil !== null) return { reason: "minute", at: pacedUntil };
    if (this.#app !== null && !this.#app.mayTake(this.#member, need.lane !== "background" || need.goesFirst())) {
      return { reason: "app", at: this.#app.nextFreeAt() };
    }
    return null;
  }

  /** When a call of a long job may look again; null when it may go now, as people always may. */
  #pacedUntil(need: CallNeed, now: number): number | null {
    if (this.#pacer === null || now >= this.#pacer.readyAt || !this.#isPaced(need)) return null;
    if (this.#burst === null) return this.#pacer.readyAt;
    return this.#burst.free > 0 ? null : Math.min(this.#pacer.readyAt, this.#burst.nextFreeAt() ?? this.#pacer.readyAt);
  }

  /** A call of a long job that goes before its turn, out of the part of the window kept for that. */
  #mayBurst(need: CallNeed, now: number): boolean {
    return this.#pacer !== null && this.#burst !== null && need.lane === "background" && now < this.#pacer.readyAt && this.#burst.free > 0;
  }

  /** A job that fits into the free slots needn't be spread, unless a part of the window is kept for bursts. */
  #isPaced(need: CallNeed): boolean {
    if (need.lane !== "background") return false;
    if (this.#burst !== null || need.remainingCalls === undefined) return true;
    return need.remainingCalls > (this.#minute?.free ?? Number.POSITIVE_INFINITY) - KEPT_FOR_PEOPLE;
  }
}
