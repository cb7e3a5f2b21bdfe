const PARENT_EVERY_MS = 500;

/**
 * Resolves when the process is asked to end: by a signal, or because its parent has ended.
 * @param follows false for a desktop start, whose launcher ends right away
 */
export function untilEnded(follows = true): Promise<"signal" | "parent"> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve("signal"));
    if (!follows) return;
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
