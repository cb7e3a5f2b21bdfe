/** A request that was cut off may keep the ledger busy for a while. */
const LINGER_MS = 10_000;
const RECOVER_MS = 5_000;
const RECOVER_CALLS = 4;

/**
 * Calls in flight at once. The ledger may share its ceiling with the customer's other programs (Ledger C), so a
 * refusal halves ours and each answer raises it by one step. It outlives its limiter: calls that a limiter sent go on when
 * another one takes its place.
 */
export class ConcurrencyGate {
  readonly limit: number;
  /** Lets the calls go that wait, after one has ended. The limiter that has the gate sets it. */
  wake: () => void = () => undefined;
  #ceiling: number;
  #inFlight = 0;
  #answeredSince = 0;
  #isUsed = false;
  #changedAt = Number.NEGATIVE_INFINITY;
  /** When calls that were cut off stop counting; time goes forward, so the earliest is first. */
  readonly #lingering: number[] = [];

  constructor(limit: number) {
    this.limit = limit;
    this.#ceiling = limit;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get ceiling(): number {
    return this.#ceiling;
  }

  hasRoom(now: number): boolean {
    while ((this.#lingering[0] ?? Number.POSITIVE_INFINITY) <= now) this.#lingering.shift();
    return this.#inFlight + this.#lingering.length < this.#ceiling;
  }

  /** When a lost call stops counting; null when room depends on answers alone. */
  nextRoomAt(): number | null {
    return this.#lingering[0] ?? null;
  }

  enter(): void {
    this.#isUsed = true;
    this.#inFlight++;
  }

  /**
   * Calls that a process which was killed may have had in flight at an instant, at the latest: the ledger may still be at work
   * on them. Those of this process are counted here already.
   */
  restore(calls: number, at: number, now: number): void {
    if (this.#isUsed || at + LINGER_MS <= now) return;
    for (let call = 0; call < Math.min(calls, this.limit); call++) this.#lingering.push(at + LINGER_MS);
    this.#lingering.sort((a, b) => a - b);
  }

  answered(now: number): void {
    this.#inFlight--;
    this.#answeredSince++;
    if (this.#ceiling >= this.limit) return;
    if (this.#answeredSince < RECOVER_CALLS * this.#ceiling || now - this.#changedAt < RECOVER_MS) return;
    this.#ceiling++;
    this.#changed(now);
  }

  /** No answer came; when it was sent the ledger may still be at work on it. */
  lost(now: number, sent: boolean): void {
    this.#inFlight--;
    if (sent) this.#lingering.push(now + LINGER_MS);
  }

  /** The ledger refused for concurrency. Refusals of one moment count once. */
  throttled(now: number): void {
    if (now - this.#changedAt < 1_000 && this.#ceiling < this.limit) return;
    this.#ceiling = Math.max(1, Math.floor(this.#ceiling / 2));
    this.#changed(now);
  }

  #changed(now: number): void {
    this.#changedAt = now;
    this.#answeredSince = 0;
  }
}
