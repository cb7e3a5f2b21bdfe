import { closeSync, openSync, readFileSync, readSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { syncFolderOf, syncPath } from "#main/files/sync.ts";
import { type Sqlite, StoreRefusal } from "#main/store/database/open.ts";
import { hasSums, sumsPath } from "#main/store/database/page-sums.ts";
import { clientIdIn, glanceAtFile, openToLook, withLogs } from "./known-files.ts";

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

/** The checksums of its pages; null while it has none. */
export function packSums(path: string): Uint8Array<ArrayBuffer> | null {
  return hasSums(path) ? new Uint8Array(readFileSync(sumsPath(path))) : null;
}

/** A copy that another machine made, as it is written beside a client's file part by part. */
export class ArrivingCopy {
  readonly #path: string;
  readonly #temporary: string;
  readonly #handle: number;
  #parts = 0;
  #isOpen = true;

  constructor(path: string) {
    this.#path = path;
    this.#temporary = `${path}.tmp`;
    this.#handle = openSync(this.#temporary, "w", 0o600);
  }

  /** How many parts it has so far. */
  get parts(): number {
    return this.#parts;
  }

  /** Writes the next part. */
  take(part: Uint8Array): void {
    writeSync(this.#handle, zstdDecompressSync(part, { maxOutputLength: PART_BYTES, chunkSize: PART_BYTES + 1 }));
    this.#parts++;
  }

  /** Keeps the maker's checksums of the pages. Without them the file gets its own when it is next written, which reads all of it. */
  takeSums(sums: Uint8Array): void {
    writeFileSync(sumsPath(this.#temporary), sums, { mode: 0o600 });
  }

  /**
   * Puts it in place of the client's file, which must be closed and hold nothing.
   * @param problemOf what else is wrong with the copy, or null
   * @throws StoreRefusal with reason `foreign` when the copy can't be used; the file is as it was then
   */
  keep(clientId: string, problemOf: (db: Sqlite) => string | null): void {
    try {
      this.#close();
      checkCopy(this.#temporary, clientId, problemOf);
      syncPath(this.#temporary);
      if (hasSums(this.#temporary)) syncPath(sumsPath(this.#temporary));
      for (const old of [`${this.#path}-wal`, `${this.#path}-shm`, sumsPath(this.#path)]) rmSync(old, { force: true });
      renameSync(this.#temporary, this.#path);
      if (hasSums(this.#temporary)) renameSync(sumsPath(this.#temporary), sumsPath(this.#path));
      syncFolderOf(this.#path);
    } finally {
      this.drop();
    }
  }

  drop(): void {
    this.#close();
    for (const file of withLogs(this.#temporary)) rmSync(file, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#handle);
    this.#isOpen = false;
  }
}

/** The bytes are the maker's, by their hashes: reading all of them again would take longer than fetching them. */
function checkCopy(path: string, clientId: string, problemOf: (db: Sqlite) => string | null): void {
  const db = openToLook(path);
  try {
    const { problem: ofHead } = glanceAtFile(path, clientId);
    const owner = clientIdIn(db);
    const problem = ofHead ?? (owner === clientId ? problemOf(db) : `it belongs to ${owner === null ? "no client" : `client ${owner}`}`);
    if (problem !== null) throw new StoreRefusal(`The firm's copy of this client can't be used because ${problem}.`, "foreign");
  } finally {
    db.close();
  }
}
