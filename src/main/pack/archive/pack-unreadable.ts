import { FileRefused, reasonOf } from "#main/files/named-file.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** A pack, or a file in it, that can't be read. The message says what is wrong with it. */
export class PackUnreadable extends Error {
  override readonly name = "PackUnreadable";
}

/** A pack in a format that only a newer version of Tieout knows: nothing can be said about what is in it. */
export class PackFromNewer extends Error {
  override readonly name = "PackFromNewer";
}

/** What the file system, or the rules for files that a person names, say against a pack. Rethrows anything else. */
export function packNotOpened(path: string, error: unknown): Failure {
  const message = `${path} can't be read: ${reasonOf(error)}.`;
  if (error instanceof FileRefused) return { code: "invalid_input", message, field: "file" };
  return { code: (error as NodeJS.ErrnoException).code === "ENOENT" ? "not_found" : "storage", message, field: "file" };
}
