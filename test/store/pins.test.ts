import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addPerson, listPeople } from "#main/store/clients/people.ts";
import { keepPin, notePinRight, tryPin } from "#main/store/clients/pins.ts";
import { notedChanges } from "#main/store/clients/setting-changes.ts";
import { firmFileKind, firmMigrations, openFirmFile } from "#main/store/database/firm-file.ts";
import { openDatabase, type Sqlite } from "#main/store/database/open.ts";
import { sealOwnRecords, verifyOwnRecords } from "#main/store/database/own-chain.ts";
import { itemOfFirmRow } from "#main/store/facts/firm-rows.ts";
import { tempHome } from "./temp.ts";

const VERIFIER = "scrypt-32768-8-1:00:11";
let home: ReturnType<typeof tempHome>;
let db: Sqlite;
beforeEach(() => {
  home = tempHome();
  db = openFirmFile(home.path);
  addPerson(db, { name: "Rita", role: "reviewer", by: "Ana@desk", nowMs: 1 });
});
afterEach(() => {
  db.close();
  home.remove();
});

const set = (nowMs: number, person = "Rita@desk") => keepPin(db, { name: "rita", verifier: VERIFIER, person, nowMs });
const tried = (nowMs: number) => {
  const asked = tryPin(db, { name: "RITA", given: true, nowMs });
  return asked.ok ? asked.value : asked.failure.code;
};

describe("PINs in the firm's file", () => {
  it("are told of a person as yes or no alone", () => {
    const pins = () => listPeople(db).map(({ name, hasPin }) => [name, hasPin]);
    expect([pins(), tried(1)]).toEqual([[["Rita", false]], null]);
    expect(set(10)).toMatchObject({ ok: true, value: { name: "Rita", hasPin: true } });
    expect(pins()).toEqual([["Rita", true]]);
    expect(JSON.stringify([listPeople(db), notedChanges(db, 10)])).not.toContain("scrypt");
  });

  it("count a try as wrong until it was right, over a restart too, and make the sixth wait", () => {
    set(10);
    expect(tryPin(db, { name: "Rita", given: false, nowMs: 100 })).toMatchObject({ failure: { code: "invalid_input", field: "pin" } });
    for (let time = 0; time < 4; time++) expect(tried(100)).toEqual({ verifier: VERIFIER, isLast: false });
    notePinRight(db, "rita");
    for (let time = 0; time < 4; time++) expect(tried(100)).toEqual({ verifier: VERIFIER, isLast: false });
    expect(tried(100)).toEqual({ verifier: VERIFIER, isLast: true });
    db.close();
    db = openFirmFile(home.path);
    expect([tried(101), tried(60_099)]).toEqual(["busy", "busy"]);
    // A clock that was set back makes nobody wait for longer.
    expect(tried(-60_000)).toEqual({ verifier: VERIFIER, isLast: true });
  });

  it("are changed and reset under the name of the person who did it, and the wait ends with the old one", () => {
    set(10);
    set(20);
    for (let time = 0; time < 6; time++) tried(30);
    expect(tried(30)).toBe("busy");
    expect(keepPin(db, { name: "Rita", verifier: null, person: "Ana@desk", nowMs: 40 })).toMatchObject({ value: { hasPin: false } });
    expect(keepPin(db, { name: "Rita", verifier: null, person: "Ana@desk", nowMs: 50 })).toMatchObject({ failure: { code: "not_found" } });
    set(60);
    expect(tried(60)).toEqual({ verifier: VERIFIER, isLast: false });
    const told = notedChanges(db, 10).map(({ kind, subject, before, after, person }) => [kind, subject, before, after, person]);
    const at = (ms: number) => `Rita: 1970-01-01T00:00:00.0${ms}Z`;
    expect(told.toReversed()).toEqual([
      ["person_pin", "Rita", null, at(10), "Rita@desk"],
      ["person_pin", "Rita", at(10), at(20), "Rita@desk"],
      ["person_pin", "Rita", at(20), null, "Ana@desk"],
      ["person_pin", "Rita", null, at(60), "Rita@desk"],
    ]);
  });

  it("are under the hash chain: one that another program changed or deleted is noticed", () => {
    set(10);
    sealOwnRecords(db);
    expect(verifyOwnRecords(db).broken).toEqual([]);
    // As a program does that knows nothing of the triggers' notes.
    for (const sql of ["UPDATE person_pin SET verifier = 'x'", "DELETE FROM person_pin"]) {
      db.exec(sql);
      db.exec("DELETE FROM own_touched");
      expect(verifyOwnRecords(db).broken, sql).toMatchObject([{ table: "person_pin" }]);
    }
  });

  it("stay in this data folder: the firm's server gets neither them nor what is noted of them", () => {
    set(10);
    const [change] = notedChanges(db, 1);
    expect(itemOfFirmRow(db, "person_pin", '["Rita"]')).toBeNull();
    expect(itemOfFirmRow(db, "setting_change", JSON.stringify([change?.changeId]))).toBeNull();
    db.exec("UPDATE setting_change SET change_id = 'firm_name:0123456789abcdef', kind = 'firm_name'");
    expect(itemOfFirmRow(db, "setting_change", '["firm_name:0123456789abcdef"]')).not.toBeNull();
  });

  it("come to a file of the release before, whose people keep working without one", () => {
    const path = `${home.path}/older.sqlite`;
    const older = openDatabase(path, { ...firmFileKind, migrations: firmMigrations.slice(0, 11) });
    older.exec("INSERT INTO person (name, role, added_ms, added_by) VALUES ('Ana', 'admin', 1, 'Ana')");
    older.close();
    const opened = openDatabase(path, firmFileKind);
    expect(listPeople(opened)).toMatchObject([{ name: "Ana", hasPin: false }]);
    expect(opened.prepare("SELECT COUNT(*) FROM setting_changes").pluck().get()).toBe(0);
    opened.close();
  });
});
