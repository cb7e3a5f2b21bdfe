import { renameSync, rmSync, writeFileSync } from "node:fs";
import { isOutOfRoom } from "./storage-failure.ts";
import { syncFolderOf } from "./sync.ts";

/** Writes a small file that nobody else may read, in one step: after a kill or a power cut it is the old one or the new one. */
export function replaceFile(path: string, text: string): void {
  const next = `${path}.new`;
  try {
    writeFileSync(next, text, { mode: 0o600, flush: true });
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
  syncFolderOf(path);
}

/** Writes what only makes things more pleasant. A full disk has no room for it, and nothing stops because of that. */
export function tryToReplaceFile(path: string, text: string): void {
  try {
    replaceFile(path, text);
  } catch (error) {
    if (!isOutOfRoom(error)) throw error;
  }
}
