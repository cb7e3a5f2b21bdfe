import { statfsSync } from "node:fs";
import type { Failure } from "#shared/model/failure.ts";

/** What is left free for everything else when a copy is made. */
const MARGIN_BYTES = 32 * 1024 * 1024;

/** Bytes that this user may still write on the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Refuses before anything is written where the disk has no room; null when there is enough. */
export function lacksRoom(folder: string, bytes: number): Failure | null {
  const free = freeBytes(folder);
  if (free >= bytes + MARGIN_BYTES) return null;
  return {
    code: "disk_full",
    message: `The disk of ${folder} has ${megabytes(free)} free and ${megabytes(bytes + MARGIN_BYTES)} are needed. Nothing was written.`,
    next: "Free disk space, or choose another disk, then do it again.",
  };
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_048_576)} MB`;
}
