import type { FileHandle } from "node:fs/promises";
import { PackUnreadable } from "./pack-unreadable.ts";

/** A file of an archive. */
export interface ZipEntry {
  readonly name: string;
  /** Its size unpacked. */
  readonly bytes: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  /** Where its packed bytes begin. */
  readonly start: number;
}

/** What an archive without the larger records of ZIP64 can be. */
export const PACK_BYTES_MAX = 2 ** 32;
const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const DIRECTORY = 0x02014b50;
const END = 0x06054b50;
const DESCRIPTOR_BYTES = 16;
const DIRECTORY_BYTES = 46;
const END_BYTES = 22;
const DIRECTORY_BYTES_MAX = 16 * 1024 * 1024;
const VERSION = 20;
/** Sizes and the checksum follow the packed bytes. */
const SIZES_FOLLOW = 8;
const NOON = 12 << 11;

/**
 * Lists the files of an archive, and refuses every archive that isn't laid out byte for byte as our
 * writer does it. Programs disagree on how to read the rest: entries that the end doesn't count, gaps,
 * names and sizes that differ between a file's two headers, links, comments, text before or after.
 * @throws PackUnreadable
 */
export async function entriesOf(handle: FileHandle): Promise<ZipEntry[]> {
  const { size } = await handle.stat();
  const end = await readAt(handle, Math.max(0, size - END_BYTES), END_BYTES);
  if (end.length < END_BYTES || end.readUInt32LE(0) !== END)
    throw new PackUnreadable("it isn't a ZIP archive, it is incomplete, or it has extra data at the end");
  const count = end.readUInt16LE(10);
  const bytes = end.readUInt32LE(12);
  const at = end.readUInt32LE(16);
  if (at + bytes + END_BYTES !== size || bytes > DIRECTORY_BYTES_MAX || !end.equals(endRecord(count, bytes, at)))
    throw notOurs("its end record doesn't match");
  const entries = listed(await readAt(handle, at, bytes), count, at);
  for (const { entry, head } of entries) await checkAround(handle, entry, head);
  return entries.map(({ entry }) => entry);
}

interface Listed {
  readonly entry: ZipEntry;
  /** The header expected before its packed bytes. */
  readonly head: Buffer;
}

function listed(directory: Buffer, count: number, directoryAt: number): Listed[] {
  const entries: Listed[] = [];
  let at = 0;
  let next = 0;
  for (let number = 0; number < count; number++) {
    if (at + DIRECTORY_BYTES > directory.length) throw notOurs("its list of files is cut off");
    const name = directory.subarray(at + DIRECTORY_BYTES, at + DIRECTORY_BYTES + directory.readUInt16LE(at + 28));
    const record = {
      method: directory.readUInt16LE(at + 10),
      day: directory.readUInt16LE(14),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
    };
    const expected = directoryRecord(name, record, next);
    if (!directory.subarray(at, at + expected.length).equals(expected)) throw notOurs(`its list of files has a wrong entry for ${name}`);
    const head = localHeader(name, record);
    const { method, crc, packed, bytes } = record;
    entries.push({ entry: { name: name.toString("utf8"), method, crc, packed, bytes, start: next + head.length }, head });
    at += expected.length;
    next += head.length + packed + DESCRIPTOR_BYTES;
  }
  if (at !== directory.length || next !== directoryAt) throw notOurs("it has content that isn't in its list of files");
  return entries;
}

async function checkAround(handle: FileHandle, { name, crc, packed, bytes, start }: ZipEntry, head: Buffer): Promise<void> {
  const before = await readAt(handle, start - head.length, head.length);
  const after = await readAt(handle, start + packed, DESCRIPTOR_BYTES);
  if (!before.equals(head) || !after.equals(uint32s(DESCRIPTOR, crc, packed, bytes)))
    throw notOurs(`${name} doesn't match its entry in the list of files`);
}

interface Recorded {
  readonly method: number;
  readonly day: number;
  readonly crc: number;
  readonly packed: number;
  readonly bytes: number;
}

function localHeader(name: Buffer, { method, day }: Recorded): Buffer {
  return Buffer.concat([
    uint32s(LOCAL),
    uint16s(VERSION, SIZES_FOLLOW, method, NOON, day),
    uint32s(0, 0, 0),
    uint16s(name.length, 0),
    name,
  ]);
}

function directoryRecord(name: Buffer, { method, day, crc, packed, bytes }: Recorded, at: number): Buffer {
  return Buffer.concat([
    uint32s(DIRECTORY),
    uint16s(VERSION, VERSION, SIZES_FOLLOW, method, NOON, day),
    uint32s(crc, packed, bytes),
    // No extra field, comment, second disk or attributes.
    uint16s(name.length, 0, 0, 0, 0),
    uint32s(0, at),
    name,
  ]);
}

function endRecord(count: number, bytes: number, at: number): Buffer {
  return Buffer.concat([uint32s(END), uint16s(0, 0, count, count), uint32s(bytes, at), uint16s(0)]);
}

function uint16s(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) buffer.writeUInt16LE(value, at * 2);
  return buffer;
}

function uint32s(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) buffer.writeUInt32LE(value, at * 4);
  return buffer;
}

function notOurs(what: string): PackUnreadable {
  return new PackUnreadable(`it isn't laid out like a pack from Tieout (${what}), so other programs could read it differently`);
}

/** The bytes from a position on; fewer where the file ends. */
export async function readAt(handle: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  let read = 0;
  while (read < bytes) {
    const { bytesRead } = await handle.read(buffer, read, bytes - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}
