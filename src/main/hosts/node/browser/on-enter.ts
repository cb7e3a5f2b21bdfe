import { readFileSync } from "node:fs";

/**
 * Calls back each time a person presses Enter in the terminal, or a script sends a line.
 * @returns false when nobody can be listened to: a process in the background would be stopped for reading from its terminal,
 *   and a file has no keys
 */
export function onEnter(callback: () => void): boolean {
  const { stdin } = process;
  if (stdin.isTTY && !isInForeground()) return false;
  // A file or the null device, as under a scheduler: nobody types there, and reading it must not keep the process alive.
  if (!("unref" in stdin)) return false;
  stdin.on("data", (chunk: Buffer) => {
    if (chunk.includes("\n")) callback();
  });
  // A terminal that was closed ends the process by a signal, not through here.
  stdin.on("error", () => stdin.destroy());
  stdin.unref();
  return true;
}

function isInForeground(): boolean {
  if (process.platform !== "linux") return true;
  // After the name in parentheses: state, parent, process group, session, terminal, the terminal's process group.
  const stat = readFileSync("/proc/self/stat", "utf8");
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return group === foreground;
}
