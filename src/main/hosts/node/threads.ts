import { Worker } from "node:worker_threads";
import type { SpawnThread, ThreadPort } from "#main/ports/index.ts";

/**
 * Starts file-owning threads. The entry stands beside the entry that runs now, as TypeScript in a
 * checkout and as JavaScript in a build.
 * @param entry URL of client-worker
 */
export function spawnThreads(entry: URL, home: string): SpawnThread {
  return (name) => {
    const worker = new Worker(entry, {
      name,
      workerData: { home, readonly: name === "reader" },
      resourceLimits: { maxYoungGenerationSizeMb: 64 },
    });
    return {
      post: (message, transfer) => worker.postMessage(message, transfer === undefined ? [] : [...transfer]),
      onMessage: (listener) => void worker.on("message", listener),
      onExit: (listener) => {
        let reason: Error | null = null;
        worker.on("error", (error) => {
          reason = error as Error;
        });
        worker.on("exit", () => listener(reason));
      },
      close: async () => void (await worker.terminate()),
    } satisfies ThreadPort;
  };
}
