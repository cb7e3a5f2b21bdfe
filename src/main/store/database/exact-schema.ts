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
    if (wanted === undefined) return `it has a ${name} that Tieout didn't create`;
    if (!wanted.includes(sql)) return `its ${name} differs from the one that Tieout creates`;
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

const MADE_IN_ORDER = `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
  ORDER BY CASE type WHEN 'table' THEN 1 WHEN 'index' THEN 2 WHEN 'view' THEN 3 ELSE 4 END, rowid`;
const newest = new WeakMap<readonly Step[], readonly string[] | null>();

/**
 * The statements that give an empty file the newest schema in one go: they take a fraction of what the steps take, which make and
 * replace the same things again and again.
 * @returns null when the steps also leave rows, which only they can make
 */
export function newestStatements(migrations: readonly Step[]): readonly string[] | null {
  const found = newest.get(migrations);
  if (found !== undefined) return found;
  const db = emptyDatabase(migrations);
  const made = db.prepare(MADE_IN_ORDER).all() as { readonly type: string; readonly name: string; readonly sql: string }[];
  const tables = made.filter(({ type }) => type === "table");
  const hasRows = tables.some(({ name }) => db.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get() !== undefined);
  db.close();
  const statements = hasRows ? null : made.map(({ sql }) => sql);
  newest.set(migrations, statements);
  return statements;
}

/** The same as `emptyDatabase` makes of all steps. */
function newestDatabase(migrations: readonly Step[]): Sqlite {
  const statements = newestStatements(migrations);
  if (statements === null) return emptyDatabase(migrations);
  const db = new Database(":memory:");
  for (const statement of statements) db.exec(statement);
  return db;
}

function expectedSchema(source: SchemaSource, version: number): Expected {
  const versions = known.get(source.migrations) ?? new Map<number, Expected>();
  known.set(source.migrations, versions);
  const cached = versions.get(version);
  if (cached !== undefined) return cached;
  const steps = source.migrations.filter(({ number }) => number <= version);
  const last = newestDatabase(source.migrations);
  const db = steps.length === source.migrations.length ? last : emptyDatabase(steps);
  const expected = { required: objectsOf(db), allowed: laterObjects(last, source) };
  for (const made of new Set([db, last])) made.close();
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
