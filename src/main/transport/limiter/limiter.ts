import type { Clock } from "#main/ports/index.ts";
import type { Random } from "#shared/kernel/random.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { Alarm } from "./alarm.ts";
import type { AppMember, AppWindow } from "./app-window.ts";
import { CallBudget, type CallNeed, type OpenCall, type RemainingQuota } from "./call-budget.ts";
import type { ConcurrencyGate } from "./concurrency-gate.ts";
import { AppCallsSpent, type CounterStore, CountersRefused } from "./counter-store.ts";
import type { LedgerLimits } from "./limits.ts";
import type { Hindrance, PaceFacts, QueueState, Waiting, WaitState } from "./queue-state.ts";
import { type Charge, Reservations } from "./reservations.ts";
import { ServerBlocks, type ThrottleScope } from "./server-blocks.ts";
import { type Lane, WaitLanes } from "./wait-lanes.ts";

export interface AcquireOptions {
  readonly lane: Lane;
  /** Counts against the ledger's batch window as well. */
  readonly batch?: boolean;
  /** False for writes, which monthly read quotas leave out. */
  readonly read?: boolean;
  /** Waiters with different keys take turns. */
  readonly fairKey?: string;
  /** Calls that the job still has to make, this one included: a job that fits may burst. */
  readonly remainingCalls?: number;
  /** Goes before the others of its lane while this says so. */
  readonly goesFirst?: () => boolean;
  /** Asked when its turn comes: false ends its wait as if it were cancelled. */
  readonly mayStillGo?: () => boolean;
  readonly signal?: AbortSignal;
  /** Told when the call has to wait, and again when the reason changes. */
  readonly onQueued?: (state: WaitState) => void;
}

/** Leave to send one call. Exactly one of `answered` and `lost` ends it; later calls do nothing. */
export interface Permit {
  /** The request is on the wire. Optional: lets a slow answer free its slot earlier (arrival-bounds.ts). */
  sent(): void;
  answered(answer?: { readonly bytes?: number; readonly remaining?: RemainingQuota; readonly refused?: Refusal }): void;
  /** @param sent false only when no byte of the request left */
  lost(sent: boolean): void;
}

/** The ledger answered "too many". */
export interface Refusal {
  readonly scope: ThrottleScope;
  readonly retryAfterMs?: number;
}

export type Acquired =
  | { readonly kind: "granted"; readonly permit: Permit }
  | { readonly kind: "cancelled" }
  /** The counters could not be written, so nothing may be sent. */
  | { readonly kind: "failed"; readonly failure: Failure };

export interface LimiterOptions {
  readonly system: LedgerSystem;
  readonly tenantId: string;
  readonly limits: LedgerLimits;
  readonly clock: Clock;
  readonly random: Random;
  readonly store: CounterStore;
  /** The window shared with the other tenants of the ledger system; null where it has none. */
  readonly app: AppWindow | null;
  readonly gate: ConcurrencyGate;
}

/** What pays a call, and where. */
type Paid = readonly [Reservations, Charge];

interface Waiter {
  readonly lane: Lane;
  readonly fairKey: string;
  readonly goesFirst: () => boolean;
  readonly mayStillGo: () => boolean;
  readonly need: CallNeed;
  readonly onQueued: ((state: WaitState) => void) | undefined;
  readonly settle: (acquired: Acquired) => void;
  told: string;
}

const DAY_MS = 86_400_000;

/**
 * Rule 27: the one limiter of a ledger and tenant. Every call, retries included, takes a permit here.
 * The ledger never sees more than its limits (sliding-log.ts says why), a backfill comes within one
 * percent of them, and a person or a write never waits behind a backfill.
 */
export class Limiter implements AppMember {
  readonly system: LedgerSystem;
  readonly tenantId: string;
  readonly #clock: Clock;
  readonly #app: AppWindow | null;
  readonly #budget: CallBudget;
  readonly #gate: ConcurrencyGate;
  readonly #reservations: Reservations;
  readonly #lanes = new WaitLanes<Waiter>();
  readonly #alarm: Alarm;
  #state: "closed" | "opening" | "open" | "ended" = "closed";
  #endedBy: unknown = null;

  constructor(options: LimiterOptions) {
    const { limits, clock, random, app, system, tenantId, gate } = options;
    this.system = system;
    this.tenantId = tenantId;
    this.#clock = clock;
    this.#app = app;
    this.#budget = new CallBudget({ limits, clock, app, blocks: new ServerBlocks(limits, clock, random), member: this, gate });
    this.#gate = gate;
    gate.wake = () => this.#pump();
    const calls = Math.min(10, Math.max(1, Math.floor((limits.requestsPerWindow ?? 60) / 6)));
    const keepMs = (limits.requestsPerDay === null ? 0 : DAY_MS) + 2 * limits.windowMs + 600_000;
    this.#reservations = new Reservations({ ...options, key: `${system}/${tenantId}`, calls, keepMs });
    this.#alarm = new Alarm(clock, () => this.#pump());
  }

