/** A server of ledgers that could not be reached. */
export interface Outage {
  readonly sinceMs: number;
  readonly nextTryMs: number;
  readonly tries: number;
}

const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 900_000;

/**
 * Which servers can be reached. While one can't, a single client tries it at a time; the others wait
 * for what that one finds. Offline is a state, not a failure: it ends by itself with the first answer.
 */
export class LedgerReach {
  readonly #outages = new Map<string, Outage>();
  readonly #trying = new Set<string>();

  outage(origin: string): Outage | null {
    return this.#outages.get(origin) ?? null;
  }

  get down(): ReadonlySet<string> {
    return new Set(this.#outages.keys());
  }

  /** True when a client may go to the server now; while it can't be reached, the caller is the one that tries. */
  mayTry(origin: string, nowMs: number): boolean {
    return nowMs >= this.earliestMs(origin);
  }

  /** When a client may go to the server at the earliest; while one is trying, nobody else may. */
  earliestMs(origin: string): number {
    if (this.#trying.has(origin)) return Number.POSITIVE_INFINITY;
    return this.#outages.get(origin)?.nextTryMs ?? 0;
  }

  trying(origin: string): void {
    if (this.#outages.has(origin)) this.#trying.add(origin);
  }

  /** @returns what changed: the server was lost, or it is back */
  note(origin: string, reached: boolean, nowMs: number, jitter: number): "lost" | "back" | null {
    this.#trying.delete(origin);
    const outage = this.#outages.get(origin);
    if (reached) return this.#outages.delete(origin) ? "back" : null;
    const tries = (outage?.tries ?? 0) + 1;
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1)) * (0.8 + 0.4 * jitter);
    this.#outages.set(origin, { sinceMs: outage?.sinceMs ?? nowMs, nextTryMs: nowMs + waitMs, tries });
    return outage === undefined ? "lost" : null;
  }

  /** The network is said to be back, or the machine woke: every server is tried again soon. */
  hurry(atMs: number): void {
    for (const [origin, outage] of this.#outages) this.#outages.set(origin, { ...outage, nextTryMs: atMs, tries: 0 });
  }
}
