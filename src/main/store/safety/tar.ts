import { assert } from "#shared/kernel/assert.ts";
import { chunksOf, withFile, writeAll } from "./bytes.ts";

/** A file inside a tar archive, with the offset of its bytes. */
export interface TarEntry {
  readonly name: string;
  readonly start: number;
  readonly bytes: number;
}

const BLOCK = 512;
const ZEROS = Buffer.alloc(BLOCK);
// The largest size that fits eleven octal digits; beyond it the size is binary, as in GNU tar.
const OCTAL_MAX = 8 ** 11 - 1;

/** Writes one entry's header and bytes, read from a file in chunks. */
export function addFile(archive: number, name: string, path: string, bytes: number): void {
  writeAll(archive, header(name, bytes));
  let written = 0;
  withFile(path, "r", (source) => {
    for (const chunk of chunksOf(source, 0, bytes)) {
      writeAll(archive, chunk);
      written += chunk.length;
    }
  });
  assert(written === bytes, `${name} changed while it was copied`);
  pad(archive, bytes);
}

export function addText(archive: number, name: string, text: string): void {
  const bytes = Buffer.from(text);
  writeAll(archive, header(name, bytes.length));
  writeAll(archive, bytes);
  pad(archive, bytes.length);
}

/** An archive ends with two empty blocks; their absence shows that it was cut off. */
export function endArchive(archive: number): void {
  writeAll(archive, ZEROS);
  writeAll(archive, ZEROS);
}

/** The entries of an archive, read from header to header; null when it isn't a complete tar archive. */
export function listEntries(archive: number): TarEntry[] | null {
  const entries: TarEntry[] = [];
  for (let at = 0; ; ) {
    const block = Buffer.concat([...chunksOf(archive, at, BLOCK)].map((chunk) => Buffer.from(chunk)));
    if (block.length < BLOCK) return null;
    if (block.every((byte) => byte === 0)) return entries;
    const entry = readHeader(block, at + BLOCK);
    if (entry === null) return null;
    entries.push(entry);
    at = entry.start + Math.ceil(entry.bytes / BLOCK) * BLOCK;
  }
}

function header(name: string, bytes: number): Buffer {
  const [prefix, rest] = splitName(name);
  const block = Buffer.alloc(BLOCK);
  block.write(rest, 0);
  block.write(prefix, 345);
  block.write("0000600\0", 100);
  block.write("0000000\0", 108);
  block.write("0000000\0", 116);
  if (bytes <= OCTAL_MAX) block.write(`${bytes.toString(8).padStart(11, "0")}\0`, 124);
  else {
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(bytes), 128);
  }
  block.write("00000000000\0", 136);
  block.write("0", 156);
  block.write("ustar\x0000", 257);
  block.write(`${checksum(block).toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

/** The format has a hundred bytes for a name, and more for its folders. */
function splitName(name: string): readonly [prefix: string, rest: string] {
  if (Buffer.byteLength(name) < 100) return ["", name];
  const at = name.lastIndexOf("/");
  const [prefix, rest] = [name.slice(0, Math.max(at, 0)), name.slice(at + 1)];
  assert(at > 0 && Buffer.byteLength(prefix) < 155 && Buffer.byteLength(rest) < 100, `no archive holds so long a name: ${name}`);
  return [prefix, rest];
}

function readHeader(block: Buffer, start: number): TarEntry | null {
  const text = (from: number, to: number) => block.toString("latin1", from, to).split("\0")[0]?.trim() ?? "";
  if (text(257, 262) !== "ustar" || Number.parseInt(text(148, 156), 8) !== checksum(block)) return null;
  const bytes = block[124] === 0x80 ? Number(block.readBigUInt64BE(128)) : Number.parseInt(text(124, 136), 8);
  const [rest, prefix] = [block.toString("utf8", 0, 100), block.toString("utf8", 345, 500)].map((part) => part.split("\0")[0] ?? "");
  return Number.isSafeInteger(bytes) ? { name: prefix === "" ? `${rest}` : `${prefix}/${rest}`, start, bytes } : null;
}

/** The sum of the header's bytes, with the checksum field itself counted as blanks. */
function checksum(block: Buffer): number {
  let sum = 0;
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? 32 : (block[at] as number);
  return sum;
}

function pad(archive: number, bytes: number): void {
  const over = bytes % BLOCK;
  if (over > 0) writeAll(archive, ZEROS.subarray(over));
}