  /** Waits for permission to send. Never rejects, and waits without a time limit. */
  acquire(options: AcquireOptions): Promise<Acquired> {
    if (options.signal?.aborted === true) return Promise.resolve({ kind: "cancelled" });
    return new Promise((resolve) => {
      const cancel = () => {
        if (!this.#lanes.remove(waiter)) return;
        // Nobody waits: an alarm left behind would keep the process alive until the window is over.
        if (this.#lanes.size === 0) this.#alarm.cancel();
        waiter.settle({ kind: "cancelled" });
      };
      const waiter: Waiter = {
        lane: options.lane,
        fairKey: options.fairKey ?? "",
        goesFirst: options.goesFirst ?? never,
        mayStillGo: options.mayStillGo ?? always,
        need: needOf(options),
        onQueued: options.onQueued,
        told: "",
        settle: (acquired) => {
          options.signal?.removeEventListener("abort", cancel);
          resolve(acquired);
        },
      };
      options.signal?.addEventListener("abort", cancel, { once: true });
      this.#lanes.add(waiter);
      this.#pump();
    });
  }

  /** For the screen: what waits, why, and when it goes on. */
  state(): QueueState {
    const first = this.#lanes.inOrder().next().value;
    const hindrance = first === undefined ? null : this.#budget.hindrance(first.need);
    return {
      waiting: this.#lanes.size,
      inFlight: this.#budget.inFlight,
      reason: hindrance?.reason ?? null,
      resumeAtMs: hindrance === null ? null : this.#budget.resumeAtMs(hindrance, 1),
      budget: this.#budget.state(),
    };
  }

  /** Every waiting call in the order in which they would go, with why it waits. */
  waits(): Waiting[] {
    return [...this.#lanes.inOrder()].flatMap(({ lane, fairKey, need }, index) => {
      const hindrance = this.#budget.hindrance(need);
      if (hindrance === null) return [];
      const position = index + 1;
      return [{ lane, fairKey, reason: hindrance.reason, position, resumeAtMs: this.#budget.resumeAtMs(hindrance, position) }];
    });
  }

  /** What the pace of the next calls rests on. */
  pace(): PaceFacts {
    let writesAhead = 0;
    for (const waiter of this.#lanes.inOrder()) if (waiter.lane === "write") writesAhead++;
    return { ...this.#budget.pace(), burstRoom: this.burstRoom(), writesAhead };
  }

  goesFirst(): boolean {
    for (const waiter of this.#lanes.inOrder()) if (waiter.goesFirst()) return true;
    return false;
  }

  /** Slots that a job may burst into right now, people's share taken off; null: not limited by rate. */
  burstRoom(): number | null {
    return this.#budget.burstRoom();
  }

  /** The app-wide window says that it is this tenant's turn. */
  wake(): void {
    this.#pump();
  }

  /** Somebody waits for it, or a call that it let go may still be on its way. */
  get isInUse(): boolean {
    return this.#lanes.size > 0 || this.#budget.inFlight > 0 || this.#state === "opening" || this.#reservations.isInUse;
  }

  /** Lets nothing go any more, for this reason: what it counted is no longer what the ledger has counted. */
  end(reason: CountersRefused): void {
    this.#state = "ended";
    this.#endedBy = reason;
    this.#pump();
  }

  /** Writes down how the calls so far ended; call before the process ends in peace. */
  async flush(): Promise<void> {
    await this.#reservations.flush();
    await this.#app?.reservations.flush();
  }

  #pump(): void {
    if (this.#state === "ended") this.#failAll(this.#endedBy);
    if (this.#lanes.size === 0) this.#alarm.cancel();
    else if (this.#state !== "open") this.#open();
    else this.#grant();
  }

  #grant(): void {
    for (;;) {
      const next = this.#nextAble();
      if (next === null) {
        this.#tellWaiters();
        // A moment passed since the first look: who became able meanwhile has no alarm set.
        if (this.#nextAble() === null) return;
        continue;
      }
      if (!next.mayStillGo()) {
        this.#lanes.remove(next);
        next.settle({ kind: "cancelled" });
        continue;
      }
      const short = this.#short();
      if (short !== null) {
        this.#whenReserved(short);
        return;
      }
      const charges = this.#pay(next.need);
      if (charges === null) continue;
      this.#lanes.take(next);
      next.settle({ kind: "granted", permit: this.#send(next.need, charges) });
    }
  }

  #nextAble(): Waiter | null {
    return this.#lanes.peek((waiter) => this.#budget.hindrance(waiter.need) === null);
  }

  /** The set of reservations that is used up, if any. */
  #short(): Reservations | null {
    if (!this.#reservations.available()) return this.#reservations;
    if (this.#app !== null && !this.#app.reservations.available()) return this.#app.reservations;
    return null;
  }

  #whenReserved(reservations: Reservations): void {
    void reservations.reserve().then(
      () => this.#pump(),
      (error: unknown) => {
        if (!(error instanceof AppCallsSpent)) return this.#failAll(error);
        this.#app?.blockUntil(this.#clock.monotonicMs() + error.waitMs);
        this.#pump();
      },
    );
  }

  #open(): void {
    if (this.#state !== "closed") return;
    this.#state = "opening";
    const opened = Promise.all([this.#reservations.open(), this.#app?.open()]);
    void opened.then(
      ([state]) => {
        this.#budget.restore(state);
        if (this.#state === "opening") this.#state = "open";
        this.#pump();
      },
      (error: unknown) => {
        if (this.#state === "opening") this.#state = "closed";
        this.#failAll(error);
      },
    );
  }

  /** Pays a call from every set of reservations; null when one of them ended a moment ago, and the call counts where it was paid. */
  #pay(need: CallNeed): readonly Paid[] | null {
    const paid: Paid[] = [];
    for (const reservations of [this.#reservations, ...(this.#app === null ? [] : [this.#app.reservations])]) {
      const charge = reservations.take(need.read);
      if (charge === null) {
        for (const [payer, unused] of paid) payer.finish(unused, 0);
        return null;
      }
      paid.push([reservations, charge]);
    }
    return paid;
  }

  #send(need: CallNeed, charges: readonly Paid[]): Permit {
    const call = this.#budget.enter(need);
    let isOver = false;
    const finish = (bytes: number, end: () => void) => {
      if (isOver) return;
      isOver = true;
      for (const [reservations, charge] of charges) reservations.finish(charge, bytes);
      end();
      this.#gate.wake();
    };
    return {
      sent: () => {
        call.sentAt ??= this.#clock.monotonicMs();
      },
      answered: (answer = {}) => finish(answer.bytes ?? 0, () => this.#answered(call, answer)),
      lost: (sent) => finish(0, () => this.#budget.lost(call, sent)),
    };
  }

  #answered(call: OpenCall, answer: { readonly bytes?: number; readonly remaining?: RemainingQuota; readonly refused?: Refusal }): void {
    this.#budget.answered(call, answer.bytes ?? 0);
    if (answer.remaining !== undefined) this.#budget.tighten(call, answer.remaining);
    if (answer.refused === undefined) {
      this.#budget.blocks.accepted();
      this.#budget.timed(call);
    } else this.#refused(answer.refused);
  }

  #refused({ scope, retryAfterMs }: Refusal): void {
    const until = this.#budget.blocks.refused(scope, retryAfterMs);
    if (scope === "app") this.#app?.blockUntil(until);
    this.#budget.refused(scope);
    if (scope === "day" || scope === "month") {
      this.#reservations.block({ scope, untilMs: this.#clock.nowMs() + until - this.#clock.monotonicMs() });
    }
  }

  /** Sets the alarm for the earliest change, and tells waiters whose reason is new. */
  #tellWaiters(): void {
    let position = 0;
    for (const waiter of this.#lanes.inOrder()) {
      position++;
      if (waiter.onQueued === undefined && position > 8) continue;
      const hindrance = this.#budget.hindrance(waiter.need);
      if (hindrance === null) continue;
      if (hindrance.at !== null) this.#alarm.ringAt(hindrance.at);
      this.#tell(waiter, hindrance, position);
    }
  }

  #tell(waiter: Waiter, hindrance: Hindrance, position: number): void {
    if (waiter.told === hindrance.reason) return;
    waiter.told = hindrance.reason;
    waiter.onQueued?.({ reason: hindrance.reason, position, resumeAtMs: this.#budget.resumeAtMs(hindrance, position) });
  }

  #failAll(error: unknown): void {
    const failure = error instanceof CountersRefused ? error.failure : notSaved(error);
    for (const waiter of [...this.#lanes.inOrder()]) {
      this.#lanes.remove(waiter);
      waiter.settle({ kind: "failed", failure });
    }
  }
}

function notSaved(error: unknown): Failure {
  return {
    code: "storage",
    message: `Tieout couldn't save its count of API requests, so nothing was sent. The computer reported: ${error instanceof Error ? error.message : String(error)}.`,
    next: "Check that the disk with the data folder has free space and that Tieout can write to it, then try again.",
  };
}

const never = (): boolean => false;
const always = (): boolean => true;

function needOf({ lane, batch = false, read = lane !== "write", remainingCalls, goesFirst = never }: AcquireOptions): CallNeed {
  return { lane, batch, read, remainingCalls, goesFirst };
}
