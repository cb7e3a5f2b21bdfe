import { StoreRefusal } from "#main/store/database/open.ts";
import { isDamage } from "./carry-over.ts";
import type { FileOwner } from "./known-files.ts";
import { ownProblemIn, readBack } from "./snapshot.ts";
import { type StoredSnapshot, snapshotsOf } from "./snapshots-folder.ts";

/** The newest snapshot of a file that reads back whole and holds the own records as they were written; others are passed over. */
export function newestGood(home: string, owner: FileOwner): StoredSnapshot | null {
  for (const snapshot of snapshotsOf(home, owner)) {
    try {
      readBack(snapshot.path, owner);
      if (ownProblemIn(snapshot.path) === null) return snapshot;
    } catch (error) {
      if (!(error instanceof StoreRefusal) && !isDamage(error)) throw error;
    }
  }
  return null;
}
