import { hash } from "node:crypto";
import { readSync } from "node:fs";

/** An open write-ahead log. */
export interface OpenLog {
  readonly handle: number;
  readonly pageBytes: number;
}

export const SUM_BYTES = 8;
export const WAL_HEAD_BYTES = 32;
const FRAME_HEAD_BYTES = 24;
const FRAMES_AT_ONCE = 128;

/** Checksums of the newest content of each page in frames after `from`, and the size of the file in pages after the last of them. */
export function newestSums(log: OpenLog, from: number, to: number): { readonly sums: Map<number, Buffer>; readonly pages: number } | null {
  const sums = new Map<number, Buffer>();
  let pages: number | null = null;
  for (const { page, pagesAfter, content } of framesBackwards(log, from, to)) {
    pages ??= pagesAfter;
    if (!sums.has(page)) sums.set(page, sumOfPage(page, content));
  }
  return pages === null ? null : { sums, pages };
}

/** Of pages with these checksums, those that none of the log's first frames holds. Reads the log once, however many pages there are. */
export function pagesWithoutFrame(log: OpenLog, to: number, wanted: ReadonlyMap<number, Buffer>): Set<number> {
  const without = new Set(wanted.keys());
  for (const { page, content } of framesBackwards(log, 0, to)) {
    if (without.size === 0) break;
    if (without.has(page) && sumOfPage(page, content).equals(wanted.get(page) as Buffer)) without.delete(page);
  }
  return without;
}

interface Frame {
  readonly page: number;
  readonly pagesAfter: number;
  /** Valid until the next frame is read. */
  readonly content: Uint8Array;
}

function* framesBackwards({ handle, pageBytes }: OpenLog, from: number, to: number): Generator<Frame> {
  const frameBytes = FRAME_HEAD_BYTES + pageBytes;
  const frames = Buffer.alloc(FRAMES_AT_ONCE * frameBytes);
  for (let last = to; last > from; last -= FRAMES_AT_ONCE) {
    const first = Math.max(from, last - FRAMES_AT_ONCE);
    readSync(handle, frames, 0, (last - first) * frameBytes, WAL_HEAD_BYTES + first * frameBytes);
    for (let at = (last - first - 1) * frameBytes; at >= 0; at -= frameBytes)
      yield {
        page: frames.readUInt32BE(at),
        pagesAfter: frames.readUInt32BE(at + 4),
        content: frames.subarray(at + FRAME_HEAD_BYTES, at + frameBytes),
      };
  }
}

/** The page number is hashed as well, so that a page in the wrong place is noticed. */
export function sumOfPage(page: number, bytes: Uint8Array): Buffer {
  const sum = sumOf(bytes);
  sum.writeUInt32LE((sum.readUInt32LE(0) ^ page) >>> 0, 0);
  return sum;
}

export function sumOf(bytes: Uint8Array): Buffer {
  return hash("sha256", bytes, "buffer").subarray(0, SUM_BYTES);
}
