import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from "node:zlib";
import Database from "better-sqlite3";
import { unzipSync } from "fflate";

/** Where a secret was found. Of the secret itself only its name is told. */
export interface Leak {
  readonly secret: string;
  readonly place: string;
}

/** A place to look in: a file, a column of a file, what a process said. */
export interface Place {
  readonly name: string;
  readonly bytes: Buffer;
}

const UNPACK = [gunzipSync, zstdDecompressSync, inflateSync, inflateRawSync, brotliDecompressSync] as const;
/** Below this a form is too short to stand for the secret. */
const LEAST = 8;

/** The forms in which a secret may leak: as it is, in UTF-16, escaped for JSON or a URL, in hex, in base64 at each of the three offsets. */
export function formsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret, "utf8");
  const texts = [
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    ...[0, 1, 2].flatMap((offset) => {
      const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
      // Only the characters that no neighbouring byte has a part in.
      const inside = whole.slice(offset === 0 ? 0 : offset + 1, 4 * Math.floor((offset + bytes.length) / 3));
      return [inside, inside.replaceAll("+", "-").replaceAll("/", "_")];
    }),
  ];
  const forms = [bytes, Buffer.from(secret, "utf16le"), ...texts.map((text) => Buffer.from(text, "latin1"))];
  const distinct = new Map(forms.map((form) => [form.toString("latin1"), form]));
  return [...distinct.values()].filter((form) => form.length >= LEAST);
}

/** Every secret that is in a place, in any form. */
export function findSecrets(places: Iterable<Place>, secrets: ReadonlyMap<string, string>): Leak[] {
  const wanted = [...secrets].map(([name, value]) => ({ name, forms: formsOf(value) }));
  const leaks: Leak[] = [];
  for (const { name: place, bytes } of places)
    for (const { name, forms } of wanted) if (forms.some((form) => bytes.includes(form))) leaks.push({ secret: name, place });
  return leaks;
}

/**
 * Every file below a folder: as it lies there, unpacked, and where it is a database each of its values
 * unpacked. Another process copies it first: to open and close a file that this process has locked
 * would take the lock away, as POSIX has it.
 */
export function* folderPlaces(home: string): Generator<Place> {
  const copies = mkdtempSync(join(tmpdir(), "tieout-search-"));
  const folder = join(copies, "home");
  try {
    execFileSync(process.execPath, ["-e", "fs.cpSync(process.argv[1], process.argv[2], { recursive: true })", home, folder]);
    yield* placesIn(folder);
  } finally {
    rmSync(copies, { recursive: true, force: true });
  }
}

function* placesIn(folder: string): Generator<Place> {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (!statSync(path).isFile()) continue;
    const bytes = readFileSync(path);
    yield { name, bytes };
    yield* unpacked(name, bytes);
    if (bytes.subarray(0, 15).toString("latin1") === "SQLite format 3") yield* databasePlaces(path, name);
  }
}

function* unpacked(name: string, bytes: Buffer): Generator<Place> {
  if (bytes.subarray(0, 2).toString("latin1") === "PK") {
    for (const [inner, content] of Object.entries(unzipSync(bytes))) {
      yield { name: `${name}!${inner}`, bytes: Buffer.from(inner + Buffer.from(content).toString("latin1"), "latin1") };
    }
    return;
  }
  for (const unpack of UNPACK) {
    try {
      const inner = unpack(bytes);
      yield { name: `${name} unpacked`, bytes: Buffer.from(inner) };
      return;
    } catch (error) {
      // Not packed in this way: every unpacker has its own codes for that.
      if (!/^(Z_|ERR_|ZSTD_|BROTLI)/.test(String((error as NodeJS.ErrnoException).code))) throw error;
    }
  }
}

/** A long value lies in several pages of the file, so it is read as the database gives it, too. */
function* databasePlaces(path: string, name: string): Generator<Place> {
  const db = new Database(path, { readonly: true });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'").pluck().all() as string[];
    for (const table of tables) {
      for (const row of db.prepare(`SELECT * FROM "${table}"`).raw().iterate() as Iterable<unknown[]>) {
        for (const value of row) {
          if (typeof value === "string") yield { name: `${name}:${table}`, bytes: Buffer.from(value) };
          if (!Buffer.isBuffer(value)) continue;
          yield { name: `${name}:${table}`, bytes: value };
          yield* unpacked(`${name}:${table}`, value);
        }
      }
    }
  } finally {
    db.close();
  }
}
