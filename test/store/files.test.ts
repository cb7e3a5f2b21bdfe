import { hash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientFilePath, clientMigrations, openClientFile } from "#main/store/database/client-file.ts";
import { firmMigrations, openFirmFile } from "#main/store/database/firm-file.ts";
import { type Migration, newestSchema, openDatabase, type Sqlite, StoreRefusal } from "#main/store/database/open.ts";
import { tempHome } from "./temp.ts";

let home: ReturnType<typeof tempHome>;
beforeEach(() => {
  home = tempHome();
});
afterEach(() => home.remove());

const pragma = (db: Sqlite, name: string) => db.pragma(name, { simple: true });
const tables = (db: Sqlite) => db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all();

/** A step that rebuilds a table which others point to: the hardest kind. */
const rebuildStream: Migration = {
  number: newestSchema(clientMigrations) + 1,
  name: "rebuild",
  up(db) {
    const columns = (db.pragma("table_info(stream)") as { name: string }[]).map((column) => column.name);
    const sql = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'stream'").pluck().get() as string;
    db.exec(sql.replace(/CREATE TABLE "?stream"? \(/, "CREATE TABLE stream_next (note TEXT NOT NULL DEFAULT 'none', "));
    db.exec(`INSERT INTO stream_next (${columns.join(",")}) SELECT ${columns.join(",")} FROM stream`);
    db.exec("DROP TABLE stream; ALTER TABLE stream_next RENAME TO stream");
  },
};
/** The schema of this release, and of the one after it that the tests invent. */
const KNOWN = newestSchema(clientMigrations);
const NEXT = KNOWN + 1;
const later = { applicationId: 0x54494543, migrations: [...clientMigrations, rebuildStream] };

function seedClient(): string {
  const db = openClientFile(home.path, "one");
  db.exec("INSERT INTO stream (name) VALUES ('bills'), ('invoices'); INSERT INTO word (text) VALUES ('Bill')");
  db.prepare(
    "INSERT INTO source_record (stream_no, source_id, entity_word, raw_hash, raw_page, raw_start, raw_length, pass_no, fetched_ms) VALUES (1, 402, 1, x'00', 1, 0, 1, 1, 5)",
  ).run();
  db.close();
  return clientFilePath(home.path, "one");
}

describe("migrations", () => {
  it("client 1, mirror, and 2, own records: make every table of a mirror from nothing", () => {
    const db = openClientFile(home.path, "one");
    expect(tables(db)).toEqual(
      [
        "allocation",
        "document",
        "document_line",
        "entity",
        "field_change",
        "finding",
        "journal",
        "meta",
        "payment",
        "posting",
        "posting_sum",
      ]
        .concat(["raw_page", "source_record", "stream", "word", "decision", "ledger_report", "tie_out", "write_job", "write_attempt"])
        .concat([
          "signed_input",
          "budget",
          "budget_amount",
          "attachment",
          "bank_statement",
          "bank_line",
          "pack",
          "note",
          "task",
          "work_event",
          "review_conflict",
        ])
        .concat([
          "own_entry",
          "own_touched",
          "posting_gap",
          "fact_log",
          "fact_known",
          "fact_refused",
          "fact_seen",
          "document_sum",
          "aging_month",
          "aging_day",
          "aging_touched",
          "party_spelling",
          "party_seen",
          "program_read",
        ])
        .sort(),
    );
    expect([pragma(db, "user_version"), pragma(db, "application_id")]).toEqual([KNOWN, 0x54494543]);
    db.close();
  });

  it("firm 1, registry, 2, groups, 3, tokens, 4, people, 5, insights, and 6, own chain: make every table of a registry from nothing", () => {
    const db = openFirmFile(home.path);
    expect(tables(db)).toEqual([
      "client",
      "client_insight",
      "client_person",
      "connection",
      "counter",
      "entity_tree",
      "exchange_rate",
      "fact_known",
      "fact_log",
      "fact_refused",
      "fact_seen",
      "own_entry",
      "own_touched",
      "person",
      "person_key",
      "person_pin",
      "pin_try",
      "read_day",
      "rollup",
      "seen_item",
      "setting",
      "setting_change",
      "token_mark",
      "work_item",
    ]);
    expect([pragma(db, "user_version"), pragma(db, "application_id")]).toEqual([newestSchema(firmMigrations), 0x54494546]);
    db.close();
  });

  it("are numbered from 1 upwards, no number twice", () => {
    for (const list of [clientMigrations, firmMigrations]) {
      const numbers = list.map((migration) => migration.number);
      expect(numbers[0]).toBe(1);
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    }
  });

  it("a number that was never used is no step that is missing", () => {
    const path = seedClient();
    const skipping = { ...rebuildStream, number: NEXT + 3 };
    const withGap = { ...later, migrations: [...clientMigrations, skipping] };
    openDatabase(path, withGap).close();
    const again = openDatabase(path, withGap);
    expect(pragma(again, "user_version")).toBe(NEXT + 3);
    again.close();
    expect(() => openDatabase(path, later)).toThrow("newer version of Tieout");
  });

  it("a later step keeps every row, and the backup from before it opens with the old schema", () => {
    const path = seedClient();
    const db = openDatabase(path, later);
    expect(db.prepare("SELECT name, note FROM stream ORDER BY stream_no").raw().all()).toEqual([
      ["bills", "none"],
      ["invoices", "none"],
    ]);
    expect(db.prepare("SELECT COUNT(*) FROM source_record JOIN stream USING (stream_no)").pluck().get()).toBe(1);
    expect([pragma(db, "user_version"), pragma(db, "foreign_keys")]).toEqual([NEXT, 1]);
    db.close();
    const backup = new Database(`${path}.before-${NEXT}.bak`, { readonly: true });
    expect([pragma(backup, "user_version"), pragma(backup, "integrity_check")]).toEqual([KNOWN, "ok"]);
    expect(backup.prepare("SELECT name FROM stream ORDER BY stream_no").pluck().all()).toEqual(["bills", "invoices"]);
    backup.close();
    expect(statSync(`${path}.before-${NEXT}.bak`).mode & 0o777).toBe(0o600);
    expect(existsSync(`${path}.before-${NEXT}.bak.tmp`)).toBe(false);
  });

  it("a step that throws leaves the old version, its rows and a file that opens", () => {
    const path = seedClient();
    const torn: Migration = {
      ...rebuildStream,
      up(db) {
        rebuildStream.up(db);
        throw new Error("killed in the middle");
      },
    };
    expect(() => openDatabase(path, { ...later, migrations: [...clientMigrations, torn] })).toThrow("killed in the middle");
    const db = openClientFile(home.path, "one");
    expect(pragma(db, "user_version")).toBe(KNOWN);
    expect((db.pragma("table_info(stream)") as { name: string }[]).some((column) => column.name === "note")).toBe(false);
    expect(db.prepare("SELECT COUNT(*) FROM stream").pluck().get()).toBe(2);
    db.close();
  });

  it("a step that breaks a reference is not committed", () => {
    const path = seedClient();
    const careless: Migration = { ...rebuildStream, up: (db) => db.exec("DELETE FROM stream WHERE stream_no = 1") };
    expect(() => openDatabase(path, { ...later, migrations: [...clientMigrations, careless] })).toThrow(/broken references/);
    const db = openClientFile(home.path, "one");
    expect([pragma(db, "user_version"), db.prepare("SELECT COUNT(*) FROM stream").pluck().get()]).toEqual([KNOWN, 2]);
    db.close();
  });

  it("a new file makes no backup", () => {
    openClientFile(home.path, "one").close();
    expect(readdirSync(join(home.path, "clients"))).toEqual(["one.sqlite", "one.sqlite-sums"]);
  });
});

describe("connections", () => {
  it.each([
    ["client", () => openClientFile(home.path, "one")],
    ["firm", () => openFirmFile(home.path)],
  ])("a %s file is durable on its first and on every later connection", (_, open) => {
    for (let time = 0; time < 2; time++) {
      const db = open();
      const read = Object.fromEntries(
        ["journal_mode", "synchronous", "foreign_keys", "trusted_schema", "cell_size_check", "mmap_size", "temp_store", "busy_timeout"].map(
          (name) => [name, pragma(db, name)],
        ),
      );
      expect(read).toEqual({
        journal_mode: "wal",
        synchronous: 2,
        foreign_keys: 1,
        trusted_schema: 0,
        cell_size_check: 1,
        mmap_size: 0,
        temp_store: 2,
        busy_timeout: 250,
      });
      db.close();
    }
  });

  it("a connection for reading can't write and keeps its guards", () => {
    openClientFile(home.path, "one").close();
    const db = openClientFile(home.path, "one", { readonly: true });
    expect([pragma(db, "journal_mode"), pragma(db, "foreign_keys"), pragma(db, "trusted_schema")]).toEqual(["wal", 1, 0]);
    expect(() => db.exec("INSERT INTO word (text) VALUES ('x')")).toThrow(/readonly/);
    db.close();
  });

  it("nobody else may read a file, its log or its folder", () => {
    const db = openClientFile(home.path, "one");
    db.exec("INSERT INTO word (text) VALUES ('x')");
    const path = clientFilePath(home.path, "one");
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600]);
    expect(statSync(join(home.path, "clients")).mode & 0o777).toBe(0o700);
    db.close();
  });
});

