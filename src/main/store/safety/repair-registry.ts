import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { KEPT_FOLDER } from "#main/ports/data-folder-names.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import { syncFolderOf, syncPath } from "./bytes.ts";
import { dataFilePath } from "./known-files.ts";
import { newestGood } from "./newest-good.ts";

/** What stands in for a registry that was damaged. */
export interface RegistryRepair {
  readonly snapshotAt: Instant;
  /** Where the damaged one is kept. */
  readonly quarantine: string;
}

/**
 * Puts the newest good snapshot of the firm's registry in place of a damaged one, which is kept. The
 * clients' files are not touched. Nobody may have the registry open.
 * @returns null when no snapshot of it is good: then nothing was changed
 */
export function repairRegistry(home: string, nowMs: number): RegistryRepair | null {
  const good = newestGood(home, null);
  if (good === null) return null;
  const path = dataFilePath(home, null);
  const next = `${path}.repaired`;
  rmSync(next, { force: true });
  copyFileSync(good.path, next);
  chmodSync(next, 0o600);
  syncPath(next);
  const quarantine = join(home, KEPT_FOLDER, `damaged-firm-${instantFromMs(nowMs).replaceAll(/[:.]/g, "-")}`);
  mkdirSync(quarantine, { recursive: true, mode: 0o700 });
  for (const file of [`${path}-shm`, `${path}-wal`, path]) if (existsSync(file)) renameSync(file, join(quarantine, basename(file)));
  renameSync(next, path);
  syncFolderOf(path);
  return { snapshotAt: instantFromMs(good.takenMs), quarantine };
}

/** A registry that is gone or empty beside clients' files: making a new one would hide them all. */
export function isRegistryLost(home: string): boolean {
  const size = statSync(dataFilePath(home, null), { throwIfNoEntry: false })?.size ?? 0;
  const clients = join(home, "clients");
  return size === 0 && existsSync(clients) && readdirSync(clients).some((name) => name.endsWith(".sqlite"));
}
