import { chmodSync, existsSync, mkdirSync, readSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { connectionClosed, connectionOpens, readRaw } from "#main/files/raw-file.ts";
import { isOutOfRoom } from "#main/files/storage-failure.ts";
import { syncFolderOf, syncPath } from "#main/files/sync.ts";
import { assert } from "#shared/kernel/assert.ts";
import { newestStatements, type SchemaSource, schemaProblem } from "./exact-schema.ts";
import { sumsPath } from "./page-sums.ts";
import { watchPages } from "./watch-pages.ts";

export type Sqlite = Database.Database;
export type Statement = Database.Statement;

/** One step of a file's schema. Numbers ascend, and one that was never used may be left out; a released step is never edited. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  up(db: Sqlite): void;
}

/** The schema that a list of steps ends with: the number of its last one. */
export function newestSchema(migrations: readonly Pick<Migration, "number">[]): number {
  return migrations.at(-1)?.number ?? 0;
}

/**
 * A file that can't be used as it is; the message says what to do. The file is left untouched. `damaged`: its
 * content is wrong, so it needs a repair and not another release. `foreign`: it came from the firm's server, and is wrong there.
 */
export class StoreRefusal extends Error {
  override readonly name = "StoreRefusal";
  readonly reason: "refused" | "damaged" | "foreign";
  constructor(message: string, reason: StoreRefusal["reason"] = "refused") {
    super(message);
    this.reason = reason;
  }
}

/** The properties of a kind of file. */
export interface FileKind extends SchemaSource {
  readonly applicationId: number;
  readonly migrations: readonly Migration[];
}

export interface OpenOptions extends FileKind {
  readonly readonly?: boolean;
  /** On a full disk a writing connection may fall back to reading. A reading connection always works. */
  readonly readsOnFullDisk?: boolean;
}

const BUSY_MS = 250;
// The offsets in the file header of the numbers that the pragmas of these names show.
const HEADER_BYTES = 100;
const HEADER_USER_VERSION = 60;
const HEADER_APPLICATION_ID = 68;
// Releases before 3.51.3 can corrupt a WAL file that two connections checkpoint.
const SQLITE_VERSION_MIN = [3, 51, 3] as const;

/**
 * Opens a SQLite file with the durability that a mirror needs and brings its schema up to date.
 * WAL with synchronous FULL is set and read back on every connection, because the library lowers it
 * to NORMAL on its own, and NORMAL loses committed pages in a power cut.
 * @throws StoreRefusal when the file belongs to something else or to a newer release
 */
export function openDatabase(path: string, options: OpenOptions): Sqlite {
  try {
    return openShared(path, options);
  } catch (error) {
    if (!isOutOfRoom(error) || !(options.readonly || options.readsOnFullDisk)) throw error;
    const db = connectAlone(path, error);
    try {
      checkOwner(db, path, { ...options, readonly: true });
      return db;
    } catch (refused) {
      db.close();
      throw refused;
    }
  }
}

function openShared(path: string, options: OpenOptions): Sqlite {
  if (!options.readonly) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const isNew = !existsSync(path);
  if (!isNew) checkHeader(path, options);
  const inspectsItself = options.readonly === true || !hasJournal(path);
  if (!isNew && !inspectsItself) inspect(path, options);
  const db = connect(path, { readonly: options.readonly ?? false, fileMustExist: options.readonly ?? false });
  try {
    if (!isNew && inspectsItself) checkContent(db, path, options);
    checkVersion(db);
    setPragmas(db, options.readonly ?? false);
    if (!options.readonly) {
      restrictMode(path);
      migrate(db, path, options);
      watchPages(db, path, () => connect(path, { readonly: true, fileMustExist: true, readsSchema: false }));
    }
    return db;
  } catch (error) {
    db.close();
    // An empty file would look like one that lost everything.
    if (isNew && !options.readonly) for (const file of [path, `${path}-wal`, `${path}-shm`, sumsPath(path)]) rmSync(file, { force: true });
    throw error;
  }
}

/** Opens a data file of any kind and schema for inspection. */
export function connectToRead(path: string): Sqlite {
  try {
    return touched(connect(path, { readonly: true, fileMustExist: true }));
  } catch (error) {
    if (isOutOfRoom(error)) return connectAlone(path, error);
    throw error;
  }
}

/** Connections that exclude all others. */
const alone = new WeakSet<Sqlite>();

/** A connection on a full disk excludes all others, so it is closed after each use. */
export function isAlone(db: Sqlite): boolean {
  return alone.has(db);
}

const ALONE_BUSY_MS = 5_000;

/**
 * Opens a file for reading where the disk has no room for the shared-memory file: as the only connection, with
 * that memory in this process. The log of a killed process is left in place, because closing such a connection
 * would fold it into the file.
 * @throws the original error when the file can't be opened this way either
 */
function connectAlone(path: string, cause: unknown): Sqlite {
  const size = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size(path) === 0 || size(`${path}-wal`) > 0) throw cause;
  try {
    const db = touched(connect(path, { readonly: false, fileMustExist: true, isAlone: true }));
    db.pragma("query_only = ON");
    db.pragma("temp_store = MEMORY");
    alone.add(db);
    return db;
  } catch {
    // It is in use, or the system refuses even the log's name: report the original reason.
    throw cause;
  }
}

