import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { KEPT_FOLDER } from "#main/ports/data-folder-names.ts";
import type { OwnFactsSaved, RepairReport } from "#shared/contract/data-safety.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { clientFilePath, openClientFileAt } from "../client-file.ts";
import type { Sqlite } from "../open.ts";
import { syncFolderOf, syncPath } from "./bytes.ts";
import { carryOver, isDamage } from "./carry-over.ts";
import { clientIdIn, openToLook } from "./known-files.ts";
import { newestGood } from "./newest-good.ts";
import { repairLines } from "./repair-lines.ts";
import { readBack } from "./snapshot.ts";

export interface RepairOrder {
  readonly clientId: string;
  /** `backup` falls back to `ledger` where no snapshot is good. */
  readonly from: "backup" | "ledger";
  readonly nowMs: number;
}

/**
 * Makes a good file for a client whose file is damaged; the other clients are not touched. It begins
 * as the newest good snapshot (the next sync reads the changes since) or empty (the next sync reads
 * everything), takes over every own fact that the snapshot and the damaged file still tell, and is
 * checked whole. Only then is the damaged file, its log and all, moved into quarantine, where it
 * stays. A process that dies in between is followed by one that does it again.
 * Nobody may have the client's file open.
 */
export function repairClient(home: string, { clientId, from, nowMs }: RepairOrder): RepairReport {
  const path = clientFilePath(home, clientId);
  const next = `${path}.repaired`;
  for (const file of withLogs(next)) rmSync(file, { force: true });
  const good = newestGood(home, clientId);
  const used = from === "backup" && good !== null ? "backup" : "ledger";
  if (used === "backup" && good !== null) copyFileSync(good.path, next);
  const ownFacts = fill(next, clientId, used === "ledger" ? (good?.path ?? null) : null, damagedSource(home, clientId));
  readBack(next, clientId);
  syncPath(next);
  const quarantine = moveAside(home, clientId, nowMs);
  renameSync(next, path);
  syncFolderOf(path);
  const snapshotAt = good === null ? null : instantFromMs(good.takenMs);
  const complete = ownFacts.every((table) => table.complete && (table.missing ?? 0) === 0);
  const facts = { clientId, from: used, snapshotAt, quarantine, ownFacts, complete } as const;
  return { ...facts, lines: repairLines(facts) };
}

/** Fills the new file with own facts: of the snapshot where it did not begin as one, then of the damaged file. */
function fill(next: string, clientId: string, snapshot: string | null, damaged: string | null): OwnFactsSaved[] {
  const db = openClientFileAt(next, clientId);
  try {
    if (snapshot !== null) reading(snapshot, (source) => carryOver(source, db));
    if (damaged === null) return carryOver(null, db);
    // What a swapped file says was decided is said of somebody else's books.
    return reading(damaged, (source) => carryOver(isOf(clientId, source) ? source : null, db));
  } finally {
    db.pragma("wal_checkpoint(TRUNCATE)");
    db.close();
  }
}

function isOf(clientId: string, source: Sqlite | null): boolean {
  if (source === null) return false;
  try {
    return clientIdIn(source) === clientId;
  } catch (error) {
    if (isDamage(error)) return true;
    // A file without tables, or without this one: empty, or of something else.
    return false;
  }
}

/** Works on a file that may be beyond opening: then on nothing. */
function reading<T>(path: string, act: (db: Sqlite | null) => T): T {
  let db: Sqlite | null = null;
  try {
    db = openToLook(path);
    db.prepare("SELECT COUNT(*) FROM sqlite_schema").get();
  } catch (error) {
    if (!isDamage(error) && (error as { readonly code?: unknown }).code !== "SQLITE_CANTOPEN") throw error;
    db?.close();
    db = null;
  }
  try {
    return act(db);
  } finally {
    db?.close();
  }
}

/** The damaged file, or the one that an interrupted repair moved away already. */
function damagedSource(home: string, clientId: string): string | null {
  const path = clientFilePath(home, clientId);
  if (existsSync(path)) return path;
  const folder = join(home, KEPT_FOLDER);
  const moved = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(quarantineName(clientId, ""))) : [];
  const newest = moved.sort().at(-1);
  return newest === undefined ? null : join(folder, newest, basename(path));
}

function moveAside(home: string, clientId: string, nowMs: number): string {
  const path = clientFilePath(home, clientId);
  const quarantine = join(home, KEPT_FOLDER, quarantineName(clientId, instantFromMs(nowMs).replaceAll(/[:.]/g, "-")));
  mkdirSync(quarantine, { recursive: true, mode: 0o700 });
  // The file last: while it is in its place, the next try begins with it again.
  for (const file of withLogs(path).toReversed()) if (existsSync(file)) renameSync(file, join(quarantine, basename(file)));
  syncPath(quarantine);
  return quarantine;
}

function quarantineName(clientId: string, at: string): string {
  return `damaged-${clientId}-${at}`;
}

function withLogs(path: string): string[] {
  return [path, `${path}-wal`, `${path}-shm`];
}
