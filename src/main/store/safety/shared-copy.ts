import { closeSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { syncFolderOf, syncPath } from "#main/files/sync.ts";
import { type Sqlite, StoreRefusal } from "#main/store/database/open.ts";
import { sumsPath } from "#main/store/database/page-sums.ts";
import { clientIdIn, glanceAtFile, openToLook } from "./known-files.ts";

/** Large enough to compress well, small enough for one statement of the server. */
const PART_BYTES = 8_388_608;

/** A closed data file as compressed parts, for the other machines of a firm. */
export function packFile(path: string): Uint8Array<ArrayBuffer>[] {
  const handle = openSync(path, "r");
  const raw = Buffer.alloc(PART_BYTES);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  try {
    for (let at = 0; ; ) {
      const read = readSync(handle, raw, 0, PART_BYTES, at);
      if (read === 0) return parts;
      const packed = zstdCompressSync(raw.subarray(0, read), { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
      parts.push(new Uint8Array(packed));
      at += read;
    }
  } finally {
    closeSync(handle);
  }
}

/**
 * Puts a copy that another machine made in place of a client's file, which must be closed and hold nothing.
 * @param problemOf what else is wrong with the copy, or null
 * @throws StoreRefusal with reason `damaged` when the copy can't be used; the file is as it was then
 */
export function adoptFile(parts: readonly Uint8Array[], path: string, clientId: string, problemOf: (db: Sqlite) => string | null): void {
  const temporary = `${path}.tmp`;
  try {
    const handle = openSync(temporary, "w", 0o600);
    try {
      for (const part of parts) writeSync(handle, zstdDecompressSync(part, { maxOutputLength: PART_BYTES }));
    } finally {
      closeSync(handle);
    }
    const db = openToLook(temporary);
    try {
      // The bytes are the maker's, by their hashes, and its file has checksums: reading all of it again would take longer than fetching it.
      const { problem: ofHead } = glanceAtFile(temporary, clientId);
      const owner = clientIdIn(db);
      const problem = ofHead ?? (owner === clientId ? problemOf(db) : `it is the copy of client ${owner}`);
      if (problem !== null) throw new StoreRefusal(`The firm's copy of this client can't be used: ${problem}.`, "damaged");
    } finally {
      db.close();
    }
    syncPath(temporary);
    for (const old of [`${path}-wal`, `${path}-shm`, sumsPath(path)]) rmSync(old, { force: true });
    renameSync(temporary, path);
    syncFolderOf(path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
