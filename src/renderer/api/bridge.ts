import type { BridgeEvent, Reply } from "#shared/contract/reply.ts";

/**
 * How the way to the core stands. `refused`: the core answers but does not know this page, which a
 * new attempt does not mend.
 */
export type LinkState = "connecting" | "up" | "down" | "refused";

/** The one way from the window to the core; the shell and the browser host each have their own. */
export interface Bridge {
  invoke(method: string, input: unknown): Promise<Reply>;
  /** Opens a place in a window of its own: a window of the shell, or a tab of the browser. */
  openWindow(address: string): Promise<Reply>;
  /** Hands over news and changes of the link until the returned function is called. */
  listen(onNews: (news: BridgeEvent) => void, onLink: (state: LinkState) => void): () => void;
}
