import { MessageChannel } from "node:worker_threads";
import type { SpawnThread } from "#main/ports/index.ts";
import { attachFileServer } from "#main/workers/attach.ts";

/** The same file server on this thread, behind a message channel: structured cloning still applies. */
export function inlineThreads(home: string): SpawnThread {
  return (name) => {
    const { port1, port2 } = new MessageChannel();
    const server = attachFileServer(port2, { home, readonly: name === "reader" });
    return {
      post: (message, transfer) => port1.postMessage(message, transfer === undefined ? [] : [...transfer]),
      onMessage: (listener) => void port1.on("message", listener),
      onExit: (listener) => void port1.on("close", () => listener(null)),
      close: async () => {
        server.close();
        port1.close();
      },
    };
  };
}
