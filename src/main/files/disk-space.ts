import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { megabytes } from "#shared/kernel/readable.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** What is left free for everything else: logs, notes, and the answers of writes that were sent. */
const MARGIN_BYTES = 32 * 1024 * 1024;

/** Bytes that this user may still write on the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(nearestFolder(folder));
  return bavail * bsize;
}

/**
 * What is missing on the disk of a folder to write that many bytes and leave some for everything else, in
 * words that name the folder; null when there is enough.
 */
export function roomProblem(folder: string, bytes: number): string | null {
  const free = freeBytes(folder);
  const needed = bytes + MARGIN_BYTES;
  if (free >= needed) return null;
  return `The disk that holds ${folder} has ${megabytes(free, Math.floor)} free, but ${megabytes(needed)} is needed (${megabytes(needed - free)} more).`;
}

/** Refuses before anything is written where the disk has no room; null when there is enough. */
export function lacksRoom(folder: string, bytes: number): Failure | null {
  const problem = roomProblem(folder, bytes);
  if (problem === null) return null;
  return {
    code: "disk_full",
    message: `${problem} Nothing was written.`,
    next: "Free up space on that disk, then try again.",
  };
}

/** The folder itself, or the nearest one above it that exists. */
export function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}
