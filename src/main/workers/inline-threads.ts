import { MessageChannel } from "node:worker_threads";
import type { SpawnThread } from "#main/ports/index.ts";
import { attachFileServer } from "./attach.ts";

/**
 * The file servers of a data folder on the thread of the caller, each behind a message channel, so that nothing but copies
 * crosses. For what does one thing and ends: starting two threads takes longer than most commands do.
 */
export function inlineThreads(home: string): SpawnThread {
  return (name) => {
    const { port1, port2 } = new MessageChannel();
    const server = attachFileServer(port2, { home, readonly: name === "reader" });
    return {
      post: (message, transfer) => port1.postMessage(message, transfer === undefined ? [] : [...transfer]),
      onMessage: (listener) => void port1.on("message", listener),
      onExit: (listener) => void port1.on("close", () => listener(null)),
      close: async () => {
        await server.stopMaking();
        server.close();
        port1.close();
      },
    };
  };
}
