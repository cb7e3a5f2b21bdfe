import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { freeBytes, roomProblem } from "#main/files/disk-space.ts";
import { snapshotsFolder } from "./snapshots-folder.ts";

/** What the data folder looks like from outside of its files. */
export interface FolderFacts {
  readonly freeBytes: number;
  /** What is missing on the disk before anything can be written, in words; null when there is enough. */
  readonly roomProblem: string | null;
  readonly dataBytes: number;
  /** Files that other users of the machine may read or write, relative to the folder; none where modes do not say it. */
  readonly open: readonly string[];
  /** Files that no longer belong to anything. */
  readonly orphans: readonly string[];
}

/** Looks at names, sizes and modes; opens nothing. */
export function folderFacts(home: string, clientIds: readonly string[]): FolderFacts {
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat === undefined ? [] : [{ name: path.slice(home.length + 1).replaceAll("\\", "/"), stat }];
    });
  // Windows keeps rights in lists that these bits do not tell.
  const open = process.platform === "win32" ? [] : files.filter(({ stat }) => (stat.mode & 0o077) !== 0).map(({ name }) => name);
  const known = new Set(clientIds);
  return {
    freeBytes: freeBytes(home),
    roomProblem: roomProblem(home, 0),
    dataBytes: files.reduce((sum, { stat }) => sum + (stat.isFile() ? stat.size : 0), 0),
    // The folder itself stands for everything in it.
    open: !isOpen(home) ? open.filter((name) => name.includes("sqlite") || name === "clients") : [".", ...open],
    orphans: files.filter(({ name, stat }) => stat.isFile() && isOrphan(name, known)).map(({ name }) => name),
  };
}

/**
 * What an earlier process left behind: copies that a migration made beside its file are put where
 * every other snapshot is kept, and copies that were never finished are let go. Before anything copies.
 */
export function collectOldSnapshots(home: string): void {
  const snapshots = snapshotsFolder(home);
  for (const entry of existsSync(snapshots) ? readdirSync(snapshots, { recursive: true, withFileTypes: true }) : [])
    if (/^staging-\d+$|\.tmp$/.test(entry.name)) rmSync(join(entry.parentPath, entry.name), { recursive: true, force: true });
  const folders = [home, join(home, "clients")].filter((folder) => existsSync(folder));
  for (const folder of folders)
    for (const name of readdirSync(folder)) {
      // What repairs of earlier releases left beside the file that they made.
      if (/\.sqlite\.repaired(?:-wal|-shm)?$/.test(name)) rmSync(join(folder, name), { force: true });
      const owner = /^([a-z0-9-]{1,64})\.sqlite\.before-\d+\.bak$/.exec(name)?.[1];
      if (owner === undefined) continue;
      const target = join(snapshotsFolder(home), owner);
      mkdirSync(target, { recursive: true, mode: 0o700 });
      const madeMs = Math.trunc(statSync(join(folder, name)).mtimeMs);
      renameSync(join(folder, name), join(target, `before-migration-${madeMs}.sqlite`));
    }
}

function isOrphan(name: string, known: ReadonlySet<string>): boolean {
  const file = /^clients\/([^/]+)$/.exec(name)?.[1];
  if (file === undefined) return /^backups\/(?:staging-\d+\/|.*\.tmp$)/.test(name);
  const owner = /^([a-z0-9-]{1,64})\.sqlite(?:-wal|-shm|-sums|\.before-\d+\.bak)?$/.exec(file)?.[1];
  return owner === undefined || !known.has(owner);
}

function isOpen(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0;
}
