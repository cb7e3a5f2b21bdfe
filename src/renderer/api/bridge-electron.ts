import type { BridgeEvent, Reply } from "#shared/contract/reply.ts";
import type { Bridge } from "./bridge.ts";

declare global {
  interface Window {
    /** Put there by the preload; absent in a browser. */
    readonly tieout?: {
      invoke(method: string, input: unknown): Promise<Reply>;
      subscribe(listener: (news: BridgeEvent) => void): () => void;
    };
  }
}

/** The bridge of the desktop shell, or null outside of it. */
export function electronBridge(): Bridge | null {
  const shell = window.tieout;
  if (shell === undefined) return null;
  return {
    invoke: (method, input) => shell.invoke(method, input),
    openWindow: (address) => shell.invoke("shell.openWindow", { address }),
    listen: (onNews, onLink) => {
      onLink("up");
      return shell.subscribe(onNews);
    },
  };
}
