import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { openNamedFile } from "#main/files/named-file.ts";
import { PackUnreadable } from "./pack-unreadable.ts";
import { entriesOf, PACK_BYTES_MAX, readAt, type ZipEntry } from "./zip-layout.ts";

const STORED = 0;
const DEFLATED = 8;
const PIECE = 256 * 1024;
/** All files of an archive together, unpacked. */
const UNPACKED_MAX = 8 * 1024 ** 3;

/** Reads an archive of our own layout file by file, in pieces, and believes no size that it states. */
export class ZipReader {
  readonly #handle: FileHandle;
  readonly entries: readonly ZipEntry[];

  private constructor(handle: FileHandle, entries: readonly ZipEntry[]) {
    this.#handle = handle;
    this.entries = entries;
  }

  /** @throws PackUnreadable, or what the file system says */
  static async open(path: string): Promise<ZipReader> {
    const handle = await openNamedFile(path, PACK_BYTES_MAX);
    try {
      const entries = await entriesOf(handle);
      const unpacked = entries.reduce((sum, { bytes }) => sum + bytes, 0);
      if (unpacked > UNPACKED_MAX) throw new PackUnreadable("it would unpack to more data than any pack contains");
      return new ZipReader(handle, entries);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** The bytes of a file, in pieces. @throws PackUnreadable when they are not what the archive says */
  async *read(entry: ZipEntry): AsyncGenerator<Buffer> {
    if (entry.method !== STORED && entry.method !== DEFLATED) throw new PackUnreadable(`${entry.name} is compressed in an unknown way`);
    const packed = Readable.from(pieces(this.#handle, entry));
    const inflate = entry.method === DEFLATED ? createInflateRaw() : null;
    const source = inflate === null ? packed : packed.pipe(inflate);
    if (inflate !== null) packed.on("error", (error) => inflate.destroy(error));
    let bytes = 0;
    let crc = 0;
    try {
      for await (const piece of source as AsyncIterable<Buffer>) {
        bytes += piece.length;
        if (bytes > entry.bytes) throw new PackUnreadable(`${entry.name} is larger than the archive says`);
        crc = crc32(piece, crc);
        yield piece;
      }
    } catch (error) {
      throw error instanceof PackUnreadable ? error : new PackUnreadable(`${entry.name} can't be unpacked (${(error as Error).message})`);
    }
    const packedBytes = inflate === null ? bytes : inflate.bytesWritten;
    if (bytes !== entry.bytes || packedBytes !== entry.packed || crc !== entry.crc)
      throw new PackUnreadable(`${entry.name} doesn't match its checksum`);
  }

  /** A small file whole. @throws PackUnreadable */
  async whole(entry: ZipEntry, bytesMax: number): Promise<Buffer> {
    if (entry.bytes > bytesMax) throw new PackUnreadable(`${entry.name} is too large`);
    const parts: Buffer[] = [];
    for await (const piece of this.read(entry)) parts.push(piece);
    return Buffer.concat(parts);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

async function* pieces(handle: FileHandle, { start, packed }: ZipEntry): AsyncGenerator<Buffer> {
  for (let done = 0; done < packed; ) {
    const piece = await readAt(handle, start + done, Math.min(PIECE, packed - done));
    if (piece.length === 0) return;
    done += piece.length;
    yield piece;
  }
}
