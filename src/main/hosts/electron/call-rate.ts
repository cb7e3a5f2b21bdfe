const CALLS_MAX = 600;
const WITHIN_MS = 1_000;

interface Window {
  startedMs: number;
  calls: number;
}

/** How often one page may call: far above what a person's window needs, far below what would stall the core. */
export class CallRate {
  readonly #nowMs: () => number;
  readonly #callers = new WeakMap<object, Window>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Counts a call. @returns false when this caller had its share of the second */
  allows(caller: object): boolean {
    const now = this.#nowMs();
    const window = this.#callers.get(caller);
    if (window === undefined || now - window.startedMs >= WITHIN_MS) {
      this.#callers.set(caller, { startedMs: now, calls: 1 });
      return true;
    }
    window.calls += 1;
    return window.calls <= CALLS_MAX;
  }
}
