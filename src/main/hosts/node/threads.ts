import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { shareConnectionCounts } from "#main/files/raw-file.ts";
import { CLOSE_FILES, type SpawnThread, type ThreadPort } from "#main/ports/index.ts";

/**
 * Starts the threads that own files. Their entry is next to the entry of this process, as TypeScript in a checkout and
 * as JavaScript in a build.
 * @param entry URL of client-worker
 */
export function spawnThreads(entry: URL, home: string): SpawnThread {
  shareConnectionCounts();
  return (name) => {
    const worker = new Worker(entry, {
      name,
      workerData: { home, readonly: name === "reader" },
      resourceLimits: { maxYoungGenerationSizeMb: 32 },
      // Closing a thread's handles when it ends would release the locks of the other threads: see raw-file.ts.
      trackUnmanagedFds: false,
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
      close: () => closeThread(worker),
    } satisfies ThreadPort;
  };
}

/**
 * Like `spawnThreads`, with threads that start at once and are handed out when they are first asked for: they load on another
 * processor while this one loads the core, and touch no file before they are asked to.
 * @param names the threads that every core begins with
 */
export function startThreads(entry: URL, home: string, names: readonly string[]): SpawnThread {
  const spawn = spawnThreads(entry, home);
  const started = new Map(names.map((name) => [name, spawn(name)]));
  return (name) => {
    const thread = started.get(name) ?? spawn(name);
    // One that died is asked for again, and is to be another.
    started.delete(name);
    return thread;
  };
}

const CLOSE_MS_MAX = 5_000;

/** Lets the thread fold its logs into its files; one that does not end is ended. */
async function closeThread(worker: Worker): Promise<void> {
  const patience = setTimeout(() => void worker.terminate(), CLOSE_MS_MAX);
  const ended = once(worker, "exit");
  worker.postMessage(CLOSE_FILES);
  await ended;
  clearTimeout(patience);
}
