import { type CompiledQuery, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { Sqlite } from "./open.ts";
import type { ClientSchema } from "./schema-client.ts";

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

/** Runs a built query on one file and returns its rows. Synchronous: threads that own files do nothing else meanwhile. */
export function readAll<Row>(db: Sqlite, query: Compilable<Row>): Row[] {
  const { sql, parameters } = query.compile();
  return db.prepare(sql).all(...(parameters as unknown[])) as Row[];
}
