import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";

export interface DataFolder {
  readonly home: string;
  /** Lets another process own the folder. */
  release(): void;
}

/** The operating system's place for application data, unless the environment names another. */
export function defaultHome(): string {
  const named = process.env.TIEOUT_HOME;
  if (named !== undefined && named !== "") return named;
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "Tieout");
  if (process.platform === "win32") return join(process.env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "Tieout");
  return join(process.env.XDG_DATA_HOME ?? join(homedir(), ".local", "share"), "tieout");
}

const SYNCED =
  /(^|[\\/])(onedrive[^\\/]*|dropbox|google ?drive|googledrive|icloud ?drive|com~apple~clouddocs|box sync|nextcloud)([\\/]|$)/i;

/**
 * Takes the data folder for this process. The lock is a SQLite file held exclusively: it is refused
 * at once to a second process, and the system frees it when the holder dies.
 * @returns a failure with code `busy` that names the owner
 */
export function takeDataFolder(home: string, command: string): Result<DataFolder, Failure> {
  if (SYNCED.test(home)) {
    return fail({
      code: "storage",
      message: `${home} lies in a folder that a cloud drive copies while it is being written, which damages databases.`,
      field: "home",
      next: "Choose a folder outside the cloud drive with --home.",
    });
  }
  try {
    mkdirSync(join(home, "clients"), { recursive: true, mode: 0o700 });
  } catch (error) {
    return fail({ code: "storage", message: `The data folder ${home} can not be made: ${(error as Error).message}.`, field: "home" });
  }
  const ownerFile = join(home, "owner.json");
  const lock = new Database(join(home, "lock.sqlite"), { timeout: 0 });
  try {
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (one INTEGER); COMMIT");
  } catch {
    // Whatever the reason, the folder is not ours; the message says who has it.
    lock.close();
    return fail({
      code: "busy",
      message: `The data folder ${home} is in use by ${ownerOf(ownerFile)}.`,
      field: "home",
      next: "Close the other Tieout, or choose another folder with --home.",
    });
  }
  writeFileSync(ownerFile, JSON.stringify({ pid: process.pid, host: hostname(), command, since: new Date(Date.now()).toISOString() }), {
    mode: 0o600,
  });
  return ok({ home, release: () => lock.close() });
}

function ownerOf(file: string): string {
  try {
    const owner = JSON.parse(readFileSync(file, "utf8")) as { pid: number; host: string; command: string; since: string };
    return `process ${owner.pid} on ${owner.host} (${owner.command}, since ${owner.since})`;
  } catch {
    return "another process";
  }
}
