/** A ledger server that couldn't be reached. */
export interface Outage {
  readonly sinceMs: number;
  readonly nextTryMs: number;
  readonly tries: number;
}

const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 900_000;

/**
 * Which servers can be reached. While one can't, one client at a time tries it and the others wait for the
 * result. Offline is a state, not a failure: it ends with the first answer.
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

  /** True when a client may contact the server now; while it can't be reached, the caller is the one that tries. */
  mayTry(origin: string, nowMs: number): boolean {
    return nowMs >= this.earliestMs(origin);
  }

  /** The earliest time a client may contact the server; while one is trying, no other may. */
  earliestMs(origin: string): number {
    if (this.#trying.has(origin)) return Number.POSITIVE_INFINITY;
    return this.#outages.get(origin)?.nextTryMs ?? 0;
  }

  trying(origin: string): void {
    if (this.#outages.has(origin)) this.#trying.add(origin);
  }

  /** The one that tried came to no result: another may try. */
  letGo(origin: string): void {
    this.#trying.delete(origin);
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

  /** The network is back or the machine woke up: try every server again soon. */
  hurry(atMs: number): void {
    for (const [origin, outage] of this.#outages) this.#outages.set(origin, { ...outage, nextTryMs: atMs, tries: 0 });
  }
}
