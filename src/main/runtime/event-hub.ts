import type { ApiContext } from "#main/api/context.ts";
import type { BridgeEvent } from "#shared/contract/reply.ts";

/** Where news of the core is heard. */
export interface EventHub {
  readonly deliver: ApiContext["publish"];
  /** Returns the way to stop listening. */
  subscribe(listener: (event: BridgeEvent) => void): () => void;
}

export function createEventHub(): EventHub {
  const listeners = new Set<(event: BridgeEvent) => void>();
  return {
    deliver: (topic, payload) => {
      for (const listener of listeners) listener({ topic, payload });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
