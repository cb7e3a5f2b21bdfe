/** From this many calls a minute on, a slot is never far and spreading would only cost. */
const NEVER_FAR_PER_MINUTE = 300;
const LEARN = 1 / 32;
const SLACK_MS = 10;
/** Part of the usual spread that the gap is widened by, so that few slots come late. */
const SLACK_OF_SPREAD = 0.3;
/** Lateness up to this part of a gap is caught up; more moves the timeline. */
const CATCH_UP = 0.25;
/** Slots held much longer than this come in any order; then throughput needs more catching up. */
const EVEN_EXCESS_MS = 300;
const CATCH_UP_OF_EXCESS = 2.5;

/**
 * Spreads the calls of a long job over the window, so that slots come back one by one and a person
 * never waits longer than one gap (a burst would make them wait for a whole window).
 *
 * The gap is (window + what a slot stays held beyond it) ÷ limit. A shorter one would bunch the
 * calls behind late slots until the even spread is lost.
 */
export class Pacer {
  readonly #limit: number;
  readonly #windowMs: number;
  #excessMs = 250;
  #spreadMs = 0;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  static isNeeded(limit: number | null, windowMs: number): boolean {
    return limit !== null && (limit * 60_000) / windowMs < NEVER_FAR_PER_MINUTE;
  }

  get gapMs(): number {
    return (this.#windowMs + this.#excessMs + SLACK_MS + SLACK_OF_SPREAD * this.#spreadMs) / this.#limit;
  }

  /** When the next call of a long job may go. */
  get readyAt(): number {
    return this.#nextAt;
  }

  /** Any call, of whatever lane, takes one place on the timeline. */
  issued(now: number): void {
    const catchUp = this.gapMs * CATCH_UP + CATCH_UP_OF_EXCESS * Math.max(0, this.#excessMs - EVEN_EXCESS_MS);
    this.#nextAt = Math.max(this.#nextAt, now - Math.min(catchUp, 2 * this.gapMs)) + this.gapMs;
  }

  /** @param excessMs how long after its issue a call counted, hence how much longer its slot is held */
  learn(excessMs: number): void {
    const surprise = Math.min(excessMs, this.#windowMs / 4) - this.#excessMs;
    this.#excessMs += surprise * LEARN;
    this.#spreadMs += (Math.abs(surprise) - this.#spreadMs) * LEARN;
  }
}
