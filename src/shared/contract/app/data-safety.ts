import { z } from "zod";
import { instantString } from "#shared/model/books/money.ts";
import { topic } from "../define.ts";

/** One thing that was looked at. A warning makes nothing wrong yet; `next` says what to do about it. */
export const healthCheck = z.object({
  what: z.string(),
  ok: z.boolean(),
  state: z.enum(["ok", "warning", "bad"]),
  detail: z.string(),
  next: z.string().nullable(),
  clientId: z.string().nullable(),
});
export type HealthCheck = z.infer<typeof healthCheck>;

/** What the doctor found in the data folder; `ok` when nothing is bad. */
export const healthReport = z.object({ ok: z.boolean(), deep: z.boolean(), at: instantString, checks: z.array(healthCheck) });
export type HealthReport = z.infer<typeof healthReport>;

/** Why a snapshot was taken. */
export const snapshotKind = z.enum(["daily", "before-migration", "before-repair", "asked-for"]);
export type SnapshotKind = z.infer<typeof snapshotKind>;

/** An automatic copy of one file in the data folder. `clientId` null: the firm's registry. */
const snapshotView = z.object({
  snapshotId: z.string(),
  clientId: z.string().nullable(),
  clientName: z.string(),
  kind: snapshotKind,
  takenAt: instantString,
  bytes: z.number().int(),
});

export const backupsView = z.object({
  automatic: z.boolean(),
  folder: z.string(),
  bytes: z.number().int(),
  newestAt: instantString.nullable(),
  snapshots: z.array(snapshotView),
});
export type BackupsView = z.infer<typeof backupsView>;

/** `leftOut`: clients whose data files can't be used, so that a snapshot of them would displace a good one. */
export const snapshotsTaken = backupsView.extend({
  leftOut: z.array(z.object({ clientId: z.string(), name: z.string(), problem: z.string(), next: z.string().nullable() })),
});
export type SnapshotsTaken = z.infer<typeof snapshotsTaken>;

/** A file of an archive as its manifest names it. `rows` counts each table's rows. */
export const archivedFile = z.object({
  name: z.string(),
  clientId: z.string().nullable(),
  sha256: z.string(),
  bytes: z.number().int(),
  schema: z.number().int(),
  rows: z.record(z.string(), z.number().int()),
});
export type ArchivedFile = z.infer<typeof archivedFile>;

/** An archive that was written and read back. */
export const backupArchive = z.object({
  path: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  createdAt: instantString,
  firmId: z.string(),
  files: z.array(archivedFile),
});
export type BackupArchive = z.infer<typeof backupArchive>;

/** A verified backup that is restored the next time Tieout starts. */
export const restoreReady = z.object({
  createdAt: instantString,
  clients: z.array(z.object({ clientId: z.string(), name: z.string() })),
  /**
   * Clients whose ledgers ask for a sign-in again: no secret is in a backup. `variable`: nobody signs in to this one, and the
   * environment variable of this name takes a new refresh token.
   */
  signInAgain: z.array(z.object({ clientId: z.string(), name: z.string(), variable: z.string().nullable() })),
  /** Where the files that are there now will be kept. */
  kept: z.string(),
  restartNeeded: z.literal(true),
});
export type RestoreReady = z.infer<typeof restoreReady>;

/** A client that is stopped because its file is damaged. Others continue. */
export const damagedClient = z.object({
  clientId: z.string(),
  name: z.string(),
  since: instantString,
  problem: z.string(),
  /** The newest snapshot, or null: then the ledger is read again. A repair passes over it if it's damaged itself. */
  snapshotAt: instantString.nullable(),
});
export type DamagedClient = z.infer<typeof damagedClient>;

/** How many rows of a kind of own facts were saved, from where, and what is known to be missing. */
export const ownFactsSaved = z.object({
  table: z.string(),
  /** Read out of the damaged file. */
  fromDamaged: z.number().int(),
  /** Only the snapshot had them. */
  fromSnapshot: z.number().int(),
  /** Read out of the damaged file, and not as they were written: the snapshot's were used where it has them. */
  changed: z.number().int(),
  /** Numbers that were given once, and records that were written, and that are in neither; null where nothing tells. */
  missing: z.number().int().nullable(),
  /** The damaged file could be read to its end for this table. */
  complete: z.boolean(),
});
export type OwnFactsSaved = z.infer<typeof ownFactsSaved>;

/** What a repair did, in full: nothing is lost in silence. */
export const repairReport = z.object({
  clientId: z.string(),
  from: z.enum(["backup", "ledger"]),
  snapshotAt: instantString.nullable(),
  quarantine: z.string(),
  ownFacts: z.array(ownFactsSaved),
  /** True when every own fact that ever had a number is there. */
  complete: z.boolean(),
  lines: z.array(z.string()),
});
export type RepairReport = z.infer<typeof repairReport>;

export const safetyTopics = {
  /** A client's file is being checked, was found whole or damaged, a repair ended, or a backup was made. */
  "safety.changed": topic(z.object({ clientIds: z.array(z.string()) })),
};
