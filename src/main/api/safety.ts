import type {
  BackupArchive,
  BackupsView,
  DamagedClient,
  HealthReport,
  RepairReport,
  RestoreReady,
  SnapshotsTaken,
} from "#shared/contract/app/data-safety.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** Looks after the data folder: backups, checks, damaged files. */
export interface Safety {
  report(deep: boolean): Promise<HealthReport>;
  damaged(): Promise<readonly DamagedClient[]>;
  /** Whether the check of a client's file is under way or next; its figures are not verified until it has ended. */
  isChecking(clientId: string): boolean;
  repair(clientId: string, from: "backup" | "ledger"): Promise<Result<RepairReport, Failure>>;
  backups(): Promise<BackupsView>;
  setAutomatic(on: boolean): Promise<void>;
  /** A snapshot now of every file that can be used. */
  snapshotAll(): Promise<Result<SnapshotsTaken, Failure>>;
  /** Takes the daily snapshots that are due. A failed one is logged, and its age shows on screen. */
  snapshotDue(): Promise<void>;
  create(path: string): Promise<Result<BackupArchive, Failure>>;
  restore(path: string): Promise<Result<RestoreReady, Failure>>;
}
