import { readFileSync } from "node:fs";

const EVERY_MS = 500;

/**
 * Calls back once when the process that started this one has exited. npm runs a script through a shell that
 * outlives it, so under npm the shell's parent is watched as well, where the system allows it.
 * @returns a function that stops watching
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
    // The program's name is in parentheses and may contain anything; the state and the parent follow it.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return null;
    throw error;
  }
}
