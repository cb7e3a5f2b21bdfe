import { hash } from "node:crypto";
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { saveSetting } from "#main/store/clients/firm-settings.ts";
import { clientFileKind, clientFilePath, openClientFile } from "#main/store/database/client-file.ts";
import { emptyDatabase, schemaProblem } from "#main/store/database/exact-schema.ts";
import { openFirmFile } from "#main/store/database/firm-file.ts";
import { ensureListIndex, ensureReadIndexes, FORMER_INDEXES } from "#main/store/database/indexes.ts";
import { connect, openDatabase } from "#main/store/database/open.ts";
import { sealOwnRecords, verifyOwnRecords } from "#main/store/database/own-chain.ts";
import { countRows, dataFilePath, openToLook } from "#main/store/safety/known-files.ts";
import { MANIFEST_NAME, SEAL_NAME, writeManifest } from "#main/store/safety/manifest.ts";
import { prepareRestore } from "#main/store/safety/prepare-restore.ts";
import { repairClient } from "#main/store/safety/repair.ts";
import { shelve } from "#main/store/safety/snapshots-folder.ts";
import { addFile, addText, endArchive } from "#main/store/safety/tar.ts";
import { tempHome } from "./temp.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 9);
let home: ReturnType<typeof tempHome>;
beforeEach(() => {
  home = tempHome();
});
afterEach(() => home.remove());

/** A firm with one client, whose person signed something and took a note. */
function makeFirm(): string {
  const folder = join(home.path, "firm");
  const firm = openFirmFile(folder);
  saveSetting(firm, "firm_id", "firm-1");
  firm.exec("INSERT INTO client (client_id, name, created_ms) VALUES ('one', 'One', 1)");
  sealOwnRecords(firm);
  firm.close();
  const db = openClientFile(folder, "one");
  decide(db, "signed", "Bob");
  ensureListIndex(db);
  ensureReadIndexes(db);
  db.close();
  return folder;
}

function decide(db: Database.Database, subject: string, person: string): void {
  db.prepare("INSERT INTO decision (kind, subject, body, person, made_ms) VALUES ('approval', ?, '{}', ?, 1)").run(subject, person);
  sealOwnRecords(db);
}

/** Changes a file as somebody does who knows SQLite and not Tieout. */
function tamper(path: string, sql: string): void {
  const db = new Database(path);
  db.unsafeMode(true);
  db.pragma("writable_schema = ON");
  db.exec(sql);
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
}

/** An archive of a firm whose manifest names whatever its files are now: nothing in an archive is a secret that would prevent it. */
function forgeArchive(folder: string): string {
  const path = join(home.path, "forged.tieout");
  const archive = openSync(path, "w");
  const files = ([null, "one"] as const).map((clientId) => {
    const name = clientId === null ? "firm.sqlite" : "clients/one.sqlite";
    const copy = join(home.path, "copy.sqlite");
    rmSync(copy, { force: true });
    const source = new Database(dataFilePath(folder, clientId), { readonly: true });
    source.prepare("VACUUM INTO ?").run(copy);
    source.close();
    const { size } = statSync(copy);
    addFile(archive, name, copy, size);
    const db = new Database(copy, { readonly: true });
    const told = { schema: db.pragma("user_version", { simple: true }) as number, rows: countRows(db) };
    db.close();
    return { name, clientId, bytes: size, sha256: hash("sha256", readFileSync(copy)), ...told };
  });
  const schema = { firm: files[0]?.schema ?? 0, client: files[1]?.schema ?? 0 };
  const createdAt = "2026-11-21T09:00:00.000Z" as never;
  const manifest = writeManifest({
    createdAt,
    firmId: "firm-1",
    app: "",
    sqlite: "",
    schema,
    clients: [{ clientId: "one", name: "One" }],
    files,
  });
  addText(archive, MANIFEST_NAME, manifest);
  addText(archive, SEAL_NAME, hash("sha256", manifest));
  endArchive(archive);
  closeSync(archive);
  return path;
}

function restore(path: string) {
  const target = join(home.path, "target");
  mkdirSync(target, { recursive: true });
  const done = prepareRestore(target, { path, firmId: null, nowMs: NOW_MS });
  expect(existsSync(join(target, "restore"))).toBe(done.ok);
  return done.ok ? "ready" : done.failure.message;
}

