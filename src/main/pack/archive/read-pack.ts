import { readNamedFileAside } from "#main/files/named-file.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { PackUnreadable, packNotOpened } from "./pack-unreadable.ts";
import { ZipReader } from "./zip-reader.ts";

/** Larger ones are too large to hand to a page. */
const READ_MAX = 100 * 1024 * 1024;

/** Reads a pack as a whole, or one file of it. Failures: the file can't be read, or has no such entry. */
export async function readPack(path: string, entry: string | null): Promise<Result<Uint8Array, Failure>> {
  if (entry === null) return readNamedFileAside(path, "file", READ_MAX);
  try {
    const zip = await ZipReader.open(path);
    try {
      const found = zip.entries.find(({ name }) => name === entry);
      return found === undefined
        ? fail({ code: "not_found", message: `${path} has no ${entry}.`, field: "file" })
        : ok(await zip.whole(found, READ_MAX));
    } finally {
      await zip.close();
    }
  } catch (error) {
    if (error instanceof PackUnreadable)
      return fail({ code: "storage", message: `${path} can't be read: ${error.message}.`, field: "file" });
    return fail(packNotOpened(path, error));
  }
}