/** SQLite opens a file when it is first read, so this reads it. */
function touched(db: Sqlite): Sqlite {
  try {
    db.prepare("SELECT COUNT(*) FROM sqlite_schema").get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Opens a connection that trusts nothing in the file: its schema can't call functions, and neither the schema
 * nor SQLite's internal tables can be written as rows.
 * @param given without `readsSchema` for a connection that asks nothing of the tables: it opens several times as fast
 */
export function connect(
  path: string,
  {
    isAlone = false,
    readsSchema = true,
    ...options
  }: { readonly readonly: boolean; readonly fileMustExist: boolean; readonly isAlone?: boolean; readonly readsSchema?: boolean },
): Sqlite {
  const db = counted(path, () => new Database(path, { timeout: isAlone ? ALONE_BUSY_MS : BUSY_MS, ...options }));
  try {
    // First, because some of the other pragmas read the file, and then it is too late for this one.
    if (isAlone) db.pragma("locking_mode = EXCLUSIVE");
    // SQLite's defensive mode; the library names its opposite.
    db.unsafeMode(false);
    db.exec(`PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON;
      PRAGMA mmap_size = 0`);
    // SQLite reads the whole schema for this one.
    if (readsSchema) db.pragma("cache_size = -16384");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Counts a connection from before it is opened until it is closed: see `readRaw`. */
function counted(path: string, open: () => Sqlite): Sqlite {
  connectionOpens(path);
  let isCounted = true;
  const uncount = () => {
    if (isCounted) connectionClosed(path);
    isCounted = false;
  };
  try {
    const db = open();
    const close = db.close.bind(db);
    db.close = () => {
      close();
      uncount();
      return db;
    };
    return db;
  } catch (error) {
    uncount();
    throw error;
  }
}

/** A process was killed, or another one has the file open: it is not the whole of what was written. */
function hasJournal(path: string): boolean {
  return ["-wal", "-journal"].some((end) => (statSync(`${path}${end}`, { throwIfNoEntry: false })?.size ?? 0) > 0);
}

/** Checks a file without a connection that may write: closing one would fold the file's log into it. */
function inspect(path: string, options: OpenOptions): void {
  const db = connect(path, { readonly: true, fileMustExist: true });
  try {
    checkContent(db, path, options);
  } finally {
    db.close();
  }
}

/** Reads only, and nothing in the file can run while it does. */
function checkContent(db: Sqlite, path: string, options: OpenOptions): void {
  checkOwner(db, path, options);
  // Triggers in the file would run when rows are written.
  const problem = options.readonly ? null : schemaProblem(db, options);
  if (problem !== null) throw new StoreRefusal(`${path} can't be used because ${problem}. The file was left untouched.`, "damaged");
}

/** The release in the file's first page, read without SQLite: even a reading connection leaves an empty log behind. */
function checkHeader(path: string, options: OpenOptions): void {
  const header = Buffer.alloc(HEADER_BYTES);
  const bytes = readRaw(path, (handle) => readSync(handle, header, 0, HEADER_BYTES, 0));
  if (bytes < HEADER_BYTES || !header.toString("latin1").startsWith("SQLite format 3\0")) return;
  const owner = header.readInt32BE(HEADER_APPLICATION_ID);
  if (owner !== 0 && owner !== options.applicationId) throw notOurs(path);
  const version = header.readInt32BE(HEADER_USER_VERSION);
  if (version > newestSchema(options.migrations)) throw tooNew(path, version, options);
}

function notOurs(path: string): StoreRefusal {
  return new StoreRefusal(`${path} isn't the expected kind of Tieout data file. The file was left untouched.`);
}

function tooNew(path: string, version: number, options: OpenOptions): StoreRefusal {
  return new StoreRefusal(
    `${path} was written by a newer version of Tieout (schema ${version}, this version supports ${newestSchema(options.migrations)}). Update Tieout. The file was left untouched.`,
  );
}

let isVersionKnown = false;

/** Asked once: every connection of a process is of the same SQLite. */
function checkVersion(db: Sqlite): void {
  if (isVersionKnown) return;
  const text = db.prepare("SELECT sqlite_version()").pluck().get() as string;
  const parts = text.split(".").map(Number);
  const [major, minor, patch] = SQLITE_VERSION_MIN;
  const number = (parts[0] ?? 0) * 1_000_000 + (parts[1] ?? 0) * 1000 + (parts[2] ?? 0);
  assert(number >= major * 1_000_000 + minor * 1000 + patch, `SQLite ${text} is older than 3.51.3`);
  isVersionKnown = true;
}

function checkOwner(db: Sqlite, path: string, options: OpenOptions): void {
  const owner = db.pragma("application_id", { simple: true }) as number;
  const version = db.pragma("user_version", { simple: true }) as number;
  const empty = (db.prepare("SELECT COUNT(*) FROM sqlite_schema").pluck().get() as number) === 0;
  if (!empty && owner !== options.applicationId) throw notOurs(path);
  const known = newestSchema(options.migrations);
  if (version > known) throw tooNew(path, version, options);
  if (options.readonly && version < known)
    throw new StoreRefusal(`${path} is from an earlier version of Tieout (schema ${version}). The next sync brings it up to date.`);
}

function setPragmas(db: Sqlite, readonly: boolean): void {
  if (!readonly) {
    // The log is checkpointed explicitly, together with the page checksums (see page-sums.ts).
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = 0`);
    if (process.platform === "darwin") db.pragma("fullfsync = ON");
    assert(db.pragma("journal_mode", { simple: true }) === "wal", "the file is not in WAL mode");
    assert(db.pragma("synchronous", { simple: true }) === 2, "synchronous is not FULL");
  }
  db.pragma("temp_store = MEMORY");
}

// better-sqlite3 creates files that every user of the machine can read.
function restrictMode(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`, sumsPath(path)]) if (existsSync(file)) chmodSync(file, 0o600);
}

/**
 * Runs the missing migrations, each with its version in one transaction, after a verified backup; all at once in a new file. Foreign keys
 * are off and views aren't updated when a table is renamed, so that a step may rebuild a table that others
 * refer to; foreign keys are checked before each step is committed.
 */
function migrate(db: Sqlite, path: string, options: OpenOptions): void {
  const from = db.pragma("user_version", { simple: true }) as number;
  if (from === newestSchema(options.migrations)) return;
  if (from > 0) backupTo(db, `${path}.before-${from + 1}.bak`);
  db.pragma("foreign_keys = OFF");
  db.pragma("legacy_alter_table = ON");
  const missing = options.migrations.filter(({ number }) => number > from);
  const run = (steps: readonly Migration[]) =>
    db
      .transaction(() => {
        for (const { number, up } of steps) {
          up(db);
          db.pragma(`application_id = ${options.applicationId}`);
          db.pragma(`user_version = ${number}`);
          const broken = db.pragma("foreign_key_check") as unknown[];
          assert(broken.length === 0, `migration ${number} leaves ${broken.length} broken references in ${path}`);
        }
      })
      .immediate();
  // A new file has nothing that a later step could lose: it is complete at once, or it stays empty.
  if (from === 0) run(atOnce(options.migrations) ?? missing);
  else for (const migration of missing) run([migration]);
  db.pragma("legacy_alter_table = OFF");
  db.pragma("foreign_keys = ON");
}

/** One step instead of all of them, for a file that has none yet. */
function atOnce(migrations: readonly Migration[]): readonly Migration[] | null {
  const statements = newestStatements(migrations);
  if (statements === null) return null;
  const up = (db: Sqlite) => {
    for (const statement of statements) db.exec(statement);
  };
  return [{ number: newestSchema(migrations), name: "newest", up }];
}

/**
 * Copies the file in its current state: to a temporary name, checked, synced, then renamed. A backup under its
 * final name is therefore always usable.
 * @throws StoreRefusal when the copy fails its check
 */
export function backupTo(db: Sqlite, target: string): void {
  const temporary = `${target}.tmp`;
  rmSync(temporary, { force: true });
  db.prepare("VACUUM INTO ?").run(temporary);
  const copy = connect(temporary, { readonly: true, fileMustExist: true });
  const verdict = copy.pragma("integrity_check", { simple: true });
  copy.close();
  if (verdict !== "ok")
    throw new StoreRefusal(`${target} couldn't be created: the copy failed its integrity check (${String(verdict)}). Run tieout doctor.`);
  chmodSync(temporary, 0o600);
  syncPath(temporary);
  renameSync(temporary, target);
  syncFolderOf(target);
}

/** Starts a read transaction: until the connection closes it answers as of now, whatever is written in the meantime. */
export function holdSnapshot(db: Sqlite): void {
  db.exec("BEGIN");
}
