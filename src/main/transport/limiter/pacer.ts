/** How far apart slots may come back while somebody waits for one. */
const PEOPLE_WAIT_MS = 250;
/** A window this short is over before anybody minds; spreading its calls would only cost. */
const SHORT_WINDOW_MS = 5_000;
const LEARN = 1 / 32;
const SLACK_MS = 10;
/** Part of the usual spread that the gap is widened by, so that few slots come late. */
const SLACK_OF_SPREAD = 0.3;
/** Lateness up to this part of a gap is caught up; more moves the timeline. */
const CATCH_UP = 0.25;
/** Lateness that is caught up at least, where a gap is short: calls that may be out at once bring about as much. */
const CATCH_UP_MS = 400;
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

  /**
   * How many calls of a window a long job has to spread, so that a slot comes back every quarter of a second. It may burst the others: of
   * 60 a minute none, of 500 a minute 260. Zero where the window is short.
   */
  static share(limit: number, windowMs: number): number {
    return windowMs <= SHORT_WINDOW_MS ? 0 : Math.min(limit, Math.ceil(windowMs / PEOPLE_WAIT_MS));
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
    const catchUp = Math.max(this.gapMs * CATCH_UP, CATCH_UP_MS) + CATCH_UP_OF_EXCESS * Math.max(0, this.#excessMs - EVEN_EXCESS_MS);
    this.#nextAt = Math.max(this.#nextAt, now - Math.min(catchUp, 2 * this.gapMs)) + this.gapMs;
  }

  /** @param excessMs how long after its issue a call counted, hence how much longer its slot is held */
  learn(excessMs: number): void {
    const surprise = Math.min(excessMs, this.#windowMs / 4) - this.#excessMs;
    this.#excessMs += surprise * LEARN;
    this.#spreadMs += (Math.abs(surprise) - this.#spreadMs) * LEARN;
  }
}
