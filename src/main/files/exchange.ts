import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { INCOMING, KEPT_FOLDER, READY_NOTE, REPAIRS_FOLDER, RESTORE_FOLDER, RESTORED_NAMES } from "#main/ports/data-folder-names.ts";
import { replaceFile } from "./replace-file.ts";
import { syncFolderOf, syncPath } from "./sync.ts";

/** Names below the data folder: neither absolute nor climbing out of it. */
const dataName = z.string().regex(/^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._/-]{0,200}$/);

const note = z.object({
  /** `checked`: nothing was moved yet; `put-aside`: the old files are out of the way; `done`: everything was moved. */
  phase: z.enum(["checked", "put-aside", "done"]),
  /** Folder below `kept` for the old files. */
  keptAs: z.string().regex(/^[A-Za-z0-9-]{1,160}$/),
  /** The old files, relative to the data folder. */
  aside: z.array(dataName).default([...RESTORED_NAMES]),
  /** The new files in `incoming`, under the names they get in the data folder. Absent: everything in it. */
  bring: z.array(dataName).optional(),
  /** What to tell the person, kept until somebody has; absent where the exchange itself is all there is to tell. */
  report: z.unknown().optional(),
});
type Note = z.infer<typeof note>;

/** What an exchange does once it is committed. */
export type Exchange = Omit<z.input<typeof note>, "phase">;

/**
 * Commits an exchange whose new files are complete and synced in `<folder>/incoming`. From here on it is
 * carried out in full, by `finishExchange` or by the next start.
 * @param folder relative to the data folder; it belongs to this exchange alone
 */
export function commitExchange(home: string, folder: string, exchange: Exchange): void {
  writeNote(join(home, folder), note.parse({ ...exchange, phase: "checked" }));
  syncFolderOf(join(home, folder));
}

/** Drops what a folder holds of an exchange. The note goes first: half a folder with a note would count as committed. */
export function dropExchange(home: string, folder: string): void {
  const path = join(home, folder);
  if (!existsSync(path)) return;
  rmSync(join(path, READY_NOTE), { force: true });
  syncPath(path);
  rmSync(path, { recursive: true, force: true });
}

/**
 * Carries out a committed exchange. Nobody may have one of the files open. Every step is one rename that can
 * be repeated, so a process that dies on the way is followed by one that goes on, and nothing that opens
 * files in between (there is nothing: hosts complete exchanges first) sees old and new ones mixed.
 * @returns the absolute folder that holds the old files, or null when nothing was committed
 */
export function finishExchange(home: string, folder: string): string | null {
  const path = join(home, folder);
  const found = readNote(path);
  if (found === null) {
    dropExchange(home, folder);
    return null;
  }
  const kept = join(home, KEPT_FOLDER, found.keptAs);
  if (found.phase === "done") return null;
  const aside = found.aside.map((name) => ({ from: join(home, name), to: join(kept, basename(name)) }));
  if (found.phase === "checked") {
    mkdirSync(kept, { recursive: true, mode: 0o700 });
    for (const { from, to } of aside) if (existsSync(from) && !existsSync(to)) renameSync(from, to);
    syncAll([kept, join(home, KEPT_FOLDER), home, ...aside.map(({ from }) => dirname(from))]);
    writeNote(path, { ...found, phase: "put-aside" });
  }
  const incoming = join(path, INCOMING);
  const bring = (found.bring ?? (existsSync(incoming) ? readdirSync(incoming) : [])).map((name) => ({
    from: join(incoming, name),
    to: join(home, name),
  }));
  for (const { from, to } of bring) if (existsSync(from)) moveInto(from, to);
  syncAll([home, ...bring.map(({ to }) => dirname(to))]);
  if (found.report === undefined) dropExchange(home, folder);
  else {
    writeNote(path, { ...found, phase: "done" });
    rmSync(incoming, { recursive: true, force: true });
  }
  return kept;
}

/**
 * Completes every exchange that a process which died left committed, and drops those that were not.
 * @returns where a restore keeps the old files, or null when none was completed
 */
export function finishExchanges(home: string): string | null {
  const repairs = join(home, REPAIRS_FOLDER);
  for (const name of existsSync(repairs) ? readdirSync(repairs) : []) finishExchange(home, `${REPAIRS_FOLDER}/${name}`);
  return finishExchange(home, RESTORE_FOLDER);
}

/** The unreported result of a finished exchange; undefined when there is none. */
export function untoldReport(home: string, folder: string): unknown {
  const found = readNote(join(home, folder));
  return found?.phase === "done" ? found.report : undefined;
}

/** A name below `kept` that is not taken: what was put aside before must not be taken for what is put aside now. */
export function freshKeptName(home: string, wanted: string): string {
  let name = wanted;
  for (let more = 2; existsSync(join(home, KEPT_FOLDER, name)); more++) name = `${wanted}-${more}`;
  return name;
}

/** A start makes empty folders before it completes exchanges, and not every system renames over those. */
function moveInto(from: string, to: string): void {
  if (lstatSync(to, { throwIfNoEntry: false })?.isDirectory() === true) rmdirSync(to);
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  renameSync(from, to);
}

function readNote(folder: string): Note | null {
  const path = join(folder, READY_NOTE);
  return existsSync(path) ? note.parse(JSON.parse(readFileSync(path, "utf8"))) : null;
}

function writeNote(folder: string, value: Note): void {
  replaceFile(join(folder, READY_NOTE), JSON.stringify(value));
}

function syncAll(folders: readonly string[]): void {
  for (const folder of new Set(folders)) if (existsSync(folder)) syncPath(folder);
}
