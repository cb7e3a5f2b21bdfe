import type { Scrub } from "#main/store/documents/verify-records.ts";
import type { ArchiveOrder } from "#main/store/safety/create-archive.ts";
import type { FolderFacts } from "#main/store/safety/folder-facts.ts";
import type { FileOwner } from "#main/store/safety/known-files.ts";
import type { ClientMove } from "#main/store/safety/move-client.ts";
import type { PreparedRestore, RestoreOrder } from "#main/store/safety/prepare-restore.ts";
import type { RepairOrder } from "#main/store/safety/repair.ts";
import type { RegistryRepair } from "#main/store/safety/repair-registry.ts";
import type { StoredSnapshot } from "#main/store/safety/snapshots-folder.ts";
import type { BackupArchive, RepairReport, SnapshotKind } from "#shared/contract/app/data-safety.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** What reading a whole data file found. `problem` null: it is as it should be. */
export interface FileCheck {
  readonly problem: string | null;
  readonly schema: number;
  readonly known: number;
  /** The problem is only that a newer version of Tieout wrote it. */
  readonly isFromNewer: boolean;
  readonly bytes: number;
  /** Null where it was not asked for, or where the file's own check failed already. */
  readonly scrub: Scrub | null;
}

/**
 * Operations on whole files: checks, snapshots, archives, repairs. They run on a separate thread with separate
 * connections, so that nothing waits for the backup of a gigabyte.
 */
export interface FileOps<Source> {
  /** A look at the head of every client's file that was read once. */
  "files.glance": [{ readonly clientIds: readonly string[] }, readonly { readonly clientId: string; readonly problem: string }[]];
  /** Which files should have a snapshot of today and have none. */
  "files.snapshotsDue": [{ readonly owners: readonly FileOwner[]; readonly nowMs: number }, readonly FileOwner[]];
  "files.check": [{ readonly owner: FileOwner; readonly source: Source | null; readonly deep: boolean }, FileCheck];
  "files.folder": [{ readonly clientIds: readonly string[] }, FolderFacts];
  "files.snapshots": [Record<never, never>, readonly StoredSnapshot[]];
  "files.readBack": [{ readonly owner: FileOwner; readonly snapshotId: string }, { readonly problem: string | null }];
  /** With `onlyIfDue`: once a day, and only when the file changed. Null: nothing was due. */
  "files.snapshot": [
    { readonly owner: FileOwner; readonly kind: SnapshotKind; readonly onlyIfDue: boolean; readonly nowMs: number },
    { readonly bytes: number } | null,
  ];
  "files.archive": [ArchiveOrder, Result<BackupArchive, Failure>];
  "files.prepareRestore": [RestoreOrder, Result<PreparedRestore, Failure>];
  "files.repair": [RepairOrder, RepairReport];
  /** The report was shown and noted; until then a repair that died midway is reported again. */
  "files.repairTold": [{ readonly clientId: string }, null];
  /** Gives a client's own records another id. @returns where its former file is kept; null where there was none */
  "files.moveClient": [ClientMove, string | null];
  /** Null: no snapshot of the registry is good. */
  "files.repairRegistry": [{ readonly nowMs: number }, RegistryRepair | null];
}

/** Cheap enough for every start, so they are asked of the reader. */
export const FILE_READ_OPS = ["files.glance", "files.snapshotsDue"] as const;

export const FILE_CARE_OPS = [
  "files.check",
  "files.folder",
  "files.snapshots",
  "files.readBack",
  "files.snapshot",
  "files.archive",
  "files.prepareRestore",
  "files.repair",
  "files.repairTold",
  "files.moveClient",
  "files.repairRegistry",
] as const;
