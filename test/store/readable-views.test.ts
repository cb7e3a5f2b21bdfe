import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CLIENT_APPLICATION_ID, clientFilePath, clientMigrations, openClientFile } from "#main/store/database/client-file.ts";
import { firmMigrations, openFirmFile } from "#main/store/database/firm-file.ts";
import { type Migration, openDatabase, type Sqlite } from "#main/store/database/open.ts";
import { clientReadableViews } from "#main/store/migrations/client-0011-readable-views.ts";
import { packAmounts } from "#main/store/records/amounts.ts";
import { packId } from "#main/store/records/identifiers.ts";
import { calendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { documentStatuses, documentTypes } from "#shared/model/books/document.ts";
import { dataDictionary, describedViews } from "#test/support/data-dictionary.ts";
import { tempHome } from "./temp.ts";

let home: ReturnType<typeof tempHome>;
beforeEach(() => {
  home = tempHome();
});
afterEach(() => home.remove());

const viewNames = (db: Sqlite) => db.prepare("SELECT name FROM sqlite_schema WHERE type = 'view'").pluck().all() as string[];

describe("readable views", () => {
  it("are all in docs/data-dictionary.md, with every column", async () => {
    await expect(dataDictionary()).toMatchFileSnapshot("../../docs/data-dictionary.md");
  });

  it("answer a program that knows nothing of Tieout, in both files", () => {
    openClientFile(home.path, "one").close();
    openFirmFile(home.path).close();
    for (const [path, migrations] of [
      [clientFilePath(home.path, "one"), clientMigrations] as const,
      [join(home.path, "firm.sqlite"), firmMigrations] as const,
    ]) {
      const db = new Database(path, { readonly: true });
      db.pragma("trusted_schema = OFF");
      const described = describedViews(migrations);
      expect(viewNames(db).sort()).toEqual(described.map(({ name }) => name).sort());
      for (const { name, columns } of described) {
        expect(
          columns.every(([, text]) => /^[A-Za-z0-9].*[^.]$/.test(text)),
          `${name} is described`,
        ).toBe(true);
        expect(db.prepare(`SELECT * FROM ${name}`).all(), name).toEqual([]);
      }
      db.close();
    }
  });

  it("write every amount as it was sent, also one that no integer holds, and dates, ids and codes as text", () => {
    const db = openClientFile(home.path, "one");
    const sent = ["0", "-0.50", "12.3", "1000000.0001", "-7", "99999999999999.125", "0.00"];
    db.exec("INSERT INTO word VALUES (1, 'Bill'), (2, 'USD'), (3, '{}'); INSERT INTO stream (stream_no, name) VALUES (1, 'bills')");
    const record = db.prepare("INSERT INTO source_record VALUES (?, 1, ?, 1, x'00', 0, 0, 0, 1, 1500, NULL)");
    const documentRow = db.prepare(
      `INSERT INTO document (rec_no, type, status, status_is_derived, issue_day, currency_word, total, outstanding, scales, exact, tax_word, change_hash)
       VALUES (?, 1, 2, 1, ${dayNumber(calendarDate("2026-10-21"))}, 2, ?, 0, ?, ?, 3, x'00')`,
    );
    sent.forEach((amount, at) => {
      const { values, scales, exact } = packAmounts(
        ["total", "totalBase", "outstanding", "tax"],
        [amount as DecimalString, undefined, "0" as DecimalString],
      );
      record.run(at + 1, packId(at === 0 ? "0b0a45c4-96b5-4d3c-8a3b-0123456789ab" : String(400 + at)));
      documentRow.run(at + 1, values[0], scales | (7 << 9), exact);
    });
    expect(db.prepare("SELECT total FROM documents ORDER BY record").pluck().all()).toEqual(sent);
    expect(db.prepare("SELECT base_total FROM bills").pluck().all()).toEqual(sent.map(() => null));
    expect(
      db.prepare("SELECT id, type, status, status_is_derived, date, currency, read_at FROM documents WHERE record < 3").raw().all(),
    ).toEqual([
      ["Bill:0b0a45c4-96b5-4d3c-8a3b-0123456789ab", "purchase_bill", "open", "yes", "2026-10-21", "USD", "1970-01-01T00:00:01.500Z"],
      ["Bill:401", "purchase_bill", "open", "yes", "2026-10-21", "USD", "1970-01-01T00:00:01.500Z"],
    ]);
    db.close();
  });

  it("know the words of every code that the application writes", () => {
    const db = openClientFile(home.path, "one");
    const sql = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'documents'").pluck().get() as string;
    for (const [at, word] of documentTypes.entries()) expect(sql).toContain(`WHEN ${at} THEN '${word}'`);
    for (const [at, word] of documentStatuses.entries()) expect(sql).toContain(`WHEN ${at} THEN '${word}'`);
    db.close();
  });
});

describe("migration client 11, readable views", () => {
  /** A file of the release before. */
  function older(): string {
    const path = clientFilePath(home.path, "one");
    const db = openDatabase(path, { applicationId: CLIENT_APPLICATION_ID, migrations: clientMigrations.slice(0, 10) });
    db.exec(
      "INSERT INTO meta VALUES ('client_id', 'one'); INSERT INTO note VALUES ('n', 'client', 'one', NULL, NULL, NULL, 'kept', '[]', 'p', 1, 1, NULL, NULL)",
    );
    db.close();
    return path;
  }

  it("makes them in a file of before, which keeps its rows and has a backup", () => {
    const path = older();
    const db = openClientFile(home.path, "one");
    expect(viewNames(db)).toContain("documents");
    expect(db.prepare("SELECT text, person, written_at FROM notes").raw().all()).toEqual([["kept", "p", "1970-01-01T00:00:00.001Z"]]);
    db.close();
    const backup = new Database(`${path}.before-11.bak`, { readonly: true });
    expect([backup.pragma("user_version", { simple: true }), viewNames(backup)]).toEqual([10, []]);
    backup.close();
  });

  it("that breaks off after any view leaves the file as it was, and the next opening finishes it", () => {
    const path = older();
    const views = describedViews(clientMigrations.slice(0, 11)).length;
    for (let after = 0; after < views; after++) {
      const torn: Migration = { ...clientReadableViews, up: (db) => clientReadableViews.up(db.memory ? db : breaking(db, after)) };
      const migrations = [...clientMigrations.slice(0, 10), torn];
      expect(() => openDatabase(path, { applicationId: CLIENT_APPLICATION_ID, migrations })).toThrow("torn");
      const left = new Database(path, { readonly: true });
      expect([left.pragma("user_version", { simple: true }), viewNames(left), left.prepare("SELECT text FROM note").pluck().all()]).toEqual(
        [10, [], ["kept"]],
      );
      left.close();
    }
    expect(existsSync(`${path}.before-11.bak`)).toBe(true);
    const db = openClientFile(home.path, "one");
    expect(viewNames(db)).toHaveLength(describedViews(clientMigrations).length);
    db.close();
  });

  it("stays as it landed: a file that has it would be refused otherwise", () => {
    const sqlOf = (migrations: readonly Migration[]) => {
      const path = join(home.path, `${migrations.length}.sqlite`);
      const db = openDatabase(path, { applicationId: 1, migrations });
      const sql = db
        .prepare("SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema WHERE type = 'view' ORDER BY name)")
        .pluck()
        .get() as string;
      db.close();
      return hash("sha256", sql, "hex").slice(0, 16);
    };
    expect([sqlOf(clientMigrations.slice(0, 11)), sqlOf(firmMigrations.slice(0, 7))]).toEqual(["46a7d190ef8b8ffc", "7a95abc14d4944c9"]);
  });
});

/** A connection that dies after some statements. */
function breaking(db: Sqlite, statements: number): Sqlite {
  let left = statements;
  const exec = (sql: string) => {
    if (left-- === 0) throw new Error("torn");
    return db.exec(sql);
  };
  return { exec } as unknown as Sqlite;
}
