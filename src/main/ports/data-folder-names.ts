/** Names below the data folder that threads prepare and hosts complete: files are exchanged only while nobody has them open. */
export const RESTORE_FOLDER = "restore";
/** A folder for each repair that is under way, or that was finished and not reported yet. */
export const REPAIRS_FOLDER = "repairs";
/** The new files of an exchange, under the names they get in the data folder. */
export const INCOMING = "incoming";
/** Says that `incoming` is complete, and how far the exchange has come. */
export const READY_NOTE = "ready.json";
/** What a restore put aside, and damaged files: never deleted by the application. */
export const KEPT_FOLDER = "kept";
/**
 * What of the data folder is exchanged by a restore. Snapshots go with the files that they are of: a
 * later repair must not bring back what the restore went back behind.
 */
export const RESTORED_NAMES = [
  "firm.sqlite",
  "firm.sqlite-wal",
  "firm.sqlite-shm",
  "firm.sqlite-sums",
  "clients",
  "packs",
  "backups",
] as const;
