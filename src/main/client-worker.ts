import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { CLOSE_FILES } from "#main/ports/index.ts";
import { assert } from "#shared/kernel/assert.ts";
import { attachFileServer } from "./workers/attach.ts";

const settings = z.object({ home: z.string(), readonly: z.boolean() }).parse(workerData);
assert(parentPort !== null, "client-worker runs as a thread only");
const port = parentPort;
const server = attachFileServer(port, settings);
// Listeners run in order: the files are closed by now, and without its port the thread ends.
port.on("message", (message) => {
  if (message === CLOSE_FILES) port.close();
});
port.on("close", () => server.close());
