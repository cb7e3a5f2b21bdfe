import { existsSync, readFileSync } from "node:fs";

const STATUS = "/proc/self/status";

/**
 * The operating system's own figure of this process's peak memory, in KiB. Linux has one for the memory of this program alone: the
 * usual one begins with what the process had that started it, which is more than a first sync takes after the other benches.
 */
export function peakMemoryKib(): number {
  const own = existsSync(STATUS) ? /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(STATUS, "utf8"))?.[1] : undefined;
  return own === undefined ? process.resourceUsage().maxRSS : Number(own);
}
