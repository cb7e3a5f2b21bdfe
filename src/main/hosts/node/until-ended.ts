const PARENT_EVERY_MS = 500;

/** Resolves when the process is asked to end: by a signal, or because whoever started it is gone. */
export function untilEnded(): Promise<"signal" | "parent"> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve("signal"));
    process.once("disconnect", () => resolve("parent"));
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      resolve("parent");
    }, PARENT_EVERY_MS);
    watch.unref();
  });
}
