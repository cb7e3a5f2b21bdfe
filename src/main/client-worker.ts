import { getPriority, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { assert } from "#shared/kernel/assert.ts";
import { attachFileServer } from "./workers/attach.ts";
import { loadOperations } from "./workers/serve-operations.ts";

/** What a person waits for gets a core first: the window's thread, its page and the reader. Writers use what is left, which is all of it otherwise. */
const WRITERS_NICE = 10;

/** By then the window is there, and nobody has had the time to write anything. */
const WRITERS_LOAD_AFTER_MS = 3_000;

const settings = z.object({ home: z.string(), readonly: z.boolean() }).parse(workerData);
assert(parentPort !== null, "client-worker runs as a thread only");
// Only Linux has a priority for each thread; elsewhere this would change the whole program's. One that steps back further already, as
// under `nice -n 19`, may not come forward again.
if (!settings.readonly && process.platform === "linux" && getPriority() < WRITERS_NICE) setPriority(WRITERS_NICE);
const server = attachFileServer(parentPort, settings);
parentPort.on("close", () => server.close());
// What the window asks first, the reader answers. One that can't load tells so with its first operation.
if (settings.readonly) loadOperations().catch(() => undefined);
else setTimeout(() => void loadOperations().catch(() => undefined), WRITERS_LOAD_AFTER_MS).unref();
