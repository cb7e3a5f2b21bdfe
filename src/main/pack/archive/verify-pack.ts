import { createHash } from "node:crypto";
import { reasonOf } from "#main/files/named-file.ts";
import { BooksCheck } from "#main/pack/books-check.ts";
import { ControlTally } from "#main/pack/control-tally.ts";
import { CsvReader } from "#main/pack/tables/csv-reader.ts";
import { counted } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { ControlTotal, PackAuthenticity, PackManifest, PackProblem, PackVerification } from "#shared/model/close/pack.ts";
import type { PersonKey } from "#shared/model/close/signature.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { authenticityOf, PUBLIC_KEY, SIGNATURE } from "./authenticity.ts";
import { sha256Of } from "./new-file.ts";
import { PackFromNewer, PackUnreadable, packNotOpened } from "./pack-unreadable.ts";
import { bearsOwnHash, MANIFEST, MANIFEST_BYTES_MAX, readManifest, readSums, SUMS } from "./read-manifest.ts";
import type { ZipEntry } from "./zip-layout.ts";
import { ZipReader } from "./zip-reader.ts";

/** What is wrong with a hostile pack could fill the memory. */
const PROBLEMS_MAX = 1000;
/** A changed file may come to groups that nobody named; this many are told. */
const MORE_GROUPS = 1000;

/** Made after the manifest, of which they are the signature. */
const NOT_IN_MANIFEST: ReadonlySet<string> = new Set([SIGNATURE, PUBLIC_KEY]);

/** What a file of the archive turned out to be; `rows` of a CSV. */
interface Actual {
  readonly sha256: string;
  readonly bytes: number;
  readonly rows: number | null;
  readonly totals: readonly ControlTotal[];
}

/** What a pack is compared with besides itself. */
export interface PackTrust {
  /** The firm's public keys. */
  readonly keys?: readonly PersonKey[] | undefined;
  /** A pack without a signature is a problem; otherwise removing it would be a way past the keys. */
  readonly mustBeSigned?: boolean | undefined;
  /** The hash that the firm's own record has of the pack. */
  readonly recorded?: string | undefined;
}

/**
 * Checks a pack without a data folder: every file against the checksums and the manifest, recalculated control totals,
 * and the version chain if the earlier pack is given. Each problem names its file.
 * @returns a failure only when the archive can't be opened at all
 */
export async function verifyPack(path: string, prior: string | null, trust: PackTrust = {}): Promise<Result<PackVerification, Failure>> {
  let zip: ZipReader;
  let sha256: string;
  try {
    sha256 = await sha256Of(path);
    zip = await ZipReader.open(path);
  } catch (error) {
    if (error instanceof PackUnreadable) {
      const message = `Tieout can't read this file as a close pack: ${error.message}.`;
      return ok(unreadable(path, "", message));
    }
    return fail(packNotOpened(path, error));
  }
  try {
    return ok(await new Verification(path, sha256, zip, trust).run(prior));
  } catch (error) {
    if (!(error instanceof PackFromNewer)) throw error;
    return ok(unreadable(path, sha256, "A newer version of Tieout made this pack. Update Tieout, then verify the pack again."));
  } finally {
    await zip.close();
  }
}

const NOTHING = {
  name: null,
  version: null,
  copyOf: null,
  stamps: [],
  files: [],
  controlTotals: { checked: 0, wrong: 0 },
  chain: "not_given" as const,
  authenticity: null,
};

function unreadable(path: string, sha256: string, message: string): PackVerification {
  return { path, sha256, ok: false, ...NOTHING, problems: [{ file: null, kind: "unreadable", message }] };
}

class Verification {
  readonly #path: string;
  readonly #sha256: string;
  readonly #zip: ZipReader;
  readonly #trust: PackTrust;
  readonly #problems: PackProblem[] = [];
  readonly #books = new BooksCheck();

  constructor(path: string, sha256: string, zip: ZipReader, trust: PackTrust) {
    this.#trust = trust;
    this.#path = path;
    this.#sha256 = sha256;
    this.#zip = zip;
  }

