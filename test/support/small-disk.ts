import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk of its own for a test, small enough to be filled. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes what is left of it, but for some bytes. @returns the way to give it back */
  fill(leaving?: number): () => void;
  /** Allows writing, or refuses it as a disk does that is mounted read-only. */
  setReadOnly(isReadOnly: boolean): void;
  remove(): void;
}

/**
 * Mounts a disk in memory, which only root can do on Linux.
 * @param purpose what is not tried without it: printed where it cannot be made
 * @returns null where it cannot be made
 */
export function smallDisk(bytes: number, purpose: string): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), "tieout-disk-"));
  const mount = (...options: readonly string[]) => execFileSync("mount", ["-t", "tmpfs", ...options, "tmpfs", folder], { stdio: "pipe" });
  try {
    mount("-o", `size=${bytes}`);
  } catch {
    // Not root, or not Linux.
    rmSync(folder, { recursive: true });
    process.stdout.write(`${purpose}: left out, because no small disk can be mounted here (that needs root on Linux)\n`);
    return null;
  }
  return {
    folder,
    fill: (leaving = 0) => {
      const ballast = join(folder, "ballast");
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leaving)));
      return () => rmSync(ballast);
    },
    setReadOnly: (isReadOnly) => void mount("-o", `remount,size=${bytes},${isReadOnly ? "ro" : "rw"}`),
    remove: () => {
      // Also where a process of a test that broke off still has a file open.
      execFileSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
