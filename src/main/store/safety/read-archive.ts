import { hash } from "node:crypto";
import { FileRefused, withNamedFile } from "#main/files/named-file.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { chunksOf, sha256Of } from "./bytes.ts";
import { knownSchema } from "./known-files.ts";
import { foreign, MANIFEST_NAME, type Manifest, readManifest, SEAL_NAME } from "./manifest.ts";
import { listEntries, type TarEntry } from "./tar.ts";

/** An archive whose list of files and manifest agree; the files' bytes are not read yet. */
export interface OpenedArchive {
  readonly handle: number;
  readonly manifest: Manifest;
  entry(name: string): TarEntry;
  /** The first file whose bytes are not those that the manifest names; null when all are. */
  firstWrong(): string | null;
}

/** Read in pieces, so this only ends what no backup can be. */
const ARCHIVE_BYTES_MAX = 2 ** 42;
const SEAL_BYTES = 64;
const MANIFEST_BYTES_MAX = 16 * 1024 * 1024;
// Names come from a stranger's file: nothing may be absolute, climb up or overwrite something else.
const SAFE_NAME =
  /^(?:firm\.sqlite|clients\/[a-z0-9-]{1,64}\.sqlite|clients\/[a-z0-9-]{1,64}\.files\/[0-9a-f]{64}|packs\/[a-z0-9-]{1,64}\/[^./\\\p{Cc}][^/\\\p{Cc}]{0,90})$/u;

/** Whether a file of the data folder has a name that an archive may hold. */
export function isArchivable(name: string): boolean {
  return SAFE_NAME.test(name);
}

/** Opens an archive for the length of `act`. @returns a failure with code `invalid_input` that names the field which is wrong */
export function openArchive<T>(path: string, act: (archive: OpenedArchive) => T): Result<T, Failure> {
  try {
    return withNamedFile(path, ARCHIVE_BYTES_MAX, (handle) => read(handle, act));
  } catch (error) {
    if (error instanceof FileRefused) return fail(foreign("from", error.message));
    throw error;
  }
}

function read<T>(handle: number, act: (archive: OpenedArchive) => T): Result<T, Failure> {
  const entries = listEntries(handle);
  if (entries === null) return fail(foreign("from", "it isn't a complete archive"));
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const told = byName.get(MANIFEST_NAME);
  if (told === undefined || told.bytes > MANIFEST_BYTES_MAX) return fail(foreign("manifest", "it has no list of files (manifest.json)"));
  const text = readText(handle, told);
  const seal = byName.get(SEAL_NAME);
  const manifest = readManifest(text);
  if (!manifest.ok) return manifest;
  if (seal?.bytes !== SEAL_BYTES || readText(handle, seal) !== hash("sha256", text))
    return fail(foreign("manifest", "its list of files (manifest.json) was changed"));
  const wrong = newer(manifest.value) ?? disagreement(manifest.value, byName, entries.length);
  if (wrong !== null) return fail(wrong);
  return ok(
    act({
      handle,
      manifest: manifest.value,
      entry: (name) => byName.get(name) as TarEntry,
      firstWrong: () => firstWrong(handle, manifest.value, byName),
    }),
  );
}

function readText(handle: number, { start, bytes }: TarEntry): string {
  return Buffer.concat([...chunksOf(handle, start, bytes)].map((chunk) => Buffer.from(chunk))).toString("utf8");
}

function newer({ schema }: Manifest): Failure | null {
  for (const [kind, known] of [
    ["firm", knownSchema(null)],
    ["client", knownSchema("client")],
  ] as const)
    if (schema[kind] > known)
      return {
        code: "invalid_input",
        message: `The backup was made by a newer version of Tieout (schema ${schema[kind]}; this version knows ${known}).`,
        field: `schema.${kind}`,
        next: "Update Tieout, then restore the backup. Nothing was changed.",
      };
  return null;
}

function disagreement({ files, clients }: Manifest, byName: ReadonlyMap<string, TarEntry>, count: number): Failure | null {
  if (!files.some(({ name }) => name === "firm.sqlite")) return foreign("files", "it has no firm.sqlite");
  for (const [index, { name, bytes, clientId }] of files.entries()) {
    if (!isArchivable(name)) return foreign(`files.${index}.name`, `${JSON.stringify(name)} isn't a valid data file name`);
    if (byName.get(name)?.bytes !== bytes) return foreign(`files.${index}`, `${name} is missing or has the wrong size`);
    if (clientId !== null && (name !== `clients/${clientId}.sqlite` || !clients.some((client) => client.clientId === clientId)))
      return foreign(`files.${index}.clientId`, `${name} doesn't belong to any client in the backup`);
  }
  if (new Set(files.map(({ name }) => name)).size !== files.length || count !== files.length + 2)
    return foreign("files", "its files don't match its list of files (manifest.json)");
  return null;
}

function firstWrong(handle: number, { files }: Manifest, byName: ReadonlyMap<string, TarEntry>): string | null {
  const wrong = files.find(({ name, sha256, bytes }) => sha256Of(handle, (byName.get(name) as TarEntry).start, bytes) !== sha256);
  return wrong?.name ?? null;
}
