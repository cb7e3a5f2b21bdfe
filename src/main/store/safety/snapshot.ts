import { chmodSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolderOf, syncPath } from "#main/files/sync.ts";
import { StoreRefusal } from "#main/store/database/open.ts";
import { ownRecordsProblem } from "#main/store/database/own-chain.ts";
import { sha256Of, withFile } from "./bytes.ts";
import { checkWhole, countRows, type FileOwner, openToLook } from "./known-files.ts";

/** What a copy was found to be when it was read back. */
export interface SnapshotFacts {
  readonly bytes: number;
  readonly sha256: string;
  readonly schema: number;
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Copies a data file as it stands at one instant, while others may go on writing into it: under a
 * temporary name, read back (integrity, references, owner, row counts), synced, then renamed. A
 * copy that can be seen is a copy that can be used.
 * @throws StoreRefusal with reason `damaged` when the source does not check clean
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
      if (facts.rows[table] !== count) throw new StoreRefusal(`The copy of ${path} differs from the file in ${table}.`, "damaged");
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
 * Reads a copy whole.
 * @param name what the copy is called where it cannot be used
 * @throws StoreRefusal with reason `damaged` when it cannot be used
 */
export function readBack(path: string, owner: FileOwner, name = path): SnapshotFacts {
  const db = openToLook(path);
  try {
    const problem = checkWhole(db, owner);
    if (problem !== null) throw new StoreRefusal(`${name} cannot be used: ${problem}.`, "damaged");
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

/** What stands against the own records in a copy, or null. */
export function ownProblemIn(path: string): string | null {
  const db = openToLook(path);
  try {
    return ownRecordsProblem(db);
  } finally {
    db.close();
  }
}

/** @returns the row counts of the source, or none where somebody wrote into it meanwhile: then the copy's own checks speak for it */
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
