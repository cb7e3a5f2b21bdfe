import { assert } from "#shared/kernel/assert.ts";

/** What a log held when a call was issued; handed back with the ledger's own count. */
export interface LogMark {
  readonly held: number;
  readonly issued: number;
  readonly foreign: number;
}

/** Latest instants at which the ledger can have counted a call, on the monotonic clock. */
export interface ArrivalBound {
  /** Certain: it had been counted by then, whatever the network did. */
  readonly certain: number;
  /** The same, believing that transit takes no longer than the margin; never after `certain`. */
  readonly likely: number;
}

/**
 * Rule 27's bucket: a log of the calls that the ledger may still have in its window.
 *
 * A bucket that refills while it is full lets two bursts fall into one window. Here a slot comes
 * back one window after the latest instant at which the ledger can have counted its call. A new
 * call arrives no earlier than it is issued, so among any `limit + 1` arrivals the first and the
 * last lie at least one window apart - for a rolling window, and so for fixed windows of any phase.
 */
export class SlidingLog {
  readonly limit: number;
  readonly windowMs: number;
  #open = 0;
  #issued = 0;
  #foreign = 0;
  /** Of each counted call when its slot comes back, likely and certainly; the earliest likely one first. */
  readonly #counted: ArrivalBound[] = [];

  constructor(limit: number, windowMs: number) {
    assert(limit > 0 && windowMs > 0, "a window needs a limit and a length");
    this.limit = limit;
    this.windowMs = windowMs;
  }

  get held(): number {
    return this.#open + this.#counted.length;
  }

  get free(): number {
    return Math.max(0, this.limit - this.held);
  }

  /** Takes a slot for a call that is about to be sent. */
  hold(): LogMark {
    this.#open++;
    this.#issued++;
    return { held: this.held, issued: this.#issued, foreign: this.#foreign };
  }

  /** The call is over: its slot comes back one window after it can have been counted. */
  counted(bound: ArrivalBound): void {
    this.#open--;
    // The last millisecond belongs to ledgers whose window includes both of its ends.
    this.#keep({ likely: bound.likely + this.windowMs + 1, certain: bound.certain + this.windowMs + 1 });
  }

  /** The call never left this machine. */
  refund(): void {
    this.#open--;
  }

  /** Calls of an earlier process, or of other programs, all counted by `arrivedBy`. */
  restore(calls: number, arrivedBy: number): void {
    const release = arrivedBy + this.windowMs + 1;
    for (let n = 0; n < calls; n++) this.#keep({ likely: release, certain: release });
  }

  /** Gives back the slots whose time has come; in doubt about the network only the certain ones. */
  advance(now: number, doubted: boolean): void {
    const later = this.#counted.findIndex(({ likely }) => likely > now);
    const due = this.#counted.splice(0, later === -1 ? this.#counted.length : later);
    if (doubted) for (const { certain } of due) if (certain > now) this.#keep({ likely: certain, certain });
  }

  /** When the next slot comes back; null while that depends on an answer. */
  nextFreeAt(): number | null {
    return this.#counted[0]?.likely ?? null;
  }

  /** Calls are counted nearly in order, so the place is found from the end. */
  #keep(slot: ArrivalBound): void {
    this.#counted.splice(this.#counted.findLastIndex(({ likely }) => likely <= slot.likely) + 1, 0, slot);
  }

  /**
   * Believes the ledger when it counts more calls than this log can explain: somebody else uses the
   * same quota, or the limit is lower than configured. Never loosens.
   * @param remaining what the ledger said is left, right after it counted the call of `mark`
   */
  tighten(remaining: number, mark: LogMark, now: number): void {
    // Calls issued later may have overtaken the marked one, so they count as explained.
    const explained = mark.held + (this.#issued - mark.issued) + (this.#foreign - mark.foreign);
    const unexplained = Math.min(this.limit - explained - remaining, this.free);
    if (unexplained <= 0) return;
    this.#foreign += unexplained;
    this.restore(unexplained, now);
  }
}
