import type { BridgeEvent } from "#shared/contract/reply.ts";

/** What the payload of news says of where they belong. */
interface Belonging {
  readonly clientId?: string;
  readonly clientIds?: readonly string[];
  readonly jobId?: string;
  readonly signInId?: string;
  /** Of a notice. */
  readonly key?: string;
}

/**
 * News that a slow reader has not taken yet. Bounded by what there is news of: of each topic and client, update, pack, sign-in or
 * notice only the newest is kept, and lists of clients are kept as one set for each topic.
 */
export class EventBacklog {
  readonly #newest = new Map<string, BridgeEvent>();
  readonly #lists = new Map<string, Set<string>>();

  add(event: BridgeEvent): void {
    const { clientIds, ...of } = (event.payload ?? {}) as Belonging;
    if (clientIds !== undefined) {
      this.#lists.set(event.topic, new Set([...(this.#lists.get(event.topic) ?? []), ...clientIds]));
      return;
    }
    const key = JSON.stringify([event.topic, of.clientId, of.jobId, of.signInId, of.key]);
    // The newest goes to the end, so that news leave in the order in which they became true.
    this.#newest.delete(key);
    this.#newest.set(key, event);
  }

  /** Everything that waits, oldest first; the backlog is empty afterwards. */
  take(): readonly BridgeEvent[] {
    const events = [...this.#newest.values()];
    for (const [topic, clientIds] of this.#lists) events.push({ topic, payload: { clientIds: [...clientIds] } } as BridgeEvent);
    this.#newest.clear();
    this.#lists.clear();
    return events;
  }
}
