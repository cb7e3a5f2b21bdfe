import { hash } from "node:crypto";
import { closeSync, fstatSync, openSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";

// On POSIX systems, closing any handle to a file releases every lock that this process has on it, those of other
// handles and threads included. A database would go on unlocked, and the next program that opens and closes the
// file would delete the log that is still being written. So a handle used beside a database connection is kept
// until no thread has a connection to that file.

const NAME = "tieout.connections";
const SLOTS = 4096;
/** Windows' locks belong to their handle. */
const ARE_LOCKS_SHARED = process.platform !== "win32";
const CLOSING = -1;

interface Kept {
  readonly handle: number;
  readonly file: string;
}

/** Handles of this thread that can't be closed yet, by path. */
const kept = new Map<string, Kept>();
let counts: Int32Array | null = null;

/**
 * Connections of the whole process by a hash of the path: threads that are started from now on share the counts.
 * Called before the first thread is started.
 */
export function shareConnectionCounts(): void {
  connectionCounts();
}

/** A connection to this file is about to be opened. Each call is followed by one of `connectionClosed`. */
export function connectionOpens(path: string): void {
  const slots = connectionCounts();
  const at = slotOf(path);
  // A handle is being closed at this moment, which takes microseconds.
  for (;;) {
    const before = Atomics.load(slots, at);
    if (before !== CLOSING && Atomics.compareExchange(slots, at, before, before + 1) === before) return;
  }
}

/** A connection to this file was closed, or couldn't be opened. */
export function connectionClosed(path: string): void {
  Atomics.sub(connectionCounts(), slotOf(path), 1);
  const waiting = kept.get(resolve(path));
  if (waiting !== undefined) closeOrKeep(resolve(path), waiting);
}

/**
 * Reads the bytes of a file that any thread may have open as a database, without releasing its locks.
 * @param read gets a handle for reading; it must not close it
 */
export function readRaw<T>(path: string, read: (handle: number) => T): T {
  const name = resolve(path);
  const { handle, file } = keptFor(name) ?? opened(name);
  try {
    return read(handle);
  } finally {
    closeOrKeep(name, { handle, file });
  }
}

function opened(name: string): Kept {
  const handle = openSync(name, "r");
  const { dev, ino } = fstatSync(handle);
  return { handle, file: `${dev}:${ino}` };
}

/** The kept handle, unless the path has become another file since: its locks mean nothing any more. */
function keptFor(name: string): Kept | null {
  const known = kept.get(name);
  if (known === undefined) return null;
  const now = statSync(name, { throwIfNoEntry: false });
  if (now !== undefined && `${now.dev}:${now.ino}` === known.file) return known;
  kept.delete(name);
  closeSync(known.handle);
  return null;
}

function closeOrKeep(name: string, { handle, file }: Kept): void {
  const slots = connectionCounts();
  const at = slotOf(name);
  if (ARE_LOCKS_SHARED && Atomics.compareExchange(slots, at, 0, CLOSING) !== 0) {
    kept.set(name, { handle, file });
    return;
  }
  kept.delete(name);
  try {
    closeSync(handle);
  } finally {
    if (ARE_LOCKS_SHARED) Atomics.store(slots, at, 0);
  }
}

function connectionCounts(): Int32Array {
  if (counts !== null) return counts;
  const shared = getEnvironmentData(NAME);
  const memory = shared instanceof SharedArrayBuffer ? shared : new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT);
  if (memory !== shared) setEnvironmentData(NAME, memory);
  counts = new Int32Array(memory);
  return counts;
}

/** Paths that share a slot only keep each other's handles open for longer. */
function slotOf(path: string): number {
  return hash("sha256", resolve(path), "buffer").readUInt32LE(0) % SLOTS;
}
