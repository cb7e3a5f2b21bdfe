import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { commitExchange, dropExchange, finishExchange, freshKeptName, untoldReport } from "#main/files/exchange.ts";
import { syncFolderOf, syncPath } from "#main/files/sync.ts";
import { INCOMING, KEPT_FOLDER, REPAIRS_FOLDER } from "#main/ports/data-folder-names.ts";
import { clientFilePath, openClientFileAt } from "#main/store/database/client-file.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { type OwnFactsSaved, type RepairReport, repairReport } from "#shared/contract/app/data-safety.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { carryOver, isDamage } from "./carry-over.ts";
import { clientIdIn, openToLook, withLogs } from "./known-files.ts";
import { newestGood } from "./newest-good.ts";
import { repairLines } from "./repair-lines.ts";
import { readBack } from "./snapshot.ts";

export interface RepairOrder {
  readonly clientId: string;
  /** When the damage was found: a repair that ended later repaired this damage. */
  readonly damagedMs: number;
  /** `backup` falls back to `ledger` where there is no good snapshot. */
  readonly from: "backup" | "ledger";
  readonly nowMs: number;
}

/**
 * Creates a good file for a client with a damaged one; other clients aren't touched. It starts as the newest
 * good snapshot (the next sync reads the changes since) or empty (the next sync reads everything), gets every
 * own fact that the snapshot and the damaged file still have, and is checked completely. Then the damaged file
 * with its log goes into quarantine, where it stays, and the new one takes its place: one exchange, which the
 * next start completes if this process dies. The result is kept until `repairTold`, so that a loss is reported
 * even then. Nothing may have the client's file open.
 */
export function repairClient(home: string, { clientId, from, damagedMs, nowMs }: RepairOrder): RepairReport {
  const folder = repairFolder(clientId);
  finishExchange(home, folder);
  const untold = outcome.safeParse(untoldReport(home, folder));
  if (untold.success && untold.data.repairedMs >= damagedMs) return untold.data.report;
  dropExchange(home, folder);
  const name = `clients/${clientId}.sqlite`;
  const next = join(home, folder, INCOMING, name);
  mkdirSync(dirname(next), { recursive: true, mode: 0o700 });
  const good = newestGood(home, clientId);
  const used = from === "backup" && good !== null ? "backup" : "ledger";
  if (used === "backup" && good !== null) copyFileSync(good.path, next);
  const damaged = damagedSource(home, clientId, good?.takenMs ?? 0);
  const ownFacts = fill(next, clientId, used === "ledger" ? (good?.path ?? null) : null, damaged);
  readBack(next, clientId);
  syncPath(next);
  syncFolderOf(next);
  const keptAs = freshKeptName(home, `damaged-${clientId}-${inName(nowMs)}`);
  const facts = {
    clientId,
    from: used,
    snapshotAt: good === null ? null : instantFromMs(good.takenMs),
    quarantine: join(home, KEPT_FOLDER, keptAs),
    ownFacts,
    complete: ownFacts.every((table) => table.complete && table.changed === 0 && (table.missing ?? 0) === 0),
  } as const;
  const report = { ...facts, lines: repairLines(facts) };
  commitExchange(home, folder, { keptAs, aside: withLogs(name), bring: [name], report: { repairedMs: nowMs, report } });
  finishExchange(home, folder);
  return report;
}

/** The person has seen the report of the last repair, so it needn't be kept. */
export function repairTold(home: string, clientId: string): void {
  dropExchange(home, repairFolder(clientId));
}

const outcome = z.object({ repairedMs: z.number(), report: repairReport });

function repairFolder(clientId: string): string {
  return `${REPAIRS_FOLDER}/${clientId}`;
}

/** Fills the new file with own facts: from the snapshot unless it started as one, then from the damaged file. */
function fill(next: string, clientId: string, snapshot: string | null, damaged: string | null): OwnFactsSaved[] {
  const db = openClientFileAt(next, clientId);
  try {
    if (snapshot !== null) reading(snapshot, (source) => carryOver(source, db));
    if (damaged === null) return carryOver(null, db);
    // A file of another client may have been put in its place; its decisions are about other books.
    return reading(damaged, (source) => carryOver(isOf(clientId, source) ? source : null, db));
  } finally {
    db.close();
  }
}

function isOf(clientId: string, source: Sqlite | null): boolean {
  if (source === null) return false;
  try {
    return clientIdIn(source) === clientId;
  } catch (error) {
    if (isDamage(error)) return true;
    // A file without this table: empty, or not a client's file.
    return false;
  }
}

/** Opens a file if possible; `act` gets null when it is too damaged. */
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

/**
 * The damaged file or, where there is none, the newest in quarantine. A file older than the snapshot isn't
 * used, because its rows would replace newer ones.
 */
function damagedSource(home: string, clientId: string, snapshotMs: number): string | null {
  const path = clientFilePath(home, clientId);
  if (existsSync(path)) return path;
  const folder = join(home, KEPT_FOLDER);
  const form = new RegExp(`^damaged-${clientId}-(\\d{4}-\\d\\d-\\d\\dT[-\\d]{12}Z)(?:-\\d+)?$`);
  const newest = (existsSync(folder) ? readdirSync(folder) : [])
    .map((name) => ({ name, at: form.exec(name)?.[1] ?? "" }))
    .filter(({ at, name }) => at > inName(snapshotMs) && existsSync(join(folder, name, basename(path))))
    .sort((one, other) => one.at.localeCompare(other.at))
    .at(-1);
  return newest === undefined ? null : join(folder, newest.name, basename(path));
}

/** An instant in the form used in file names. */
function inName(ms: number): string {
  return instantFromMs(ms).replaceAll(/[:.]/g, "-");
}
