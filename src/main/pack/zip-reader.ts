import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";

/** A file of an archive as the archive's directory names it. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly at: number;
}

/** An archive that can not be read; the message says what is wrong with it. */
export class ZipUnreadable extends Error {
  override readonly name = "ZipUnreadable";
}

const END = 0x06054b50;
const DIRECTORY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const COMMENT_MAX = 65_535;
const DIRECTORY_MAX = 64 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

/** Reads a ZIP archive by its directory, file by file in pieces, and believes no size that it states. */
export class ZipReader {
  readonly #handle: FileHandle;
  readonly entries: readonly ZipEntry[];

  private constructor(handle: FileHandle, entries: readonly ZipEntry[]) {
    this.#handle = handle;
    this.entries = entries;
  }

  /** @throws ZipUnreadable, or what the file system says */
  static async open(path: string): Promise<ZipReader> {
    const handle = await open(path, "r");
    try {
      return new ZipReader(handle, await directoryOf(handle));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** The bytes of a file, in pieces. @throws ZipUnreadable when they are not what the archive says */
  async *read(entry: ZipEntry): AsyncGenerator<Buffer> {
    if (entry.method !== STORED && entry.method !== DEFLATED) throw new ZipUnreadable(`${entry.name} is packed in a way that is not known`);
    const head = await readAt(this.#handle, entry.at, 30);
    if (head.length < 30 || head.readUInt32LE(0) !== LOCAL) throw new ZipUnreadable(`${entry.name} is not where the archive says`);
    const start = entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
    const packed = Readable.from(pieces(this.#handle, start, entry.packed));
    const source = entry.method === STORED ? packed : packed.pipe(createInflateRaw());
    if (source !== packed) packed.on("error", (error) => source.destroy(error));
    let bytes = 0;
    let crc = 0;
    try {
      for await (const piece of source as AsyncIterable<Buffer>) {
        bytes += piece.length;
        if (bytes > entry.bytes) throw new ZipUnreadable(`${entry.name} is larger than the archive says`);
        crc = crc32(piece, crc);
        yield piece;
      }
    } catch (error) {
      throw error instanceof ZipUnreadable ? error : new ZipUnreadable(`${entry.name} can not be unpacked: ${(error as Error).message}`);
    }
    if (bytes !== entry.bytes || crc !== entry.crc) throw new ZipUnreadable(`${entry.name} is not what was packed`);
  }

  /** A small file whole. @throws ZipUnreadable */
  async whole(entry: ZipEntry, bytesMax: number): Promise<Buffer> {
    if (entry.bytes > bytesMax) throw new ZipUnreadable(`${entry.name} is too large`);
    const parts: Buffer[] = [];
    for await (const piece of this.read(entry)) parts.push(piece);
    return Buffer.concat(parts);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

async function directoryOf(handle: FileHandle): Promise<ZipEntry[]> {
  const { size } = await handle.stat();
  const tailBytes = Math.min(size, END_BYTES + COMMENT_MAX);
  const tail = await readAt(handle, size - tailBytes, tailBytes);
  let end = tail.length - END_BYTES;
  while (end >= 0 && tail.readUInt32LE(end) !== END) end--;
  if (end < 0) throw new ZipUnreadable("it is not a ZIP archive, or its end is missing");
  const count = tail.readUInt16LE(end + 10);
  const bytes = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  if (bytes > DIRECTORY_MAX || start + bytes > size) throw new ZipUnreadable("its directory can not be right");
  const directory = await readAt(handle, start, bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < count) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== DIRECTORY) throw new ZipUnreadable("its directory is damaged");
    const nameBytes = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString("utf8", at + 46, at + 46 + nameBytes),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

const PIECE = 256 * 1024;

async function* pieces(handle: FileHandle, start: number, bytes: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < bytes; ) {
    const piece = await readAt(handle, start + done, Math.min(PIECE, bytes - done));
    if (piece.length === 0) return;
    done += piece.length;
    yield piece;
  }
}

async function readAt(handle: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  let read = 0;
  while (read < bytes) {
    const { bytesRead } = await handle.read(buffer, read, bytes - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}
