import type { BridgeEvent } from "#shared/contract/reply.ts";

/**
 * News that a slow reader has not taken yet. Bounded by the number of clients: of each topic and
 * client only the newest is kept, and changed clients are kept as one set.
 */
export class EventBacklog {
  readonly #newest = new Map<string, BridgeEvent>();
  readonly #changed = new Set<string>();

  add(event: BridgeEvent): void {
    const payload = event.payload as { readonly clientId?: string; readonly clientIds?: readonly string[] } | null;
    if (event.topic === "clients.changed" && payload?.clientIds !== undefined) {
      for (const id of payload.clientIds) this.#changed.add(id);
      return;
    }
    const key = `${event.topic} ${payload?.clientId ?? ""}`;
    // The newest goes to the end, so that news leave in the order in which they became true.
    this.#newest.delete(key);
    this.#newest.set(key, event);
  }

  /** Everything that waits, oldest first; the backlog is empty afterwards. */
  take(): readonly BridgeEvent[] {
    const events = [...this.#newest.values()];
    if (this.#changed.size > 0) events.push({ topic: "clients.changed", payload: { clientIds: [...this.#changed] } });
    this.#newest.clear();
    this.#changed.clear();
    return events;
  }
}
