import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { constants, crc32, deflateRawSync } from "node:zlib";
import { zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { comparePacks } from "#main/pack/archive/compare-packs.ts";
import { PackUnreadable } from "#main/pack/archive/pack-unreadable.ts";
import { verifyPack } from "#main/pack/archive/verify-pack.ts";
import { ZipReader } from "#main/pack/archive/zip-reader.ts";
import { writeZip } from "#test/support/write-zip.ts";

const FILES = { "README.txt": Buffer.from("A pack."), "04_extract/gl.csv": Buffer.from("debit,credit\n1.00,\n".repeat(20)) };
const DIRECTORY = 0x02014b50;
const LOCAL = 0x04034b50;

let folder: string;
let path: string;
let good: Buffer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "tieout-layout-"));
  path = join(folder, "pack.zip");
  good = await writeZip(FILES);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a reader gets from an archive, file by file. */
async function readAll(bytes: Buffer): Promise<Record<string, string>> {
  writeFileSync(path, bytes);
  const zip = await ZipReader.open(path);
  try {
    const files: Record<string, string> = {};
    for (const entry of zip.entries) files[entry.name] = (await zip.whole(entry, 1_000_000)).toString("utf8");
    return files;
  } finally {
    await zip.close();
  }
}

/** Where the nth header of a kind is. */
function at(bytes: Buffer, signature: number, nth = 0): number {
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(signature);
  let found = bytes.indexOf(mark);
  for (let seen = 0; seen < nth; seen++) found = bytes.indexOf(mark, found + 4);
  expect(found).toBeGreaterThanOrEqual(0);
  return found;
}

function edited(edit: (bytes: Buffer) => void): Buffer {
  const copy = Buffer.from(good);
  edit(copy);
  return copy;
}

/** Bytes put in, with the archive's end corrected for those that it counts. */
function inserted(where: number, what: Buffer, corrected: { readonly directory?: number; readonly start?: number }): Buffer {
  const copy = Buffer.concat([good.subarray(0, where), what, good.subarray(where)]);
  const end = copy.length - 22;
  copy.writeUInt32LE(copy.readUInt32LE(end + 12) + (corrected.directory ?? 0), end + 12);
  copy.writeUInt32LE(copy.readUInt32LE(end + 16) + (corrected.start ?? 0), end + 16);
  return copy;
}

describe("an archive is read only in the layout that our writer makes", () => {
  it("reads what the writer wrote", async () => {
    expect(await readAll(good)).toEqual(Object.fromEntries(Object.entries(FILES).map(([name, bytes]) => [name, bytes.toString()])));
  });

  const gap = Buffer.from("a gap that no directory names");
  const refused: readonly (readonly [string, () => Buffer])[] = [
    ["another program's archive of the same files", () => Buffer.from(zipSync(FILES))],
    ["an entry that the end does not count", () => edited((bytes) => bytes.writeUInt16LE(1, bytes.length - 12))],
    ["an entry that only one of the end's two counts has", () => edited((bytes) => bytes.writeUInt16LE(1, bytes.length - 14))],
    ["text before the first file", () => inserted(0, gap, { start: gap.length })],
    ["a gap between two files", () => inserted(at(good, LOCAL, 1), gap, { start: gap.length })],
    ["a gap before the directory", () => inserted(at(good, DIRECTORY), gap, { start: gap.length })],
    [
      "a file before the directory that it does not name",
      () => inserted(at(good, DIRECTORY), good.subarray(0, at(good, LOCAL, 1)), { start: at(good, LOCAL, 1) }),
    ],
    ["text between the directory and the end", () => inserted(good.length - 22, gap, { directory: gap.length })],
    ["text after the end", () => Buffer.concat([good, gap])],
    ["a comment of the archive", () => Buffer.concat([edited((bytes) => bytes.writeUInt16LE(gap.length, bytes.length - 2)), gap])],
    [
      "a comment of a file",
      () => {
        const copy = inserted(at(good, DIRECTORY, 1), gap, { directory: gap.length });
        copy.writeUInt16LE(gap.length, at(copy, DIRECTORY) + 32);
        return copy;
      },
    ],
    ["another name in a file's own header", () => edited((bytes) => bytes.write("readme", at(bytes, LOCAL) + 30))],
    ["another size in a file's own header", () => edited((bytes) => bytes.writeUInt32LE(7, at(bytes, LOCAL) + 22))],
    [
      "the attributes of a symbolic link",
      () =>
        edited((bytes) => {
          bytes.writeUInt8(3, at(bytes, DIRECTORY) + 5);
          bytes.writeUInt32LE((0o120777 << 16) >>> 0, at(bytes, DIRECTORY) + 38);
        }),
    ],
    ["two names for one file's bytes", () => edited((bytes) => bytes.writeUInt32LE(0, at(bytes, DIRECTORY, 1) + 42))],
    ["files of two days", () => edited((bytes) => bytes.writeUInt16LE(1, at(bytes, DIRECTORY, 1) + 14))],
  ];

  it.each(refused)("refuses %s", async (_what, make) => {
    await expect(readAll(make())).rejects.toThrow(PackUnreadable);
    const verified = await verifyPack(path, null);
    expect(verified).toMatchObject({ ok: true, value: { ok: false, files: [], problems: [{ file: null, kind: "unreadable" }] } });
  });

  it("refuses bytes hidden behind the end of a packed file", async () => {
    await expect(readAll(archiveOf("README.txt", Buffer.concat([deflateRawSync("A pack."), gap]), Buffer.from("A pack.")))).rejects.toThrow(
      "doesn't match its checksum",
    );
    expect(await readAll(archiveOf("README.txt", deflateRawSync("A pack."), Buffer.from("A pack.")))).toEqual({ "README.txt": "A pack." });
  });

  it("finds every bit that is turned, unless the files come out the same", async () => {
    const same = await readAll(good);
    let silent = 0;
    for (let bit = 0; bit < good.length * 8; bit++) {
      const copy = edited((bytes) => bytes.writeUInt8((bytes[bit >> 3] as number) ^ (1 << (bit & 7)), bit >> 3));
      const read = await readAll(copy).catch((error: unknown) => {
        expect(error).toBeInstanceOf(PackUnreadable);
        return null;
      });
      if (read === null) continue;
      expect(read).toEqual(same);
      silent++;
    }
    // Padding of a packed file's last byte.
    expect(silent).toBeLessThan(16);
  });
});

