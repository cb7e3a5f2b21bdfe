/**
 * What building a statement with Kysely costs against SQL that is written down: the figures of decision 019.
 * Run: node_modules/.bin/node bench/sql-builder.ts
 */
import Database from "better-sqlite3";
import { mirrorQuery, prepared, readAll } from "#main/store/database/query.ts";

const ROWS = 200_000;
const READS = 20_000;
const PAGES = 5_000;
const ROUNDS = 5;

const db = new Database(":memory:");
db.exec(
  "CREATE TABLE allocation (alloc_no INTEGER PRIMARY KEY, rec_no INTEGER NOT NULL, target_id TEXT NOT NULL, amount INTEGER, scales INTEGER NOT NULL, day INTEGER) STRICT",
);
const insert = "INSERT INTO allocation (rec_no, target_id, amount, scales, day) VALUES (?,?,?,?,?)";
const rowAt = (at: number) => ({ rec_no: at, target_id: "t", amount: at * 7, scales: 2, day: 20_000 + (at % 365) }) as never;

const acts: Readonly<Record<string, () => void>> = {
  "insert, written": () => {
    const statement = db.prepare(insert);
    for (let at = 0; at < ROWS; at++) statement.run(at, "t", at * 7, 2, 20_000 + (at % 365));
  },
  "insert, built for each row": () => {
    for (let at = 0; at < ROWS; at++) {
      const { sql, parameters } = mirrorQuery.insertInto("allocation").values(rowAt(at)).compile();
      prepared(db, sql).run(...(parameters as unknown[]));
    }
  },
  "one record, written": () => {
    for (let at = 1; at < READS; at++) prepared(db, "SELECT * FROM allocation WHERE alloc_no = ? ORDER BY alloc_no").all(at);
  },
  "one record, built": () => {
    for (let at = 1; at < READS; at++)
      readAll(db, mirrorQuery.selectFrom("allocation").selectAll().where("alloc_no", "=", at).orderBy("alloc_no"));
  },
  "page of 100, written": () => {
    for (let at = 1; at < PAGES; at++) prepared(db, "SELECT * FROM allocation WHERE alloc_no > ? ORDER BY alloc_no LIMIT ?").all(at, 100);
  },
  "page of 100, built": () => {
    for (let at = 1; at < PAGES; at++)
      readAll(db, mirrorQuery.selectFrom("allocation").selectAll().where("alloc_no", ">", at).orderBy("alloc_no").limit(100));
  },
};

const taken = new Map<string, number[]>();
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, act] of Object.entries(acts)) {
    if (name.startsWith("insert")) db.exec("DELETE FROM allocation");
    const before = process.cpuUsage();
    db.transaction(act)();
    const { user, system } = process.cpuUsage(before);
    taken.set(name, [...(taken.get(name) ?? []), (user + system) / 1000]);
  }
}
for (const [name, values] of taken) {
  const median = values.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  process.stdout.write(`${name.padEnd(30)}${median.toFixed(0).padStart(8)} ms CPU\n`);
}
