import type { Clock } from "#main/ports/index.ts";

/** Timers of hosts can't be set further ahead than 2^31 ms; a long wait is made of short ones. */
const LONGEST_SLEEP_MS = 3_600_000;

/** One timer: of all instants asked for, the earliest rings. Instants are monotonic. */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #set: { readonly at: number; readonly abort: AbortController } | null = null;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings at `at`, or earlier when it was already set to. */
  ringAt(at: number): void {
    if (this.#set !== null && this.#set.at <= at) return;
    this.cancel();
    const set = { at, abort: new AbortController() };
    this.#set = set;
    const ms = Math.min(LONGEST_SLEEP_MS, Math.max(0, at - this.#clock.monotonicMs()));
    void this.#clock.sleep(ms, set.abort.signal).then(
      () => this.#rang(set),
      (error: unknown) => {
        // Our own cancelling is the one way for a sleep to fail.
        if (!set.abort.signal.aborted) throw error;
      },
    );
  }

  cancel(): void {
    this.#set?.abort.abort();
    this.#set = null;
  }

  #rang(set: { readonly at: number }): void {
    if (this.#set !== set) return;
    this.#set = null;
    this.#ring();
  }
}
