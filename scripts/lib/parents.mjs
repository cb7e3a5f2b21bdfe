import { readFileSync } from "node:fs";

const EVERY_MS = 500;

/**
 * Calls back once when whoever started this process is gone. npm runs a script through a shell that
 * outlives it, so under npm the shell's parent is watched as well, where the system can tell.
 * @returns the way to stop watching
 */
export function watchParents(gone) {
  const parent = process.ppid;
  const grandparent = process.env.npm_lifecycle_event === undefined ? null : parentOf(parent);
  const watch = setInterval(() => {
    if (process.ppid === parent && (grandparent === null || parentOf(parent) === grandparent)) return;
    clearInterval(watch);
    gone();
  }, EVERY_MS);
  watch.unref();
  return () => clearInterval(watch);
}

/** @returns the parent of a process, or null where there is no /proc or no such process */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program stands in brackets and may hold anything; the state and the parent follow it.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return null;
    throw error;
  }
}
