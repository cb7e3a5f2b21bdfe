import Database from "better-sqlite3";

type Sqlite = Database.Database;

interface Step {
  readonly number: number;
  up(db: Sqlite): void;
}

/** How a kind of file gets its schema. */
export interface SchemaSource {
  readonly migrations: readonly Step[];
  /** Makes what a file may have beyond its migrations: indexes and a search that only a complete mirror has. */
  readonly madeLater?: (db: Sqlite) => void;
  /** Statements that earlier releases made such things with, while a migration that replaces them is still to come. */
  readonly former?: readonly string[];
}

/** A schema's objects: `<type> <name>` with the SQL that makes it, as SQLite stores it. */
type Objects = ReadonlyMap<string, string>;

interface Expected {
  readonly required: Objects;
  readonly allowed: ReadonlyMap<string, readonly string[]>;
}

const known = new WeakMap<readonly Step[], Map<number, Expected>>();

/**
 * Compares a file's tables, indexes, triggers and views with those that this release makes for the file's
 * schema version, by their SQL. A trigger or an expression from elsewhere would run inside the application
 * as soon as a row is written, so a file that has one must not be used.
 * @returns what is different, or null
 */
export function schemaProblem(db: Sqlite, source: SchemaSource): string | null {
  const version = db.pragma("user_version", { simple: true }) as number;
  const { required, allowed } = expectedSchema(source, version);
  const found = objectsOf(db);
  for (const [name, sql] of found) {
    const made = required.get(name);
    const wanted = made === undefined ? allowed.get(name) : [made];
    if (wanted === undefined) return `it has a ${name} that Tieout did not make`;
    if (!wanted.includes(sql)) return `its ${name} is not the one that Tieout makes`;
  }
  for (const name of required.keys()) if (!found.has(name)) return `its ${name} is missing`;
  return null;
}

/** An empty database in memory with the schema of a version. */
export function emptyDatabase(migrations: readonly Step[]): Sqlite {
  const db = new Database(":memory:");
  // As when a file is migrated: a step may rebuild a table that others point to.
  db.pragma("foreign_keys = OFF");
  db.pragma("legacy_alter_table = ON");
  for (const migration of migrations) migration.up(db);
  return db;
}

function expectedSchema(source: SchemaSource, version: number): Expected {
  const versions = known.get(source.migrations) ?? new Map<number, Expected>();
  known.set(source.migrations, versions);
  const cached = versions.get(version);
  if (cached !== undefined) return cached;
  const steps = source.migrations.filter(({ number }) => number <= version);
  const db = emptyDatabase(steps);
  const required = objectsOf(db);
  // The steps take longer than all else: nearly every file has the newest schema, so they run once.
  const newest = steps.length === source.migrations.length ? db : emptyDatabase(source.migrations);
  const expected = { required, allowed: laterObjects(newest, source) };
  for (const made of new Set([db, newest])) made.close();
  versions.set(version, expected);
  return expected;
}

function laterObjects(db: Sqlite, { madeLater, former = [] }: SchemaSource): ReadonlyMap<string, readonly string[]> {
  const allowed = new Map<string, readonly string[]>();
  const before = objectsOf(db);
  const allow = (make: () => void) => {
    db.exec("SAVEPOINT before");
    make();
    for (const [name, sql] of objectsOf(db)) if (!before.has(name)) allowed.set(name, [...(allowed.get(name) ?? []), sql]);
    db.exec("ROLLBACK TO before; RELEASE before");
  };
  for (const statement of former) allow(() => db.exec(statement));
  if (madeLater !== undefined) allow(() => madeLater(db));
  return allowed;
}

function objectsOf(db: Sqlite): Objects {
  const rows = db.prepare("SELECT type || ' ' || name, tbl_name || ': ' || COALESCE(sql, '') FROM sqlite_schema").raw().all();
  return new Map(rows as [string, string][]);
}
