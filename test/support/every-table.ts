import type { Sqlite } from "#main/store/database/open.ts";
import { sealOwnRecords } from "#main/store/database/own-chain.ts";

const ROWS = 12;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

/** Writes rows into every table of a file, whatever a later release adds: each column filled, by its type. */
export function fillEveryTable(db: Sqlite): void {
  db.pragma("foreign_keys = OFF");
  db.transaction(() => {
    for (const table of tablesOf(db)) {
      const columns = db.pragma(`table_info("${table}")`) as Column[];
      const insert = db.prepare(
        `INSERT OR IGNORE INTO "${table}" (${columns.map(({ name }) => `"${name}"`).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
      );
      for (let row = 1; row <= ROWS; row++) insert.run(...columns.map((column) => valueFor(table, column, row)));
    }
  })();
  sealOwnRecords(db);
  db.pragma("foreign_keys = ON");
}

/** Every row of every table as text, as any reader would get it. Throws where SQLite sees the damage itself. */
export function dumpEveryTable(db: Sqlite): string {
  return tablesOf(db)
    .concat(["own_entry", "sqlite_schema"])
    .map((table) => `${table}\n${JSON.stringify(db.prepare(`SELECT * FROM "${table}"`).raw().all())}`)
    .join("\n");
}

function tablesOf(db: Sqlite): string[] {
  const sql = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
  return (db.prepare(sql).pluck().all() as string[]).filter((name) => !["own_entry", "own_touched"].includes(name));
}

function valueFor(table: string, { name, type, pk }: Column, row: number): unknown {
  if (name === "slot") return "a";
  if (name === "role" && table === "client_person") return row % 2 === 0 ? "preparer" : "reviewer";
  if (type === "INTEGER") return pk > 0 ? row : row * 1_000_003;
  if (type === "BLOB") return Buffer.from(`${table}.${name} ${row} ${"b".repeat(60)}`);
  if (["body", "value", "discovery", "mentions"].includes(name)) return JSON.stringify({ [name]: `${table} ${row}`, more: "x".repeat(90) });
  return `${table}.${name} ${row}`;
}
