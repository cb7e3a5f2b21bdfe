import { closeSync, openSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Sqlite } from "#main/store/database/open.ts";
import { installPeers, PEERS } from "./peers.ts";

const PACKAGE = "@duckdb/node-api@^1.5.6-r.1";

/** A DuckDB in memory: the peer that figures over all rows are measured against. */
export interface Duck {
  run(sql: string): Promise<unknown>;
  rows(sql: string): Promise<unknown[][]>;
  close(): void;
}

interface DuckConnection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }>;
  closeSync(): void;
}

/** Starts DuckDB, which is installed for the bench alone the first time. @returns null with the reason where it can't be */
export async function startDuck(): Promise<Duck | string> {
  try {
    installPeers([PACKAGE]);
    const { DuckDBInstance } = createRequire(join(PEERS, "package.json"))("@duckdb/node-api") as {
      readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<DuckConnection> }> };
    };
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    return {
      run: (sql) => connection.run(sql),
      rows: async (sql) => (await connection.runAndReadAll(sql)).getRows(),
      close: () => connection.closeSync(),
    };
  } catch (error) {
    return `DuckDB can't be installed or started: ${error instanceof Error ? (error.message.split("\n")[0] as string) : String(error)}`;
  }
}

const ROWS_AT_ONCE = 10_000;

/** Gives DuckDB the postings of a mirror as one table: account, day and ten-thousandths. */
export async function loadPostings(duck: Duck, db: Sqlite, folder: string, origin: 0 | 1): Promise<void> {
  const path = join(folder, "postings.csv");
  const handle = openSync(path, "w");
  let some: string[] = [];
  const rows = db.prepare("SELECT account_word || ',' || day || ',' || amount FROM posting WHERE origin = ?").pluck().iterate(origin);
  for (const row of rows as IterableIterator<string>) {
    some.push(row);
    if (some.length < ROWS_AT_ONCE) continue;
    writeSync(handle, `${some.join("\n")}\n`);
    some = [];
  }
  writeSync(handle, some.join("\n"));
  closeSync(handle);
  const columns = "{'account': 'INTEGER', 'day': 'INTEGER', 'amount': 'BIGINT'}";
  await duck.run(`CREATE OR REPLACE TABLE posting AS SELECT * FROM read_csv('${path}', header = false, columns = ${columns})`);
}
