import { open, rename, rm } from "node:fs/promises";
import { syncFolderOfAside } from "./sync.ts";

/** Takes pieces of a file, one after the other; it settles when there is room for more. */
export type WritePiece = (piece: string | Uint8Array) => Promise<void>;

/** Pieces are often single lines: so much is gathered before it is written. */
const GATHERED_BYTES = 65_536;

/**
 * Writes a large file beside the target, syncs and renames: a reader sees the old file or the whole new one.
 * @throws what `produce` throws and what the file system says; then no file is left behind
 */
export async function writeWhole<T>(path: string, produce: (write: WritePiece) => Promise<T>): Promise<T> {
  const temporary = `${path}.part`;
  try {
    const made = await writeInPieces(temporary, produce);
    await rename(temporary, path);
    await syncFolderOfAside(path);
    return made;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeInPieces<T>(path: string, produce: (write: WritePiece) => Promise<T>): Promise<T> {
  const handle = await open(path, "w", 0o600);
  try {
    let gathered: Uint8Array[] = [];
    let bytes = 0;
    const flush = async () => {
      const all = Buffer.concat(gathered);
      gathered = [];
      bytes = 0;
      await handle.writeFile(all);
    };
    const made = await produce(async (piece) => {
      // A copy: the caller may fill the same bytes again.
      gathered.push(Buffer.from(piece));
      bytes += piece.length;
      if (bytes >= GATHERED_BYTES) await flush();
    });
    await flush();
    await handle.sync();
    return made;
  } finally {
    await handle.close();
  }
}
