import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { assert } from "#shared/kernel/assert.ts";
import { attachFileServer } from "./workers/attach.ts";

const settings = z.object({ home: z.string(), readonly: z.boolean() }).parse(workerData);
assert(parentPort !== null, "client-worker runs as a thread only");
const server = attachFileServer(parentPort, settings);
parentPort.on("close", () => server.close());
