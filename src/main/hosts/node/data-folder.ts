import { chmodSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import { whyNotWritten } from "#main/files/named-file.ts";
import { tryToReplaceFile } from "#main/files/replace-file.ts";
import { storageFailure } from "#main/files/storage-failure.ts";
import { minuteName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { syncedBy } from "./machine/synced-folder.ts";

export interface DataFolder {
  readonly home: string;
  /** Lets another process own the folder. */
  release(): void;
}

/** The flag that takes a folder all the same, for those who know that nothing copies it while it is in use. */
export const SYNCED_FOLDER_FLAG = "allow-synced-folder";

const ownerNote = z.object({ pid: z.number().int(), host: z.string(), command: z.string(), since: z.string() });
type OwnerNote = z.infer<typeof ownerNote>;

/** The operating system's place for application data, unless the environment names another. */
export function defaultHome(): string {
  const named = process.env.TIEOUT_HOME;
  if (named !== undefined && named !== "") return named;
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "Tieout");
  if (process.platform === "win32") return join(process.env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "Tieout");
  return join(process.env.XDG_DATA_HOME ?? join(homedir(), ".local", "share"), "tieout");
}

/**
 * Takes the data folder for this process. The lock is a SQLite file held exclusively: it is refused
 * at once to a second process, and the system frees it when the holder dies.
 * @returns a failure with code `busy` that names the owner, or `storage` where the folder is no place for databases
 */
export function takeDataFolder(
  home: string,
  command: string,
  { allowSynced = false }: { readonly allowSynced?: boolean } = {},
): Result<DataFolder, Failure> {
  const synced = allowSynced ? null : syncedBy(home);
  if (synced !== null) return fail(syncedFailure(home, synced));
  try {
    mkdirSync(join(home, "clients"), { recursive: true, mode: 0o700 });
  } catch (error) {
    const known = storageFailure(home, error);
    const made = { code: "storage" as const, message: `Can't create the data folder ${home}: ${whyNotWritten(error)}.` };
    return fail({ ...(known?.next === undefined ? made : known), field: "home" });
  }
  const ownerFile = join(home, "owner.json");
  let claim: Claim;
  try {
    claim = claimFolder(home, ownerFile);
  } catch (error) {
    return fail(lockFailure(home, error));
  }
  if (claim.lock === null) {
    return fail({
      code: "busy",
      message: `The data folder ${home} is in use by ${claim.owner}.`,
      field: "home",
      next: "Close the other Tieout, or start this one with another data folder (--home).",
    });
  }
  const { lock } = claim;
  noteOwner(ownerFile, { pid: process.pid, host: hostname(), command, since: new Date(Date.now()).toISOString() });
  return ok({
    home,
    release: () => {
      // While the lock is still held: nobody else's note can be in its place.
      rmSync(ownerFile, { force: true });
      lock.close();
    },
  });
}

/** Why the folder cannot be taken, though nobody else has it. */
function lockFailure(home: string, error: unknown): Failure {
  const known = storageFailure(home, error);
  if (known !== null) return { ...known, field: "home" };
  return {
    code: "storage",
    message: `Can't lock the data folder ${home}: ${(error as Error).message}.`,
    field: "home",
    next: "If no other Tieout is running, delete lock.sqlite from that folder.",
  };
}

/** @returns null when another process has it @throws what the file system or SQLite said otherwise */
function lockFolder(home: string): Database.Database | null {
  const path = join(home, "lock.sqlite");
  const lock = new Database(path, { timeout: 0 });
  try {
    chmodSync(path, 0o600);
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (one INTEGER); COMMIT");
    return lock;
  } catch (error) {
    lock.close();
    if (/^SQLITE_(?:BUSY|LOCKED)/.test(String((error as { readonly code?: unknown }).code))) return null;
    throw error;
  }
}

/** Under its name only when whole: a second process may read it at any moment. It is a courtesy, for which a full disk has no room. */
function noteOwner(file: string, note: OwnerNote): void {
  tryToReplaceFile(file, JSON.stringify(note));
}

const LOOKS = 20;
const LOOK_EVERY_MS = 50;

type Claim = { readonly lock: Database.Database } | { readonly lock: null; readonly owner: string };

/**
 * Takes the lock, or says who has it. The lock is taken just before its holder is written down, so a missing note, or
 * one of a process that has ended, is from an earlier holder: wait for the current one's. Two processes that start at
 * once can refuse each other, so each tries again after a different delay.
 */
function claimFolder(home: string, ownerFile: string): Claim {
  for (let look = 0; look < LOOKS; look++) {
    const lock = lockFolder(home);
    if (lock !== null) return { lock };
    const owner = readOwner(ownerFile);
    if (owner !== null && isThere(owner)) {
      return { lock: null, owner: `process ${owner.pid} on ${owner.host} (${owner.command}, since ${minuteName(owner.since)})` };
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS + (process.pid % LOOK_EVERY_MS));
  }
  return { lock: null, owner: "another process" };
}

function readOwner(file: string): OwnerNote | null {
  try {
    return ownerNote.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // Not written yet, or by a release that noted it otherwise.
    return null;
  }
}

function isThere({ pid, host }: OwnerNote): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is there all the same.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function syncedFailure(home: string, by: string): Failure {
  return {
    code: "storage",
    message: `The data folder ${home} is on ${by}, so Tieout doesn't open it. A cloud drive or network share can damage your data while Tieout runs, and two computers would overwrite each other's work.`,
    field: "home",
    next: `Choose a folder on this computer's own disk with --home, and run “tieout backup create” to make copies. If nothing copies the folder while Tieout runs, add --${SYNCED_FOLDER_FLAG}.`,
  };
}