describe("what isn't a pack that this version knows", () => {
  it("is of a newer version of Tieout where it says so, and isn't called damaged", async () => {
    const manifest = { format: "tieout-closepack", formatVersion: 3, files: "in another form" };
    writeFileSync(path, await writeZip({ "manifest.json": Buffer.from(JSON.stringify(manifest)) }));
    const message = "A newer version of Tieout made this pack. Update Tieout, then verify the pack again.";
    const verified = await verifyPack(path, null);
    expect(verified.ok && verified.value.problems).toEqual([{ file: null, kind: "unreadable", message }]);
    expect(await comparePacks(path, path)).toEqual({
      ok: false,
      failure: {
        code: "invalid_input",
        message: `A newer version of Tieout made ${path}.`,
        field: "file",
        next: "Update Tieout, then compare the packs again.",
      },
    });
  });

  it("may be a damaged copy for the client, too", async () => {
    writeFileSync(path, good.subarray(0, -1));
    const verified = await verifyPack(path, null);
    expect(verified.ok && verified.value.problems[0]?.message).toMatch(/^Tieout can't read this file as a close pack: /);
  });
});

/** An archive of one packed file in our layout, put together by hand. */
function archiveOf(name: string, packed: Buffer, plain: { readonly length: number }, crc = 0): Buffer {
  const sum = plain instanceof Buffer ? crc32(plain) : crc;
  const numbers = (size: 2 | 4, ...values: number[]) => {
    const buffer = Buffer.alloc(size * values.length);
    for (const [index, value] of values.entries()) buffer.writeUIntLE(value, index * size, size);
    return buffer;
  };
  const [text, noon, day] = [Buffer.from(name), 12 << 11, 0x5d5f];
  const local = Buffer.concat([numbers(4, LOCAL), numbers(2, 20, 8, 8, noon, day), Buffer.alloc(12), numbers(2, text.length, 0), text]);
  const after = numbers(4, 0x08074b50, sum, packed.length, plain.length);
  const record = [numbers(4, DIRECTORY), numbers(2, 20, 20, 8, 8, noon, day), numbers(4, sum, packed.length, plain.length)];
  const directory = Buffer.concat([...record, numbers(2, text.length), Buffer.alloc(16), text]);
  const start = local.length + packed.length + after.length;
  const end = Buffer.concat([numbers(4, 0x06054b50), numbers(2, 0, 0, 1, 1), numbers(4, directory.length, start), numbers(2, 0)]);
  return Buffer.concat([local, packed, after, directory, end]);
}

describe("a pack that is made to fill the machine", () => {
  const PIECE = 16 * 1024 * 1024;

  /** Packed text of `pieces` times 16 MiB, all one cell, in a fraction of that. */
  function endless(pieces: number): Buffer {
    const piece = deflateRawSync(Buffer.alloc(PIECE, "x"), { finishFlush: constants.Z_FULL_FLUSH });
    return Buffer.concat([...Array.from({ length: pieces }, () => piece), deflateRawSync("")]);
  }

  it("ends with a clear word at a cell of 1.5 GB, in little memory", async () => {
    writeFileSync(path, archiveOf("04_extract/gl.csv", endless(96), { length: 96 * PIECE }));
    const before = process.memoryUsage().rss;
    const verified = await verifyPack(path, null);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
    expect(verified).toMatchObject({ ok: true, value: { ok: false } });
    if (!verified.ok) return;
    expect(verified.value.problems).toContainEqual({
      file: "04_extract/gl.csv",
      kind: "unreadable",
      message: "a row is longer than any row Tieout writes",
    });
  });

  it("does not unpack a file that is larger than it says", async () => {
    writeFileSync(path, archiveOf("03_evidence/a.txt", endless(96), { length: 1000 }));
    const verified = await verifyPack(path, null);
    expect(verified.ok && verified.value.problems.map(({ file, message }) => [file, message])).toContainEqual([
      "03_evidence/a.txt",
      "this file is larger than the archive says",
    ]);
  });
});
