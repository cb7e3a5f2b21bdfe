/** Loaded before a host: shuts it down properly when the launcher that started it has exited. */
import { isMainThread } from "node:worker_threads";
import { watchParents } from "./parents.mjs";

const GRACE_MS = 10_000;

if (isMainThread)
  watchParents(() => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(143), GRACE_MS).unref();
  });