const CRAFTED: readonly (readonly [what: string, client: string | null, sql: string, told: RegExp])[] = [
  [
    "a trigger",
    "one",
    "CREATE TRIGGER x AFTER UPDATE ON write_job BEGIN UPDATE decision SET person = 'Eve'; END",
    /trigger x that Tieout didn't create/,
  ],
  ["a trigger in the registry", null, "CREATE TRIGGER x AFTER INSERT ON setting BEGIN DELETE FROM client; END", /firm\.sqlite.*trigger x/],
  ["a view", "one", "CREATE VIEW x AS SELECT * FROM decision", /view x that Tieout didn't create/],
  ["a table", "one", "CREATE TABLE x (one)", /table x that Tieout didn't create/],
  ["an index over an expression", "one", "CREATE INDEX x ON decision (upper(person))", /index x that Tieout didn't create/],
  [
    "an index under a known name",
    "one",
    "DROP INDEX document_total; CREATE INDEX document_total ON document (abs(total))",
    /index document_total differs from the one/,
  ],
  ["a search table", "one", "CREATE VIRTUAL TABLE x USING fts5(a)", /table x\w* that Tieout didn't create/],
  [
    "a column",
    "one",
    "UPDATE sqlite_schema SET sql = replace(sql, 'person TEXT NOT NULL', 'person TEXT NOT NULL, x TEXT AS (upper(person))') WHERE name = 'decision'",
    /table decision differs from the one/,
  ],
  [
    "a check",
    "one",
    "UPDATE sqlite_schema SET sql = replace(sql, 'person TEXT NOT NULL', 'person TEXT NOT NULL CHECK (1)') WHERE name = 'decision'",
    /table decision differs from the one/,
  ],
  [
    "a trigger on another table",
    "one",
    "UPDATE sqlite_schema SET sql = replace(sql, 'ON decision', 'ON note'), tbl_name = 'note' WHERE name = 'own_decision_dropped'",
    /trigger own_decision_dropped/,
  ],
  ["a missing trigger", "one", "DROP TRIGGER own_decision_changed", /trigger own_decision_changed is missing/],
];

describe("an archive that somebody crafted", () => {
  it("is restored where nothing in it was changed", () => {
    expect(restore(forgeArchive(makeFirm()))).toBe("ready");
  });

  it.each(CRAFTED)("with %s is refused, and says what it is", (_, owner, sql, told) => {
    const folder = makeFirm();
    tamper(dataFilePath(folder, owner), sql);
    expect(restore(forgeArchive(folder))).toMatch(told);
  });

  it.each([
    [
      "a signature of another person",
      "UPDATE decision SET person = 'Cob'",
      /1 entry by people \(notes, decisions and others\) was changed, removed or added outside Tieout \(first: decision \[1\]/,
    ],
    ["a signature that is gone", "DELETE FROM decision", /decision \[1\]/],
    [
      "a signature that nobody made",
      "INSERT INTO decision (kind, subject, body, person, made_ms) VALUES ('approval', 'x', '{}', 'Eve', 2)",
      /decision \[2\]/,
    ],
    ["a chain that was cut", "UPDATE own_entry SET previous = x'00'", /is broken at entry 1/],
  ])("with %s is refused by its hash chain", (_, sql, told) => {
    const folder = makeFirm();
    const path = clientFilePath(folder, "one");
    tamper(path, `${sql}; DELETE FROM own_touched`);
    expect(restore(forgeArchive(folder))).toMatch(told);
  });
});

describe("a file that somebody crafted in its place", () => {
  it.each(CRAFTED.filter(([, owner]) => owner !== null))(
    "with %s is not opened for writing, and a repair leaves only our schema",
    (_, owner, sql, told) => {
      const folder = makeFirm();
      const path = dataFilePath(folder, owner);
      tamper(path, sql);
      expect(() => openClientFile(folder, "one")).toThrow(told);
      repairClient(folder, { clientId: "one", from: "ledger", damagedMs: NOW_MS, nowMs: NOW_MS });
      const db = openClientFile(folder, "one");
      expect(schemaProblem(db, clientFileKind)).toBe(null);
      expect(db.prepare("SELECT person FROM decision").pluck().all()).toEqual(["Bob"]);
      db.close();
    },
  );

  it("is no snapshot that a repair begins with", () => {
    const folder = makeFirm();
    shelve(folder, "one", "daily", NOW_MS);
    const crafted = join(folder, "backups", "one", `daily-${NOW_MS + 1}.sqlite`);
    copyFileSync(join(folder, "backups", "one", `daily-${NOW_MS}.sqlite`), crafted);
    tamper(crafted, "CREATE TRIGGER x AFTER INSERT ON decision BEGIN UPDATE decision SET person = 'Eve'; END");
    const report = repairClient(folder, { clientId: "one", from: "backup", damagedMs: NOW_MS, nowMs: NOW_MS + 2 });
    expect(report.snapshotAt).toBe("2026-11-21T09:00:00.000Z");
  });
});

describe("a repair of a file whose own records were changed", () => {
  it("takes the snapshot's record, seals no changed one silently, and says so", () => {
    const folder = makeFirm();
    shelve(folder, "one", "daily", NOW_MS);
    const db = openClientFile(folder, "one");
    decide(db, "later", "Ann");
    db.close();
    tamper(
      clientFilePath(folder, "one"),
      "UPDATE decision SET person = replace(replace(person, 'Bob', 'Cob'), 'Ann', 'Eve'); DELETE FROM own_touched",
    );
    const report = repairClient(folder, { clientId: "one", from: "backup", damagedMs: NOW_MS, nowMs: NOW_MS });
    expect(report).toMatchObject({ complete: false });
    expect(report.ownFacts.find(({ table }) => table === "decision")).toMatchObject({ changed: 2, missing: 0 });
    expect(report.lines.join("\n")).toContain("2 damaged");
    const repaired = openClientFile(folder, "one");
    // Nothing else tells what Ann's record was, so what is left of it is kept.
    expect(repaired.prepare("SELECT person FROM decision ORDER BY decision_no").pluck().all()).toEqual(["Bob", "Eve"]);
    repaired.close();
  });

  it("counts a record that was sealed and is nowhere", () => {
    const folder = makeFirm();
    const db = openClientFile(folder, "one");
    decide(db, "the last", "Ann");
    db.close();
    tamper(clientFilePath(folder, "one"), "DELETE FROM decision WHERE person = 'Ann'; DELETE FROM own_touched");
    const report = repairClient(folder, { clientId: "one", from: "ledger", damagedMs: NOW_MS, nowMs: NOW_MS });
    expect(report).toMatchObject({ complete: false });
    expect(report.ownFacts.find(({ table }) => table === "decision")).toMatchObject({ missing: 1 });
    const repaired = openClientFile(folder, "one");
    expect(verifyOwnRecords(repaired).broken).toEqual([]);
    repaired.close();
  });
});

describe("every connection to a data file", () => {
  it("trusts no schema and lets nobody write SQLite's own tables", () => {
    const path = clientFilePath(makeFirm(), "one");
    for (const open of [() => connect(path, { readonly: false, fileMustExist: true }), () => openToLook(path)]) {
      const db = open();
      expect(db.pragma("trusted_schema", { simple: true })).toBe(0);
      db.pragma("writable_schema = ON");
      expect(() => db.prepare("UPDATE sqlite_schema SET sql = ''").run()).toThrow(/may not be modified/);
      db.close();
    }
  });
});

describe("the schema that files in the field have", () => {
  it("does not change without a migration", () => {
    const db = emptyDatabase(clientFileKind.migrations);
    const objects = () => db.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").raw().all();
    const before = new Set(objects().map(String));
    ensureListIndex(db);
    ensureReadIndexes(db);
    const later = objects().filter((object) => !before.has(String(object)));
    db.close();
    // A new SQLite or a changed index: name what older files have in FORMER_INDEXES before this is brought up to date.
    expect([later.length, hash("sha256", JSON.stringify(later)).slice(0, 16)]).toEqual([48, "c268d96db6a27e0f"]);
  });

  it.each(clientFileKind.migrations.map(({ number }) => number))("is accepted and brought up to date from version %d", (number) => {
    const path = clientFilePath(home.path, "one");
    const old = openDatabase(path, { ...clientFileKind, migrations: clientFileKind.migrations.slice(0, number) });
    // The index knows entities since version 9, and origins since version 12.
    old.exec(FORMER_INDEXES[number < 9 ? 0 : 1] as string);
    // The index of a contact's documents has their amounts since version 28.
    if (number < 28) old.exec(FORMER_INDEXES[2] as string);
    old.close();
    const db = openClientFile(home.path, "one");
    ensureListIndex(db);
    ensureReadIndexes(db);
    expect(schemaProblem(db, clientFileKind)).toBe(null);
    db.close();
  });
});
