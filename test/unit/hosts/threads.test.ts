import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { spawnThreads } from "#main/hosts/node/threads.ts";
import { workerEntry } from "#test/support/built.ts";
import { tempHome } from "#test/support/temp-home.ts";

const TASKS = "/proc/self/task";

const niceness = (stat: string) => Number(stat.split(") ")[1]?.split(" ")[16]);

/** How far each thread with this name steps back for others (proc_pid_stat(5), field 19). */
function nicenessOf(name: string): number[] {
  return readdirSync(TASKS)
    .filter((id) => readFileSync(join(TASKS, id, "comm"), "utf8").trim() === name)
    .map((id) => niceness(readFileSync(join(TASKS, id, "stat"), "utf8")));
}

const isLinux = process.platform === "linux";
if (!isLinux) process.stdout.write("the priority of threads: left out, because only Linux has one for each thread\n");

describe.runIf(isLinux)("threads that own files", () => {
  it("writers let the window and the reader go first", async () => {
    // The tests may step back themselves.
    const own = niceness(readFileSync("/proc/self/stat", "utf8"));
    const spawn = spawnThreads(await workerEntry(), tempHome());
    const threads = ["writer-of-threads", "reader"].map((name) => spawn(name));
    try {
      await expect.poll(() => nicenessOf("writer-of-threa")).toEqual([Math.max(own, 10)]);
      expect(nicenessOf("reader").every((nice) => nice === own)).toBe(true);
      expect(niceness(readFileSync("/proc/self/stat", "utf8"))).toBe(own);
    } finally {
      await Promise.all(threads.map((thread) => thread.close()));
    }
  });
});
