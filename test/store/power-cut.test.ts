import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { seededRandom } from "#shared/kernel/random.ts";
import { cutPower } from "#test/support/power-cut.ts";
import { seeds } from "#test/support/trials.ts";
import { tempHome } from "./temp.ts";

let home: ReturnType<typeof tempHome>;
beforeEach(() => {
  home = tempHome();
});
afterEach(() => home.remove());

it("a power cut spares what was committed and spoils the rest of the log", () => {
  const db = new Database(join(home.path, "one.sqlite"));
  db.pragma("journal_mode = WAL");
  db.pragma("cache_size = 4");
  db.exec("CREATE TABLE row (text TEXT)");
  const add = db.prepare("INSERT INTO row VALUES (?)");
  for (let row = 0; row < 50; row++) add.run("x".repeat(500));
  db.exec("BEGIN");
  // More than the connection keeps in memory, so that the log has pages that nobody has committed.
  for (let row = 0; row < 200; row++) add.run("y".repeat(500));
  let spoiled = 0;
  for (const seed of seeds(20)) {
    const copy = join(home.path, String(seed), "one.sqlite");
    for (const part of ["", "-wal", "-shm"]) cpSync(join(home.path, `one.sqlite${part}`), copy + part);
    cutPower(join(home.path, String(seed)), seededRandom(seed));
    if (!readFileSync(`${copy}-wal`).equals(readFileSync(join(home.path, "one.sqlite-wal")))) spoiled++;
    const after = new Database(copy);
    expect([after.pragma("integrity_check", { simple: true }), after.prepare("SELECT count(*) FROM row").pluck().get()]).toEqual([
      "ok",
      50,
    ]);
    after.close();
  }
  db.close();
  expect(spoiled).toBe(20);
});
