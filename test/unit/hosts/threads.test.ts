import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { spawnThreads } from "#main/hosts/node/threads.ts";
import { workerEntry } from "#test/support/built.ts";
import { tempHome } from "#test/support/temp-home.ts";

const TASKS = "/proc/self/task";

/** How far each thread with this name steps back for others (proc_pid_stat(5), field 19). */
function nicenessOf(name: string): number[] {
  return readdirSync(TASKS)
    .filter((id) => readFileSync(join(TASKS, id, "comm"), "utf8").trim() === name)
    .map((id) =>
      Number(
        readFileSync(join(TASKS, id, "stat"), "utf8")
          .split(") ")[1]
          ?.split(" ")[16],
      ),
    );
}

describe.runIf(process.platform === "linux")("threads that own files", () => {
  it("writers let the window and the reader go first", async () => {
    const spawn = spawnThreads(await workerEntry(), tempHome());
    const threads = ["writer-of-threads", "reader"].map((name) => spawn(name));
    try {
      await expect.poll(() => nicenessOf("writer-of-threa")).toEqual([10]);
      expect(nicenessOf("reader").every((nice) => nice === 0)).toBe(true);
      expect(Number(readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ")[16])).toBe(0);
    } finally {
      await Promise.all(threads.map((thread) => thread.close()));
    }
  });
});
