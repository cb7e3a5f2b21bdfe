import type { BridgeEvent, Reply } from "#shared/contract/reply.ts";

/** State of the connection to the core. `refused`: the core answers but doesn't recognize this page, so retrying won't help. */
export type LinkState = "connecting" | "up" | "down" | "refused";

/** The window's only connection to the core; the shell and the browser host each have their own. */
export interface Bridge {
  invoke(method: string, input: unknown): Promise<Reply>;
  /** Opens an address in a separate window: a window of the shell, or a tab of the browser. */
  openWindow(address: string): Promise<Reply>;
  /** Delivers news and changes of the link until the returned function is called. */
  listen(onNews: (news: BridgeEvent) => void, onLink: (state: LinkState) => void): () => void;
}
