/** Names below the data folder that the core writes and a host finishes: files are exchanged only while nobody has them open. */
export const RESTORE_FOLDER = "restore";
/** The files of a checked archive, as they will stand in the data folder. */
export const INCOMING = "incoming";
/** Says that `incoming` is whole; what it says of the progress is written before each half. */
export const READY_NOTE = "ready.json";
/** What a restore put aside, and damaged files: never deleted by the application. */
export const KEPT_FOLDER = "kept";
/**
 * What of the data folder is exchanged by a restore. Snapshots go with the files that they are of: a
 * later repair must not bring back what the restore went back behind.
 */
export const RESTORED_NAMES = ["firm.sqlite", "firm.sqlite-wal", "firm.sqlite-shm", "clients", "packs", "backups"] as const;

/** The note beside a checked archive. */
export interface ReadyNote {
  /** `checked`: nothing was moved yet; `put-aside`: what was there is out of the way. */
  readonly phase: "checked" | "put-aside";
  /** Folder below `kept` for what is there now. */
  readonly keptAs: string;
}
