import type { BridgeEvent } from "#shared/contract/reply.ts";

/** What tells the things apart that one topic brings news of. */
interface About {
  readonly clientId?: string;
  readonly jobId?: string;
  readonly signInId?: string;
  /** Of a notice. */
  readonly key?: string;
  readonly clientIds?: readonly string[];
}

/**
 * News that a slow reader has not taken yet. Bounded by what there is news of: of each thing, such as a client's sync
 * or a job, only the newest is kept, and the clients that one topic names as one set.
 */
export class EventBacklog {
  readonly #newest = new Map<string, BridgeEvent>();
  readonly #named = new Map<string, Set<string>>();

  add(event: BridgeEvent): void {
    const payload = event.payload as About | null;
    const ids = payload?.clientIds ?? [];
    // News that names no client is about all of them, and is kept as any other.
    if (ids.length > 0) {
      const named = this.#named.get(event.topic) ?? new Set();
      this.#named.set(event.topic, named);
      for (const id of ids) named.add(id);
      return;
    }
    const { clientId, jobId, signInId, key: notice } = payload ?? {};
    const key = [event.topic, clientId, jobId, signInId, notice].join(" ");
    // The newest goes to the end, so that news leave in the order in which they became true.
    this.#newest.delete(key);
    this.#newest.set(key, event);
  }

  /** Everything that waits, oldest first; the backlog is empty afterwards. */
  take(): readonly BridgeEvent[] {
    const events = [...this.#newest.values()];
    for (const [topic, ids] of this.#named) events.push({ topic, payload: { clientIds: [...ids] } });
    this.#newest.clear();
    this.#named.clear();
    return events;
  }
}
