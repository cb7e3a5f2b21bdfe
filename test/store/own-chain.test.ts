import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientFilePath, clientMigrations, openClientFile } from "#main/store/database/client-file.ts";
import { openFirmFile } from "#main/store/database/firm-file.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { sealOwnRecords, verifyOwnRecords } from "#main/store/database/own-chain.ts";
import { tempHome } from "./temp.ts";

let home: ReturnType<typeof tempHome>;
let db: Sqlite;
beforeEach(() => {
  home = tempHome();
  db = openClientFile(home.path, "one");
});
afterEach(() => {
  db.close();
  home.remove();
});

const NOTE =
  "INSERT INTO note (note_id, subject_kind, subject_id, text, mentions, person, made_ms, changed_ms) VALUES (?, 'client', '', ?, '[]', 'Bob', 1, 1)";

/** Changes a row as a flipped bit would: nothing of the file notices. */
function silently(sql: string): void {
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'own_%'").all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  db.exec(sql);
  for (const { sql: text } of triggers) db.exec(text);
}

function fill(): void {
  const add = db.prepare(NOTE);
  add.run("n1", "first");
  add.run("n2", "second");
  db.exec("INSERT INTO budget (name, file_name, sha256, person, made_ms) VALUES ('B', 'b.csv', 'x', 'Ada', 1)");
  db.exec("INSERT INTO budget_amount VALUES (1, 'acc', '2026-10', '12.30')");
  db.exec("INSERT INTO decision (kind, subject, body, person, made_ms) VALUES ('signature', 's', '{}', 'Bob', 1)");
  db.exec("INSERT INTO signed_input VALUES ('hash', x'0102', 1)");
  sealOwnRecords(db);
}

describe("own records", () => {
  it("are one chain: each entry carries the hash of the one before it", () => {
    fill();
    db.exec("UPDATE note SET text = 'changed' WHERE note_id = 'n1'; DELETE FROM note WHERE note_id = 'n2'");
    expect(verifyOwnRecords(db)).toMatchObject({ unsealed: 2, broken: [] });
    sealOwnRecords(db);
    sealOwnRecords(db);
    const entries = db.prepare("SELECT previous, hash, row_hash FROM own_entry ORDER BY entry_no").all() as Record<string, Buffer>[];
    expect(entries).toHaveLength(8);
    expect(entries.slice(1).every(({ previous }, at) => previous?.equals(entries[at]?.hash as Buffer))).toBe(true);
    expect(entries.filter(({ row_hash }) => row_hash === null)).toHaveLength(1);
    expect(verifyOwnRecords(db)).toEqual({ isSealed: true, records: 5, entries: 8, unsealed: 0, brokenEntry: null, broken: [] });
  });

  it.each([
    ["a signer's name", "UPDATE decision SET person = 'Cob'", { table: "decision", key: "[1]", what: "changed" }],
    ["a blob", "UPDATE signed_input SET body = x'0103'", { table: "signed_input", key: '["hash"]', what: "changed" }],
    ["an amount", "UPDATE budget_amount SET amount = '12.31'", { table: "budget_amount", key: '[1,"acc","2026-10"]', what: "changed" }],
    ["a row that is gone", "DELETE FROM note WHERE note_id = 'n2'", { table: "note", key: '["n2"]', what: "missing" }],
    ["a row that nobody wrote", NOTE.replace("(?,", "('n3',").replace("?", "'third'"), { table: "note", key: '["n3"]', what: "unknown" }],
  ])("tell %s", (_, sql, broken) => {
    fill();
    silently(sql);
    expect(verifyOwnRecords(db)).toMatchObject({ brokenEntry: null, broken: [broken] });
  });

  it("tell an entry that was rewritten, left out or put elsewhere", () => {
    for (const sql of [
      "UPDATE own_entry SET row_hash = x'00' WHERE entry_no = 3",
      "UPDATE own_entry SET row_key = '[\"n9\"]' WHERE entry_no = 3",
      "DELETE FROM own_entry WHERE entry_no = 3",
      "UPDATE own_entry SET entry_no = 300 WHERE entry_no = 3",
    ]) {
      db.exec("DELETE FROM own_entry");
      db.exec("DELETE FROM note; DELETE FROM budget_amount; DELETE FROM budget; DELETE FROM decision; DELETE FROM signed_input");
      db.exec("DELETE FROM own_touched");
      fill();
      expect(verifyOwnRecords(db)).toMatchObject({ brokenEntry: null, broken: [] });
      db.exec(sql);
      expect(verifyOwnRecords(db).brokenEntry, sql).not.toBeNull();
    }
  });

  it("of a file of the release before are sealed when it is opened", () => {
    const path = clientFilePath(home.path, "two");
    const old = new Database(path);
    for (const migration of clientMigrations.slice(0, 7)) migration.up(old);
    old.pragma("application_id = 0x54494543");
    old.pragma("user_version = 7");
    old.prepare(NOTE).run("n1", "written before");
    expect(verifyOwnRecords(old).isSealed).toBe(false);
    old.close();
    const opened = openClientFile(home.path, "two");
    expect(verifyOwnRecords(opened)).toMatchObject({ isSealed: true, records: 1, entries: 1, broken: [] });
    opened.close();
  });

  it("of the firm are its people, clients and settings, without what a machine notes at every read", () => {
    const firm = openFirmFile(home.path);
    firm.exec("INSERT INTO person (name, role, added_ms, added_by) VALUES ('Ada', 'admin', 1, 'Ada')");
    firm.exec("INSERT INTO setting VALUES ('current', '\"Ada\"'), ('schedule/client/one', '{}'), ('notices', '[]')");
    firm.exec("INSERT INTO counter VALUES ('k', '{}', 1)");
    sealOwnRecords(firm);
    expect(verifyOwnRecords(firm)).toMatchObject({ records: 2, entries: 2, unsealed: 0, broken: [] });
    firm.exec("UPDATE setting SET value = '[1]' WHERE key = 'notices'");
    expect(verifyOwnRecords(firm)).toMatchObject({ unsealed: 0, broken: [] });
    firm.close();
  });
});
