import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { app } from "electron";
import type { UpdateEngine } from "./updates.ts";

const KEY = "update-key.pem";

export interface UpdateFeed {
  /** Why this build takes no updates, in words, or null. */
  readonly off: string | null;
  readonly publicKeyPem: string;
}

/**
 * Whether this build has an update feed and its signing key. The release build adds both: electron-builder writes
 * the feed next to the archive, and the key is inside it.
 */
export function findUpdateFeed(outFolder: string): UpdateFeed {
  const key = join(outFolder, KEY);
  if (!app.isPackaged) return { off: "This is a development checkout. Update it with git.", publicKeyPem: "" };
  if (!existsSync(join(process.resourcesPath, "app-update.yml")) || !existsSync(key))
    return { off: "This copy of Tieout can't update itself. To update, install a newer version.", publicKeyPem: "" };
  return { off: null, publicKeyPem: readFileSync(key, "utf8") };
}

/** Loaded only where it is needed: it looks at the feed as soon as it is there. */
export async function loadUpdateEngine(): Promise<UpdateEngine> {
  const { default: updater } = await import("electron-updater");
  return updater.autoUpdater;
}
