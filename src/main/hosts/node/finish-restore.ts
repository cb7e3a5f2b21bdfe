import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { INCOMING, KEPT_FOLDER, READY_NOTE, RESTORE_FOLDER, RESTORED_NAMES, type ReadyNote } from "#main/ports/data-folder-names.ts";

const readyNote = z.object({ phase: z.enum(["checked", "put-aside"]), keptAs: z.string().regex(/^[A-Za-z0-9-]{1,80}$/) });

/**
 * Exchanges the files of a checked archive for those of the data folder, while nobody has them open.
 * Every step is one rename that can be repeated: a process that dies in the middle is followed by
 * one that goes on, and no state on the way mixes old files with new ones. What was there is kept.
 * @returns the folder that holds what was there, or null when nothing stood ready
 */
export function finishRestore(home: string): string | null {
  const folder = join(home, RESTORE_FOLDER);
  if (!existsSync(join(folder, READY_NOTE))) {
    // Without its note, whatever lies here was never whole.
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  const note: ReadyNote = readyNote.parse(JSON.parse(readFileSync(join(folder, READY_NOTE), "utf8")));
  const kept = join(home, KEPT_FOLDER, note.keptAs);
  if (note.phase === "checked") {
    mkdirSync(kept, { recursive: true, mode: 0o700 });
    for (const name of RESTORED_NAMES)
      if (existsSync(join(home, name)) && !existsSync(join(kept, name))) renameSync(join(home, name), join(kept, name));
    syncFolder(kept);
    syncFolder(home);
    writeNote(folder, { ...note, phase: "put-aside" });
  }
  const incoming = join(folder, INCOMING);
  for (const name of existsSync(incoming) ? readdirSync(incoming) : []) renameSync(join(incoming, name), join(home, name));
  syncFolder(home);
  rmSync(join(folder, READY_NOTE));
  rmSync(folder, { recursive: true, force: true });
  return kept;
}

function writeNote(folder: string, note: ReadyNote): void {
  const path = join(folder, READY_NOTE);
  writeFileSync(`${path}.tmp`, JSON.stringify(note), { mode: 0o600 });
  sync(`${path}.tmp`);
  renameSync(`${path}.tmp`, path);
  syncFolder(folder);
}

function syncFolder(path: string): void {
  // Windows opens no folder, and keeps names without being asked.
  if (process.platform !== "win32") sync(path);
}

function sync(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
