/** Loaded ahead of a host: ends it, by its own shutdown, when the launcher that started it is gone. */
import { isMainThread } from "node:worker_threads";

const EVERY_MS = 500;
const GRACE_MS = 10_000;

if (isMainThread) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(143), GRACE_MS).unref();
  }, EVERY_MS);
  watch.unref();
}
