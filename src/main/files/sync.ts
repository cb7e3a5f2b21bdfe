import { closeSync, fsyncSync, openSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes sure that a file, or the list of names in a folder, is on the disk. */
export function syncPath(path: string): void {
  // Windows cannot open a folder, and it keeps names without being asked.
  if (process.platform === "win32") return;
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes sure that a name that was just created or moved is on the disk. */
export function syncFolderOf(path: string): void {
  syncPath(dirname(path));
}

/** The same while other work goes on. */
export async function syncFolderOfAside(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(dirname(path), "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
