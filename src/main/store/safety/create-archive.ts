import { hash } from "node:crypto";
import { existsSync, fsyncSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { lacksRoom } from "#main/files/disk-space.ts";
import { syncFolderOf } from "#main/files/sync.ts";
import { StoreRefusal } from "#main/store/database/open.ts";
import type { ArchivedFile, BackupArchive } from "#shared/contract/app/data-safety.ts";
import { assert } from "#shared/kernel/assert.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { sha256Of, withFile } from "./bytes.ts";
import { dataFilePath, type FileOwner, knownSchema, openToLook } from "./known-files.ts";
import { MANIFEST_NAME, type Manifest, SEAL_NAME, writeManifest } from "./manifest.ts";
import { isArchivable, openArchive } from "./read-archive.ts";
import { takeSnapshot } from "./snapshot.ts";
import { snapshotsFolder } from "./snapshots-folder.ts";
import { addFile, addText, endArchive } from "./tar.ts";

export interface ArchiveOrder {
  /** The path of the archive; an existing file is never overwritten. */
  readonly path: string;
  readonly nowMs: number;
  /** The release that creates it. */
  readonly app: string;
}

/** Folders with supporting documents and packs; they aren't databases and are archived byte for byte. */
const FOLDERS = ["clients", "packs"] as const;

/**
 * Writes one archive of the whole firm while work continues: a copy of each file at one instant, each checked
 * when it is made. The whole archive is then read back before it gets its name. A tar without compression,
 * because it is read and written in chunks and any system opens it (the payloads inside are compressed
 * already). It contains no secrets: those are in the keychain only.
 */
export function createArchive(home: string, { path, nowMs, app }: ArchiveOrder): Result<BackupArchive, Failure> {
  if (existsSync(path))
    return fail({ code: "already_exists", message: `${path} already exists.`, field: "out", next: "Choose another name." });
  if (!existsSync(dirname(path)))
    return fail({ code: "invalid_input", message: `The folder ${dirname(path)} doesn't exist.`, field: "out", next: "Create it first." });
  const bytes = dataBytes(home);
  const noRoom = lacksRoom(dirname(path), bytes) ?? lacksRoom(home, bytes);
  if (noRoom !== null) return fail({ ...noRoom, field: "out" });
  const staging = join(snapshotsFolder(home), `staging-${nowMs}`);
  const temporary = `${path}.partial`;
  try {
    rmSync(temporary, { force: true });
    mkdirSync(staging, { recursive: true, mode: 0o700 });
    withFile(temporary, "wx", (archive) => {
      writeEntries(archive, home, staging, { nowMs, app });
      fsyncSync(archive);
    });
    const read = openArchive(temporary, (opened) => ({ manifest: opened.manifest, wrong: opened.firstWrong() }));
    if (!read.ok) return read;
    if (read.value.wrong !== null) throw new StoreRefusal(`${read.value.wrong} in the archive doesn't match the original.`, "damaged");
    renameSync(temporary, path);
    syncFolderOf(path);
    return ok(told(path, read.value.manifest));
  } finally {
    rmSync(temporary, { force: true });
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The registry first: it determines what the archive contains, even if a client is added in the meantime. */
function writeEntries(archive: number, home: string, staging: string, { nowMs, app }: Omit<ArchiveOrder, "path">): void {
  const files: ArchivedFile[] = [];
  const add = (owner: FileOwner, name: string, then?: (copy: string) => void) => {
    const copy = join(staging, "copy.sqlite");
    const facts = takeSnapshot(dataFilePath(home, owner), owner, copy);
    addFile(archive, name, copy, facts.bytes);
    files.push({ name, clientId: owner, ...facts });
    then?.(copy);
    rmSync(copy);
  };
  let firm: Pick<Manifest, "firmId" | "clients"> | null = null;
  add(null, "firm.sqlite", (copy) => {
    firm = readFirm(copy);
  });
  assert(firm !== null, "the registry was copied");
  const { firmId, clients } = firm as Pick<Manifest, "firmId" | "clients">;
  for (const { clientId } of clients) if (existsSync(dataFilePath(home, clientId))) add(clientId, `clients/${clientId}.sqlite`);
  for (const name of otherFiles(home)) {
    const path = join(home, name);
    const bytes = statSync(path).size;
    const sha256 = withFile(path, "r", (handle) => sha256Of(handle, 0, bytes));
    addFile(archive, name, path, bytes);
    files.push({ name, clientId: null, sha256, bytes, schema: 0, rows: {} });
  }
  const schema = { firm: knownSchema(null), client: knownSchema("client") };
  const sqlite = new Database(":memory:");
  const version = sqlite.prepare("SELECT sqlite_version()").pluck().get() as string;
  sqlite.close();
  const manifest = writeManifest({ createdAt: instantFromMs(nowMs), firmId, app, sqlite: version, schema, clients, files });
  addText(archive, MANIFEST_NAME, manifest);
  addText(archive, SEAL_NAME, hash("sha256", manifest));
  endArchive(archive);
}

function readFirm(copy: string): Pick<Manifest, "firmId" | "clients"> {
  const db = openToLook(copy);
  try {
    return {
      // Settings are stored as JSON.
      firmId: JSON.parse(db.prepare("SELECT value FROM setting WHERE key = 'firm_id'").pluck().get() as string) as string,
      clients: db.prepare("SELECT client_id AS clientId, name FROM client ORDER BY client_id").all() as Manifest["clients"],
    };
  } finally {
    db.close();
  }
}

function told(path: string, { createdAt, firmId, files }: Manifest): BackupArchive {
  const bytes = statSync(path).size;
  return { path, bytes, sha256: withFile(path, "r", (handle) => sha256Of(handle, 0, bytes)), createdAt, firmId, files };
}

function otherFiles(home: string): string[] {
  return FOLDERS.flatMap((top) => {
    const folder = join(home, top);
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.parentPath !== folder && !entry.name.endsWith(".tmp"))
      .map(
        (entry) =>
          `${top}/${join(entry.parentPath, entry.name)
            .slice(folder.length + 1)
            .replaceAll("\\", "/")}`,
      );
  })
    .filter(isArchivable)
    .sort();
}

function dataBytes(home: string): number {
  const sizes = (folder: string) =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !/\.(bak|tmp)$/.test(entry.name))
          .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0)
      : [];
  const all = [statSync(dataFilePath(home, null)).size, ...sizes(join(home, "clients")), ...sizes(join(home, "packs"))];
  return all.reduce((sum, bytes) => sum + bytes, 0);
}
