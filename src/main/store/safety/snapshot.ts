import { chmodSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolderOf, syncPath } from "#main/files/sync.ts";
import { StoreRefusal } from "#main/store/database/open.ts";
import { ownRecordsProblem } from "#main/store/database/own-chain.ts";
import { sha256Of, withFile } from "./bytes.ts";
import { checkWhole, countRows, type FileOwner, isFromNewer, openToLook } from "./known-files.ts";

/** What reading a copy back showed. */
export interface SnapshotFacts {
  readonly bytes: number;
  readonly sha256: string;
  readonly schema: number;
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Copies a data file at one instant, while others may go on writing to it: to a temporary name, read back
 * (integrity, references, owner, row counts), synced, then renamed. A copy under its final name is therefore
 * always usable.
 * @throws StoreRefusal with reason `damaged` when the source fails its check
 */
export function takeSnapshot(path: string, owner: FileOwner, target: string): SnapshotFacts {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const temporary = `${target}.tmp`;
  rmSync(temporary, { force: true });
  try {
    const rows = copyInto(path, temporary);
    chmodSync(temporary, 0o600);
    const facts = readBack(temporary, owner);
    for (const [table, count] of Object.entries(rows))
      if (facts.rows[table] !== count)
        throw new StoreRefusal(
          `A new snapshot of ${path} doesn't have the same number of records as the file itself (table ${table}).`,
          "damaged",
        );
    syncPath(temporary);
    renameSync(temporary, target);
    syncFolderOf(target);
    return facts;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Reads a copy completely.
 * @param name the name used in the error message
 * @throws StoreRefusal when it can't be used, with reason `damaged` unless a newer version of Tieout wrote it
 */
export function readBack(path: string, owner: FileOwner, name = path): SnapshotFacts {
  const db = openToLook(path);
  try {
    const problem = checkWhole(db, owner);
    if (problem !== null)
      throw new StoreRefusal(`${name} can't be used because ${problem}.`, isFromNewer(db, owner) ? "refused" : "damaged");
    const { size } = statSync(path);
    return {
      bytes: size,
      sha256: withFile(path, "r", (handle) => sha256Of(handle, 0, size)),
      schema: db.pragma("user_version", { simple: true }) as number,
      rows: countRows(db),
    };
  } finally {
    db.close();
  }
}

/** The problem with the own records in a copy, or null. */
export function ownProblemIn(path: string): string | null {
  const db = openToLook(path);
  try {
    return ownRecordsProblem(db);
  } finally {
    db.close();
  }
}

/** @returns the row counts of the source; empty if something wrote to it in the meantime, so that only the copy's own checks apply */
function copyInto(path: string, temporary: string): Record<string, number> {
  const db = openToLook(path);
  try {
    const stamp = () => db.pragma("data_version", { simple: true });
    const before = stamp();
    db.prepare("VACUUM INTO ?").run(temporary);
    const rows = countRows(db);
    return stamp() === before ? rows : {};
  } finally {
    db.close();
  }
}
