import { accessSync, constants, existsSync } from "node:fs";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { freeBytes, nearestFolder, roomProblem } from "./disk-space.ts";

const NO_ROOM = /^(?:ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/;
// What SQLite and the file system say about files, not about our statements.
const UNUSABLE =
  /^SQLITE_(?:BUSY|LOCKED|IOERR|CANTOPEN|READONLY|PERM|PROTOCOL|NOLFS)|^(?:EACCES|EPERM|EROFS|EIO|EMFILE|ENFILE|EBUSY|ENOENT|ENOTDIR)$/;

const NEARLY_NOTHING_BYTES = 1024 * 1024;

/** The code of an error of SQLite or of the file system, or null. */
function codeOf(error: unknown): string | null {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === "string" ? code : null;
}

/** The disk is full. SQLite reports this with another code for the shared memory next to a file. */
export function isOutOfRoom(error: unknown): boolean {
  return NO_ROOM.test(codeOf(error) ?? "");
}

/**
 * What an error says about the files of a folder: the disk is full (with what is missing and where), the
 * folder is read-only, or a file cannot be used now.
 * @returns null when the error is about something else
 */
export function storageFailure(folder: string, error: unknown): Failure | null {
  const code = codeOf(error);
  if (code === null || !(NO_ROOM.test(code) || UNUSABLE.test(code))) return null;
  if (NO_ROOM.test(code)) return diskFull(folder, code);
  if (!isWritable(folder))
    return {
      code: "storage",
      ...(existsSync(folder)
        ? {
            message: `The folder ${folder} is read-only, so Tieout can't save its data there.`,
            next: "Make the folder writable, or start Tieout with another data folder (--home).",
          }
        : {
            message: `The folder ${folder} can't be found or created.`,
            next: "Check that the drive with the data folder is connected, or start Tieout with another data folder (--home).",
          }),
      detail: code,
    };
  // On a full disk SQLite also fails in other words, for example when it cannot create its log.
  const isTaken = /BUSY|LOCKED/.test(code);
  if (!isTaken && freeBytes(folder) < NEARLY_NOTHING_BYTES) return diskFull(folder, code);
  return {
    code: "storage",
    message: isTaken ? "Another program is using Tieout's data." : "Tieout's data can't be opened or saved right now.",
    next: isTaken
      ? "Everything that was saved is safe; wait a moment and try again, and if that doesn't help, close programs that may use the data, such as backup software."
      : "Check that the drive with the data folder is connected and that you have permission to change files in the folder, then try again.",
    detail: code,
  };
}

function diskFull(folder: string, code: string): Failure {
  const missing = roomProblem(folder, 0);
  const room =
    missing === null ? "Delete files there that you don't need, or ask your IT provider to raise the limit." : "Free up disk space.";
  return {
    code: "disk_full",
    message: `${missing === null ? `The system says the disk is full at ${folder}, although there is free space. You may have reached a quota or the limit on the number of files.` : `The disk is full. ${missing}`} Nothing was damaged, and everything can still be read.`,
    next: `${room} Until then, nothing is synced or sent to a ledger. After that, automatic syncs resume on schedule, or you can sync right away.`,
    detail: code,
  };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(nearestFolder(folder), constants.W_OK);
    return true;
  } catch (error) {
    return !/^(?:EACCES|EPERM|EROFS)$/.test(codeOf(error) ?? "");
  }
}
