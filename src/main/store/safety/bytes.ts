import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, writeSync } from "node:fs";

/** Copied and hashed at a time: a file of a gigabyte must not be held in memory. */
const CHUNK_BYTES = 1 << 20;

/** Hands out `bytes` bytes of an open file from `start` on, a chunk at a time; fewer when the file ends before. */
export function* chunksOf(handle: number, start: number, bytes: number): Generator<Uint8Array> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let left = bytes;
  for (let at = start; left > 0; ) {
    const read = readSync(handle, chunk, 0, Math.min(CHUNK_BYTES, left), at);
    if (read === 0) return;
    yield chunk.subarray(0, read);
    at += read;
    left -= read;
  }
}

/** SHA-256 of part of an open file, in hex. */
export function sha256Of(handle: number, start: number, bytes: number): string {
  const hash = createHash("sha256");
  for (const chunk of chunksOf(handle, start, bytes)) hash.update(chunk);
  return hash.digest("hex");
}

/** Writes all of it; one call may take less than it is given. */
export function writeAll(handle: number, bytes: Uint8Array): void {
  let rest = bytes;
  while (rest.length > 0) rest = rest.subarray(writeSync(handle, rest));
}

/** Opens a file for the length of `act`. */
export function withFile<T>(path: string, flags: "r" | "wx", act: (handle: number) => T): T {
  const handle = openSync(path, flags, 0o600);
  try {
    return act(handle);
  } finally {
    closeSync(handle);
  }
}
