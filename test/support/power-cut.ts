import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Random, randomInt } from "#shared/kernel/random.ts";

const SECTOR = 512;
const LOG_HEADER = 32;
const FRAME_HEADER = 24;

/**
 * Turns a killed process's data folder into what a power cut could have left. The log of each database keeps
 * what was committed, because that was on disk before anyone was told; of what follows, each sector may be lost
 * or damaged. The shared memory next to a database is lost.
 */
export function cutPower(home: string, random: Random): void {
  for (const name of readdirSync(home, { recursive: true, encoding: "utf8" })) {
    const path = join(home, name);
    if (name.endsWith(".sqlite-shm")) rmSync(path);
    if (!name.endsWith(".sqlite-wal")) continue;
    const log = readFileSync(path);
    const whole = committedEnd(log);
    for (let at = whole; at < log.length; at += SECTOR) {
      const end = Math.min(at + SECTOR, log.length);
      if (random() < 0.5) log.fill(random() < 0.5 ? 0 : randomInt(random, 1, 255), at, end);
    }
    writeFileSync(path, log.subarray(0, random() < 0.5 ? log.length : randomInt(random, whole, log.length)));
  }
}

/** The end of the last frame that completed a transaction in the log's current round. */
function committedEnd(log: Buffer): number {
  if (log.length < LOG_HEADER) return log.length;
  const size = FRAME_HEADER + log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  let end = LOG_HEADER;
  for (let at = LOG_HEADER; at + size <= log.length && log.subarray(at + 8, at + 16).equals(salts); at += size)
    if (log.readUInt32BE(at + 4) !== 0) end = at + size;
  return end;
}
