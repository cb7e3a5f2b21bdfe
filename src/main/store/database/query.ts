import type Database from "better-sqlite3";
import { type CompiledQuery, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { ClientSchema } from "./schema-client.ts";

// Not the names of open.ts, which uses this file.
type Sqlite = Database.Database;
type Statement = Database.Statement;

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

/** The typed query builder of a client's mirror. It only compiles; `readAll` runs the text. */
export const mirrorQuery = new Kysely<ClientSchema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Runs a built query on one file and returns its rows. Synchronous, because threads that own files do nothing else at the same time. */
export function readAll<Row>(db: Sqlite, query: Compilable<Row>): Row[] {
  const { sql, parameters } = query.compile();
  return prepared(db, sql).all(...(parameters as unknown[])) as Row[];
}

// Statements of lists that differ in length are many; beyond this the oldest goes.
const STATEMENTS_MAX = 200;
const statements = new WeakMap<Sqlite, Map<string, Statement>>();

/** A statement of this file, prepared once: preparing costs more than most questions, and memory until the thread rests. */
export function prepared(db: Sqlite, text: string): Statement {
  const known = statements.get(db) ?? new Map<string, Statement>();
  if (known.size === 0) statements.set(db, known);
  let statement = known.get(text);
  if (statement === undefined) {
    statement = db.prepare(text);
    if (known.size >= STATEMENTS_MAX) known.delete(known.keys().next().value as string);
    known.set(text, statement);
  }
  return statement;
}
