import { existsSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { readRaw } from "#main/files/raw-file.ts";
import { clientFileKind, clientFilePath } from "#main/store/database/client-file.ts";
import { schemaProblem } from "#main/store/database/exact-schema.ts";
import { firmFileKind } from "#main/store/database/firm-file.ts";
import { connectToRead, type FileKind, newestSchema, type Sqlite } from "#main/store/database/open.ts";
import { sumsPath } from "#main/store/database/page-sums.ts";
import { counted } from "#shared/kernel/readable.ts";

/** Which data file is meant: a client's by its id, or the firm's registry (null). */
export type FileOwner = string | null;

/** What a data file was found to be. `problem` null: it can be used. */
export interface FileGlance {
  readonly problem: string | null;
  readonly schema: number;
  readonly bytes: number;
}

const HEADER_BYTES = 100;

export function dataFilePath(home: string, owner: FileOwner): string {
  return owner === null ? join(home, "firm.sqlite") : clientFilePath(home, owner);
}

/** A data file with its log and the sums of its pages, which belong to this file and to no copy of it. */
export function withLogs(path: string): string[] {
  return [path, `${path}-wal`, `${path}-shm`, sumsPath(path)];
}

function kindOf(owner: FileOwner): FileKind {
  return owner === null ? firmFileKind : clientFileKind;
}

/** The newest schema that this release knows for a kind of file. */
export function knownSchema(owner: FileOwner): number {
  return newestSchema(kindOf(owner).migrations);
}

/**
 * Reads the first page's head of a data file and nothing else: cheap enough for every file at every
 * start. It sees a missing, empty, foreign, newer or cut-off file; a check of the content is `checkWhole`.
 */
export function glanceAtFile(path: string, owner: FileOwner): FileGlance {
  if (!existsSync(path)) return { problem: "the file is missing", schema: 0, bytes: 0 };
  const bytes = statSync(path).size;
  const header = Buffer.alloc(HEADER_BYTES);
  readRaw(path, (handle) => readSync(handle, header, 0, HEADER_BYTES, 0));
  const schema = header.readInt32BE(60);
  return { problem: headerProblem(header, bytes, owner, existsSync(`${path}-wal`)), schema, bytes };
}

function headerProblem(header: Buffer, bytes: number, owner: FileOwner, hasLog: boolean): string | null {
  if (bytes === 0) return "the file is empty";
  if (bytes < HEADER_BYTES || !header.toString("latin1").startsWith("SQLite format 3\0")) return "the file isn't a database";
  if (header.readInt32BE(68) !== kindOf(owner).applicationId && !hasLog) return "the file isn't the expected kind of data file";
  const rawPage = header.readUInt16BE(16);
  const pageBytes = rawPage === 1 ? 65_536 : rawPage;
  // The size in the header is only kept up to date together with this counter; a log may hold what is missing.
  const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92);
  if (!hasLog && isCounted && header.readUInt32BE(28) * pageBytes > bytes) return "the file is cut off";
  return null;
}

/** Opens a data file, or a copy of one, to look at it whole; the schema may be an older one. */
export function openToLook(path: string): Sqlite {
  return connectToRead(path);
}

/** Whether a later release wrote the file: it isn't damaged, and only a later release can use it. */
export function isFromNewer(db: Sqlite, owner: FileOwner): boolean {
  const isKind = db.pragma("application_id", { simple: true }) === kindOf(owner).applicationId;
  return isKind && (db.pragma("user_version", { simple: true }) as number) > knownSchema(owner);
}

/** Everything that a whole file must be; null when it is. Reads all of it. */
export function checkWhole(db: Sqlite, owner: FileOwner): string | null {
  const kind = kindOf(owner);
  if (db.pragma("application_id", { simple: true }) !== kind.applicationId) return "the file isn't the expected kind of data file";
  const schema = db.pragma("user_version", { simple: true }) as number;
  if (isFromNewer(db, owner)) return `the file is from a newer version of Tieout (schema ${schema})`;
  const foreign = schemaProblem(db, kind);
  if (foreign !== null) return foreign;
  const verdict = db.pragma("integrity_check(10)", { simple: true }) as string;
  if (verdict !== "ok") return `its integrity check found “${verdict}”`;
  const broken = (db.pragma("foreign_key_check") as unknown[]).length;
  if (broken > 0) return `it has ${counted(broken, "broken reference")}`;
  const holds = owner === null ? null : clientIdIn(db);
  return owner === null || holds === null || holds === owner ? null : `the file is the local copy of client ${holds}`;
}

/** Whose mirror it is; null in one that was never opened for writing. */
export function clientIdIn(db: Sqlite): string | null {
  return (db.prepare("SELECT value FROM meta WHERE key = 'client_id'").pluck().get() as string | undefined) ?? null;
}

/** Ordinary tables: not those of a search index, which its own rows make again. */
export function tableNames(db: Sqlite): string[] {
  const sql = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
  return db.prepare(sql).pluck().all() as string[];
}

/** Rows of every table by its name. */
export function countRows(db: Sqlite): Record<string, number> {
  return Object.fromEntries(tableNames(db).map((name) => [name, db.prepare(`SELECT COUNT(*) FROM "${name}"`).pluck().get() as number]));
}
