import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const TASKS = "/proc/self/task";

/**
 * Tells how long threads of this process have waited for a core so far, in milliseconds, where the system counts it (Linux).
 * @param names threads besides this process's first one, by the beginning of their names
 */
export function coreWaits(...names: readonly string[]): () => number {
  if (!existsSync(TASKS)) return () => 0;
  const named = (id: string) => names.some((name) => readFileSync(join(TASKS, id, "comm"), "utf8").startsWith(name));
  const ids = readdirSync(TASKS).filter((id) => Number(id) === process.pid || named(id));
  // The second figure: nanoseconds in which the thread could have run and had no core.
  const waited = (id: string) => Number(readFileSync(join(TASKS, id, "schedstat"), "utf8").split(" ")[1]) / 1e6;
  return () => ids.reduce((sum, id) => sum + waited(id), 0);
}
