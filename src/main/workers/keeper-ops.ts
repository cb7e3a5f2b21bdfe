import type { ArchiveOrder } from "#main/store/safety/create-archive.ts";
import type { FolderFacts } from "#main/store/safety/folder-facts.ts";
import type { FileOwner } from "#main/store/safety/known-files.ts";
import type { PreparedRestore, RestoreOrder } from "#main/store/safety/prepare-restore.ts";
import type { RepairOrder } from "#main/store/safety/repair.ts";
import type { RegistryRepair } from "#main/store/safety/repair-registry.ts";
import type { ShelvedSnapshot } from "#main/store/safety/shelf.ts";
import type { BackupArchive, RepairReport, SnapshotKind } from "#shared/contract/data-safety.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { Scrub } from "./scrub.ts";

/** What reading a whole data file found. `problem` null: it is as it should be. */
export interface FileCheck {
  readonly problem: string | null;
  readonly schema: number;
  readonly known: number;
  readonly bytes: number;
  /** Null where it was not asked for, or where the file's own check failed already. */
  readonly scrub: Scrub | null;
}

/**
 * Operations of the keeper: a thread that looks after files beside those that use them, on
 * connections of its own. A backup of a gigabyte makes nobody wait.
 */
export interface KeeperOps<Source> {
  /** A look at the head of every client's file that was read once. */
  "files.glance": [{ readonly clientIds: readonly string[] }, readonly { readonly clientId: string; readonly problem: string }[]];
  /** Which files should have a snapshot of today and have none. */
  "files.snapshotsDue": [{ readonly owners: readonly FileOwner[]; readonly nowMs: number }, readonly FileOwner[]];
  "keeper.check": [{ readonly owner: FileOwner; readonly source: Source | null; readonly deep: boolean }, FileCheck];
  "keeper.folder": [{ readonly clientIds: readonly string[] }, FolderFacts];
  "keeper.shelf": [Record<never, never>, readonly ShelvedSnapshot[]];
  "keeper.readBack": [{ readonly owner: FileOwner; readonly snapshotId: string }, { readonly problem: string | null }];
  /** With `onlyIfDue`: once a day, and only when the file changed. Null: nothing was due. */
  "keeper.snapshot": [
    { readonly owner: FileOwner; readonly kind: SnapshotKind; readonly onlyIfDue: boolean; readonly nowMs: number },
    { readonly bytes: number } | null,
  ];
  "keeper.archive": [ArchiveOrder, Result<BackupArchive, Failure>];
  "keeper.prepareRestore": [RestoreOrder, Result<PreparedRestore, Failure>];
  "keeper.repair": [RepairOrder, RepairReport];
  /** The report was shown and noted; until then a repair that died midway is reported again. */
  "keeper.repairTold": [{ readonly clientId: string }, null];
  /** Null: no snapshot of the registry is good. */
  "keeper.repairRegistry": [{ readonly nowMs: number }, RegistryRepair | null];
}

/** Cheap enough for every start, so they are asked of the reader. */
export const FILE_READ_OPS = ["files.glance", "files.snapshotsDue"] as const;

export const KEEPER_OPS = [
  "keeper.check",
  "keeper.folder",
  "keeper.shelf",
  "keeper.readBack",
  "keeper.snapshot",
  "keeper.archive",
  "keeper.prepareRestore",
  "keeper.repair",
  "keeper.repairTold",
  "keeper.repairRegistry",
] as const;
