import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from "node:crypto";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { readNamedFileAside, whyNotWritten } from "#main/files/named-file.ts";
import { NewFile, PackRefused } from "#main/pack/archive/new-file.ts";
import type { SealedFiles } from "#main/ports/index.ts";
import { assert } from "#shared/kernel/assert.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** What scrypt is asked to spend on each try. */
type KeyCost = Pick<Header, "N" | "r" | "p">;

const MAGIC = "TIEOUT SEALED 1\n";
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const HEADER_MAX = 1_000;
const FILE_MAX_BYTES = 512 * 1024 * 1024;
/** 128 MB and a good part of a second for each try at the passphrase. */
const COST: KeyCost = { N: 131_072, r: 8, p: 1 };

/** The header before the sealed bytes. Bounded, so that a hostile file can't exhaust memory; scrypt takes powers of two alone. */
const header = z.strictObject({
  kdf: z.literal("scrypt"),
  N: z.literal([16_384, 32_768, 65_536, 131_072, 262_144]),
  r: z.literal(8),
  p: z.number().int().min(1).max(4),
  salt: z.string().regex(/^[0-9a-f]{32,64}$/),
  cipher: z.literal("aes-256-gcm"),
  iv: z.string().regex(/^[0-9a-f]{24}$/),
});
type Header = z.infer<typeof header>;

/**
 * Files that only a passphrase opens: scrypt, then AES-256-GCM over the text with the header as
 * authenticated data, so that a changed byte anywhere opens nothing.
 */
export function sealedFiles(cost: KeyCost = COST): SealedFiles {
  return { write: (path, text, passphrase) => seal(path, text, passphrase, cost), read: unseal };
}

async function seal(path: string, text: string, passphrase: string, cost: KeyCost) {
  const head: Header = { kdf: "scrypt", ...cost, salt: hex(16), cipher: "aes-256-gcm", iv: hex(12) };
  const headText = `${MAGIC}${JSON.stringify(head)}\n`;
  const cipher = createCipheriv("aes-256-gcm", await keyOf(head, passphrase), Buffer.from(head.iv, "hex"));
  cipher.setAAD(Buffer.from(headText));
  const bytes = Buffer.concat([Buffer.from(headText), cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return writeNew(path, bytes);
}

async function unseal(path: string, passphrase: string): Promise<Result<string, Failure>> {
  const bytes = await readNamedFileAside(path, "path", FILE_MAX_BYTES);
  if (!bytes.ok) return bytes;
  const parted = part(bytes.value);
  if (parted === null)
    return fail({ code: "invalid_input", message: `${path} isn't a review bundle, or the file is incomplete.`, field: "path" });
  const { head, headBytes, sealed } = parted;
  const decipher = createDecipheriv("aes-256-gcm", await keyOf(head, passphrase), Buffer.from(head.iv, "hex"));
  decipher.setAAD(headBytes);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    return ok(Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decipher.final()]).toString("utf8"));
  } catch (error) {
    if (!(error instanceof Error) || (error as NodeJS.ErrnoException).code !== undefined) throw error;
    return fail({
      code: "invalid_input",
      message: "The passphrase is wrong, or the file was changed.",
      field: "passphrase",
      next: "Ask the person who exported the file for the passphrase or a new file.",
    });
  }
}

function keyOf({ N, r, p, salt }: Header, passphrase: string): Promise<Buffer> {
  // The same words typed on another system are the same passphrase.
  return derive(passphrase.normalize("NFKC"), Buffer.from(salt, "hex"), KEY_BYTES, { N, r, p, maxmem: 256 * N * r });
}

function part(bytes: Buffer): { readonly head: Header; readonly headBytes: Buffer; readonly sealed: Buffer } | null {
  if (!bytes.subarray(0, MAGIC.length).equals(Buffer.from(MAGIC))) return null;
  const end = bytes.subarray(0, MAGIC.length + HEADER_MAX).indexOf("\n", MAGIC.length);
  if (end < 0 || bytes.length < end + 1 + TAG_BYTES) return null;
  const read = header.safeParse(jsonOf(bytes.subarray(MAGIC.length, end).toString("utf8")));
  return read.success ? { head: read.data, headBytes: bytes.subarray(0, end + 1), sealed: bytes.subarray(end + 1) } : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The file appears whole and durable or not at all; one that is already there is never overwritten. */
async function writeNew(path: string, bytes: Buffer): Promise<Result<{ readonly bytes: number; readonly sha256: string }, Failure>> {
  try {
    if ((await exists(path)) !== null)
      return fail({ code: "already_exists", message: `${path} already exists.`, field: "path", next: "Choose another name." });
    const file = await NewFile.create(path);
    try {
      await file.write(bytes);
      const written = await file.finish(null);
      assert(written !== null, "no hash was asked for, so none can differ");
      return ok(written);
    } finally {
      await file.drop();
    }
  } catch (error) {
    if (error instanceof PackRefused) return fail({ ...error.failure, field: "path" });
    return fail({ code: "storage", message: `Can't write ${path}: ${whyNotWritten(error)}.`, field: "path" });
  }
}

async function exists(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
