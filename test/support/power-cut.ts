import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Random, randomInt } from "#shared/kernel/random.ts";

const SECTOR = 512;
const LOG_HEADER = 32;
const FRAME_HEADER = 24;

/**
 * Makes of a killed process's data folder what a power cut could have left: the log of each database keeps what
 * was committed, which was on disk before anybody was told; of what came after it, each sector may be lost or
 * something else. Memory that connections shared beside a database is gone.
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

/** Where the last frame ends that ended a transaction of the log's present round. */
function committedEnd(log: Buffer): number {
  if (log.length < LOG_HEADER) return log.length;
  const size = FRAME_HEADER + log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  let end = LOG_HEADER;
  for (let at = LOG_HEADER; at + size <= log.length && log.subarray(at + 8, at + 16).equals(salts); at += size)
    if (log.readUInt32BE(at + 4) !== 0) end = at + size;
  return end;
}