  async run(prior: string | null): Promise<PackVerification> {
    const entries = this.#entriesByName();
    const manifestText = await this.#text(entries, MANIFEST);
    const manifest = manifestText === null ? null : this.#manifestIn(manifestText);
    const sumsText = await this.#text(entries, SUMS);
    const sums = sumsText === null ? null : readSums(sumsText);
    if (sumsText !== null && sums === null) this.#wrong(SUMS, "manifest", "a line isn't a checksum, or a file is listed twice");
    const bears = manifestText === null || bearsOwnHash(manifestText);
    const actual = new Map<string, Actual>();
    for (const [name, entry] of entries) {
      if (name === SUMS || !this.#isWorthReading(entry, bears ? manifest : null, sums)) continue;
      const read = await this.#read(entry, manifest);
      if (read !== null) actual.set(name, read);
    }
    this.#hashes({ entries, actual, manifest, sums, bears });
    const controlTotals = manifest === null ? NOTHING.controlTotals : this.#totals(manifest, actual);
    if (manifest !== null) for (const { file, kind, message } of this.#books.problems(manifest)) this.#wrong(file, kind, message);
    const chain = manifest === null ? "not_given" : await this.#chain(manifest, prior);
    const authenticity = manifest === null ? null : await this.#authenticity(manifest, entries);
    const { recorded } = this.#trust;
    if (recorded !== undefined && recorded !== this.#sha256)
      this.#wrong(null, "record", "This isn't the file that Tieout created: the firm's record of packs has a different SHA-256.");
    const wrong = new Set(this.#problems.map(({ file }) => file));
    return {
      path: this.#path,
      sha256: this.#sha256,
      ok: this.#problems.length === 0,
      name: manifest?.name ?? null,
      version: manifest?.version ?? null,
      copyOf: manifest?.copyOf?.name ?? null,
      stamps: manifest?.stamps ?? [],
      files: [...actual].map(([name, { sha256, bytes, rows }]) => ({
        name,
        sha256,
        bytes,
        ...(rows === null ? {} : { rows }),
        ok: !wrong.has(name),
      })),
      controlTotals,
      chain,
      authenticity,
      problems: this.#problems,
    };
  }

  #wrong(file: string | null, kind: PackProblem["kind"], message: string): void {
    if (this.#problems.length < PROBLEMS_MAX) this.#problems.push({ file, kind, message });
    else if (this.#problems.length === PROBLEMS_MAX)
      this.#problems.push({ file: null, kind: "unreadable", message: "This pack has more problems than are listed here." });
  }

  #entriesByName(): Map<string, ZipEntry> {
    const entries = new Map<string, ZipEntry>();
    for (const entry of this.#zip.entries) {
      if (!isSafeName(entry.name))
        this.#wrong(entry.name, "unsafe_name", "Tieout doesn't use file names like this one, and unpacking the file may not be safe");
      else if (entries.has(entry.name)) this.#wrong(entry.name, "not_listed", "this file is in the archive twice");
      entries.set(entry.name, entry);
    }
    return entries;
  }

  async #text(entries: ReadonlyMap<string, ZipEntry>, name: string): Promise<string | null> {
    const entry = entries.get(name);
    if (entry === undefined) {
      this.#wrong(name, "missing", "this file isn't in the archive");
      return null;
    }
    try {
      return (await this.#zip.whole(entry, MANIFEST_BYTES_MAX)).toString("utf8");
    } catch (error) {
      if (!(error instanceof PackUnreadable)) throw error;
      this.#wrong(name, "unreadable", ofThisFile(name, error.message));
      return null;
    }
  }

  async #authenticity(manifest: PackManifest, entries: ReadonlyMap<string, ZipEntry>): Promise<PackAuthenticity> {
    const { keys = null, mustBeSigned = false } = this.#trust;
    const judged = authenticityOf(
      {
        manifest,
        manifestBytes: (await this.#small(entries, MANIFEST)) ?? new Uint8Array(),
        signature: await this.#small(entries, SIGNATURE),
        pem: await this.#small(entries, PUBLIC_KEY),
        isOnRecord: this.#trust.recorded === this.#sha256,
      },
      keys,
      ({ file, kind, message }) => this.#wrong(file, kind, message),
      // What the chain says is about another pack.
      this.#problems.some(({ kind }) => kind !== "chain"),
    );
    if (manifest.signer !== null)
      for (const name of [SIGNATURE, PUBLIC_KEY]) if (!entries.has(name)) this.#wrong(name, "missing", "this file isn't in the archive");
    if (mustBeSigned && judged.pack.state === "unsigned")
      this.#wrong(
        null,
        "signature",
        "The pack isn't signed, so the firm's keys can't show that it comes from the firm. Someone may have removed the signature, or Tieout couldn't sign the pack (an early version, or no access to the keychain).",
      );
    return judged;
  }

  /** The bytes of a small file; null when it isn't there or can't be read, which is told elsewhere. */
  async #small(entries: ReadonlyMap<string, ZipEntry>, name: string): Promise<Uint8Array | null> {
    const entry = entries.get(name);
    if (entry === undefined) return null;
    try {
      return await this.#zip.whole(entry, MANIFEST_BYTES_MAX);
    } catch (error) {
      if (!(error instanceof PackUnreadable)) throw error;
      return null;
    }
  }

  #manifestIn(text: string): PackManifest | null {
    const manifest = readManifest(text);
    if (typeof manifest !== "string") return manifest;
    this.#wrong(MANIFEST, "manifest", manifest);
    return null;
  }

  /** A file that nobody names, or not by this size, isn't unpacked: it may be made to keep the machine busy. */
  #isWorthReading({ name, bytes }: ZipEntry, manifest: PackManifest | null, sums: ReadonlyMap<string, string> | null): boolean {
    if (manifest === null || name === MANIFEST) return true;
    const stated = manifest.files.find((file) => file.name === name);
    if (stated === undefined) return sums?.has(name) ?? false;
    if (stated.bytes !== bytes)
      this.#wrong(name, "bytes", `this file has ${counted(bytes, "byte")}, but the manifest says ${stated.bytes}`);
    return stated.bytes === bytes;
  }

