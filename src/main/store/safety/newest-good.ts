import { StoreRefusal } from "../open.ts";
import { isDamage } from "./carry-over.ts";
import type { FileOwner } from "./known-files.ts";
import { type ShelvedSnapshot, snapshotsOf } from "./shelf.ts";
import { readBack } from "./snapshot.ts";

/** The newest snapshot of a file that reads back whole; one that does not is passed over. */
export function newestGood(home: string, owner: FileOwner): ShelvedSnapshot | null {
  for (const snapshot of snapshotsOf(home, owner)) {
    try {
      readBack(snapshot.path, owner);
      return snapshot;
    } catch (error) {
      if (!(error instanceof StoreRefusal) && !isDamage(error)) throw error;
    }
  }
  return null;
}
