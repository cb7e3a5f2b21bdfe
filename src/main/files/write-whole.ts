import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Takes pieces of a file, one after the other; it settles when there is room for more. */
export type WritePiece = (piece: string | Uint8Array) => Promise<void>;

/**
 * Writes beside the target, syncs and renames: a reader sees the old file or the whole new one.
 * @throws what `produce` throws and what the file system says; then no file is left behind
 */
export async function writeWhole<T>(path: string, produce: (write: WritePiece) => Promise<T>): Promise<T> {
  const temporary = `${path}.part`;
  try {
    const stream = createWriteStream(temporary, { mode: 0o600 });
    await once(stream, "open");
    const made = await produce(async (piece) => {
      if (!stream.write(piece)) await once(stream, "drain");
    });
    stream.end();
    await once(stream, "close");
    await syncPath(temporary);
    await rename(temporary, path);
    await syncPath(dirname(path));
    return made;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function syncPath(path: string): Promise<void> {
  // Windows can't sync folders, and lets no file be synced that was opened for reading.
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