describe("refusals", () => {
  const bytesOf = (path: string) => Object.fromEntries(filesAt(path).map((file) => [file, hash("sha256", readFileSync(file))]));
  const filesAt = (path: string) => [path, `${path}-wal`].filter((file) => existsSync(file));

  it("a file of a newer release is left byte for byte as it is", () => {
    const path = seedClient();
    openDatabase(path, later).close();
    const before = bytesOf(path);
    expect(() => openClientFile(home.path, "one")).toThrow(StoreRefusal);
    expect(() => openClientFile(home.path, "one")).toThrow(`newer version of Tieout (schema ${NEXT}, this version supports ${KNOWN})`);
    expect(bytesOf(path)).toEqual(before);
  });

  it("a newer file that was not closed keeps its log", () => {
    const path = seedClient();
    openDatabase(path, later).close();
    const db = openDatabase(path, later);
    db.exec("INSERT INTO stream (name) VALUES ('unfinished')");
    // What a crash leaves: the log beside the file, with a commit in it.
    mkdirSync(join(home.path, "crashed", "clients"), { recursive: true });
    const copy = clientFilePath(join(home.path, "crashed"), "one");
    for (const file of filesAt(path)) copyFileSync(file, file.replace(path, copy));
    db.close();
    const before = bytesOf(copy);
    expect(Object.keys(before)).toHaveLength(2);
    expect(() => openClientFile(join(home.path, "crashed"), "one")).toThrow(StoreRefusal);
    expect(bytesOf(copy)).toEqual(before);
  });

  it("another client's mirror under this client's name is refused and untouched", () => {
    openClientFile(home.path, "other").close();
    const path = clientFilePath(home.path, "one");
    copyFileSync(clientFilePath(home.path, "other"), path);
    const before = bytesOf(path);
    expect(() => openClientFile(home.path, "one")).toThrow(/is the local copy of client other, not of client one/);
    expect(() => openClientFile(home.path, "one", { readonly: true })).toThrow(StoreRefusal);
    expect(bytesOf(path)[path]).toEqual(before[path]);
  });

  it("the registry is no mirror, and a stranger's database is neither", () => {
    openFirmFile(home.path).close();
    openClientFile(home.path, "made-the-folder").close();
    copyFileSync(join(home.path, "firm.sqlite"), clientFilePath(home.path, "one"));
    expect(() => openClientFile(home.path, "one")).toThrow(/isn't the expected kind of Tieout data file/);
    const stranger = new Database(clientFilePath(home.path, "two"));
    stranger.exec("CREATE TABLE photos (id)");
    stranger.close();
    expect(() => openClientFile(home.path, "two")).toThrow(/isn't the expected kind of Tieout data file/);
  });

  it("a file that is no database is refused and untouched", () => {
    openClientFile(home.path, "made-the-folder").close();
    const path = clientFilePath(home.path, "one");
    writeFileSync(path, "a letter to the bank, not a database at all".repeat(40));
    const before = readFileSync(path, "utf8");
    expect(() => openClientFile(home.path, "one")).toThrow(/isn't a database|not a database/);
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  it("a reader waits for the writer to bring an older file up to date", () => {
    const path = seedClient();
    expect(() => openDatabase(path, { ...later, readonly: true })).toThrow(/earlier version of Tieout/);
  });

  it.each(["", "../firm", "a/b", "A", "x".repeat(65)])("%j is no client id", (id) => {
    expect(() => clientFilePath(home.path, id)).toThrow(/not a client id/);
  });
});