  async #read(entry: ZipEntry, manifest: PackManifest | null): Promise<Actual | null> {
    const hash = createHash("sha256");
    const isCsv = entry.name.endsWith(".csv") && entry.name.startsWith("04_extract/");
    const table = isCsv ? this.#tableReader(entry.name, manifest) : null;
    const decoder = new TextDecoder("utf-8");
    let bytes = 0;
    try {
      for await (const piece of this.#zip.read(entry)) {
        hash.update(piece);
        bytes += piece.length;
        table?.reader.push(decoder.decode(piece, { stream: true }));
      }
      table?.reader.end();
    } catch (error) {
      if (!(error instanceof PackUnreadable)) throw error;
      if (entry.name !== MANIFEST) this.#wrong(entry.name, "unreadable", ofThisFile(entry.name, error.message));
      return null;
    }
    return { sha256: hash.digest("hex"), bytes, rows: table?.rows() ?? null, totals: table?.totals() ?? [] };
  }

  /** Adds a CSV up in the groups that the manifest names. */
  #tableReader(name: string, manifest: PackManifest | null) {
    const stated = manifest?.controlTotals.filter(({ file }) => file === name) ?? [];
    const plan = {
      sums: [...new Set(stated.flatMap(({ column }) => (column === null ? [] : [column])))],
      by: [...new Set(stated.flatMap(({ where }) => Object.keys(where)))],
      groupsMax: stated.length + MORE_GROUPS,
    };
    let tally: ControlTally | null = null;
    let header: readonly string[] = [];
    const reader = new CsvReader((cells) => {
      if (tally === null) {
        header = cells;
        tally = new ControlTally(name, cells, plan);
      } else {
        tally.add(cells);
        this.#books.row(name, header, cells);
      }
    });
    return { reader, rows: () => tally?.rows ?? 0, totals: () => tally?.totals() ?? [] };
  }

  #hashes(found: {
    readonly entries: ReadonlyMap<string, ZipEntry>;
    readonly actual: ReadonlyMap<string, Actual>;
    readonly manifest: PackManifest | null;
    readonly sums: ReadonlyMap<string, string> | null;
    readonly bears: boolean;
  }): void {
    const { entries, actual, manifest, sums, bears } = found;
    const stated = new Map(manifest?.files.map((file) => [file.name, file]));
    const names = new Set([...entries.keys(), ...stated.keys(), ...(sums?.keys() ?? [])]);
    for (const name of names) {
      if (name === SUMS) continue;
      const is = actual.get(name);
      const inManifest = name === MANIFEST ? undefined : stated.get(name);
      const inSums = sums?.get(name);
      if (!entries.has(name)) this.#wrong(name, "missing", "this file is listed in the manifest or checksums but isn't in the archive");
      else if (inManifest === undefined && inSums === undefined)
        this.#wrong(name, "not_listed", "this file is in the archive, but the manifest and checksums don't list it");
      else if (is === undefined) continue;
      else if (name === MANIFEST) this.#manifestHash(is.sha256, inSums, bears);
      else this.#fileHash(name, is, inManifest, { sums, inSums, hasManifest: manifest !== null });
    }
  }

  #manifestHash(is: string, inSums: string | undefined, bears: boolean): void {
    if (!bears) this.#wrong(MANIFEST, "hash", "this file was changed; it doesn't match the hash that it lists for itself");
    else if (inSums !== undefined && inSums !== is) this.#wrong(SUMS, "hash", `the hash listed for ${MANIFEST} is wrong`);
  }

  /** Two of three agree: the third is the one that was changed. */
  #fileHash(
    name: string,
    is: Actual,
    inManifest: PackManifest["files"][number] | undefined,
    other: { readonly sums: ReadonlyMap<string, string> | null; readonly inSums: string | undefined; readonly hasManifest: boolean },
  ): void {
    const { sums, inSums, hasManifest } = other;
    const asManifest = inManifest?.sha256 === is.sha256;
    const asSums = inSums === is.sha256;
    if (!asManifest && !asSums)
      this.#wrong(
        name,
        "hash",
        inManifest !== undefined && inSums !== undefined
          ? "this file was changed; the manifest and checksums have a different hash"
          : "this file doesn't match the hash listed for it; the file or the hash was changed",
      );
    else if (hasManifest && !asManifest && !NOT_IN_MANIFEST.has(name))
      this.#wrong(MANIFEST, "hash", `the hash listed for ${name} is wrong or missing`);
    else if (sums !== null && !asSums) this.#wrong(SUMS, "hash", `the hash listed for ${name} is wrong or missing`);
    else if (inManifest !== undefined && inManifest.bytes !== is.bytes)
      this.#wrong(MANIFEST, "bytes", `the size listed for ${name} is wrong`);
    else if (inManifest?.rows !== undefined && is.rows !== null && inManifest.rows !== is.rows)
      this.#wrong(MANIFEST, "rows", `the manifest lists ${counted(inManifest.rows, "row")} for ${name}, but the file has ${is.rows}`);
  }

  #totals(manifest: PackManifest, actual: ReadonlyMap<string, Actual>): PackVerification["controlTotals"] {
    const key = ({ file, column, where }: ControlTotal) => JSON.stringify([file, column, Object.entries(where).sort()]);
    const made = new Map([...actual.values()].flatMap(({ totals }) => totals.map((total) => [key(total), total])));
    let wrong = 0;
    for (const stated of manifest.controlTotals) {
      const again = made.get(key(stated));
      made.delete(key(stated));
      if (again?.value === stated.value) continue;
      wrong++;
      this.#wrong(
        stated.file,
        "control_total",
        `${totalName(stated)} is ${stated.value} in the manifest but ${again === undefined ? "can't be calculated from the file" : `${again.value} in the file`}`,
      );
    }
    for (const total of made.values()) {
      wrong++;
      this.#wrong(total.file, "control_total", `the manifest doesn't list this total: ${totalName(total)} is ${total.value}`);
    }
    return { checked: manifest.controlTotals.length, wrong };
  }

  async #chain(manifest: PackManifest, prior: string | null): Promise<PackVerification["chain"]> {
    if (prior === null) return manifest.prior === null ? "first" : "not_given";
    const wrong = (message: string) => {
      this.#wrong(null, "chain", message);
      return "broken" as const;
    };
    if (manifest.copyOf !== null)
      return wrong(`This is the client's copy of ${manifest.copyOf.name}. Only the firm's own pack says which earlier pack it supersedes.`);
    if (manifest.prior === null)
      return wrong("This pack records no earlier version, so it doesn't supersede the earlier pack that you gave.");
    const { name, sha256 } = manifest.prior;
    try {
      const shown = await sha256Of(prior);
      if (shown === sha256) return "holds";
      return wrong(`This pack supersedes ${name} (SHA-256 ${sha256}), but the earlier pack that you gave has SHA-256 ${shown}.`);
    } catch (error) {
      return wrong(`This pack supersedes ${name}, but the earlier pack that you gave can't be read: ${reasonOf(error)}.`);
    }
  }
}

/** What is wrong with a file, beside its name. */
function ofThisFile(name: string, message: string): string {
  return message.startsWith(`${name} `) ? `this file ${message.slice(name.length + 1)}` : message;
}

/** What a control total adds up, and of which rows. */
function totalName({ column, where }: ControlTotal): string {
  const rows = Object.entries(where).map(([name, value]) => `${name} ${value}`);
  return `${column === null ? "the number of rows" : `the sum of ${column}`}${rows.length === 0 ? "" : ` for ${rows.join(", ")}`}`;
}

/** A name that stays inside the folder that an archive is unpacked into, on every system. */
function isSafeName(name: string): boolean {
  return /^[\w.-]+(?:\/[\w.-]+)*$/.test(name) && !name.split("/").some((part) => /^\.+$/.test(part));
}
