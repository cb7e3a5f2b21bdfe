import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CLIENT_APPLICATION_ID, clientFilePath, clientMigrations, openClientFile } from "#main/store/database/client-file.ts";
import { ensureReadIndexes, FORMER_INDEXES } from "#main/store/database/indexes.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { type Migration, openDatabase, type Sqlite } from "#main/store/database/open.ts";
import { clientOnePostingTable } from "#main/store/migrations/client-0012-one-posting-table.ts";
import { PostingWriter } from "#main/store/postings/posting-writer.ts";
import { accountRecord, createIngestLab, documentRecord, type Given } from "#test/support/ingest-lab.ts";
import { tempHome } from "./temp.ts";

let home: ReturnType<typeof tempHome>;
beforeEach(() => {
  home = tempHome();
});
afterEach(() => home.remove());

const usd = (amount: string) => ({ amount, currency: "USD" });
const line = (accountId: string, net: string) => ({
  ...{ id: "1", kind: "account", accountId, net: usd(net), tax: { basis: "none", components: [] }, dimensions: [] },
  source: { system: "ledger_a", tenantId: "tenant-1", entityType: "Invoice", id: "1", fetchedAt: "2026-11-21T09:00:00.000Z" },
});
const account = (id: string, role?: string): Given => ({
  id: `account-${id}`,
  entity: "Account",
  yields: [accountRecord(id, role === undefined ? {} : { role })] as never,
});
const bill = (id: string, net: string, fields: object = {}): Given => ({
  id,
  yields: [
    documentRecord(id, {
      ...{ type: "purchase_bill", status: "open", currency: "USD", total: usd(net), totalBase: usd(net), outstanding: usd(net) },
      ...{ lines: [line("Account:rent", net)], entityId: "subsidiary:2", partyId: "Contact:9" },
      ...fields,
    }),
  ] as never,
});

const POSTED = "SELECT account_id, amount, currency, contact_id, entity_id, source, document_id FROM postings ORDER BY record, line";

/** The table as it is, and as it is when it is made again from nothing. */
function expectSameAsRebuilt(db: Sqlite, reader: MirrorReader): void {
  const rows = () =>
    db
      .prepare("SELECT * FROM posting UNION ALL SELECT rec_no, 9, reason_word, day, 0,0,0,0,0,0,0,0,0,0 FROM posting_gap ORDER BY 1, 2, 3")
      .raw()
      .all();
  const kept = rows();
  db.exec("DELETE FROM meta WHERE key = 'postings'");
  new PostingWriter(reader, { baseCurrency: "USD", hasGlFeed: false }).catchUp();
  expect(kept).toEqual(rows());
}

describe("the posting table", () => {
  it("has what each document posts, with its entity, contact and currency, as soon as the document is there", () => {
    const lab = createIngestLab(home.path);
    lab.readPass("backfill", [[account("ap", "payable"), account("rent"), bill("1", "30.00")]]);
    const common = ["USD", "Contact:9", "subsidiary:2", "reconstructed", "Invoice:1"];
    expect(lab.rows(POSTED)).toEqual([
      ["Account:ap", "-30.00", ...common],
      ["Account:rent", "30.00", ...common],
    ]);
    lab.db.close();
  });

  it("keeps its rows, and those of the lines, when only other fields of a document change", () => {
    const lab = createIngestLab(home.path);
    lab.readPass("backfill", [[account("ap", "payable"), account("rent"), bill("1", "30.00", { reference: "PO 7" })]]);
    lab.db.exec("CREATE TEMP TABLE written (what TEXT)");
    for (const table of ["posting", "document_line"])
      lab.db.exec(`CREATE TEMP TRIGGER ${table}_written AFTER INSERT ON main.${table} BEGIN INSERT INTO written VALUES ('${table}'); END`);
    const changes = () => lab.rows("SELECT field, before, after FROM field_change");
    lab.take([bill("1", "30.00", { reference: "PO 8" })]);
    expect(changes()).toEqual([["reference", "PO 7", "PO 8"]]);
    expect(lab.rows("SELECT reference FROM document")).toEqual([["PO 8"]]);
    expect(lab.rows("SELECT * FROM written")).toEqual([]);
    lab.take([bill("1", "31.00", { reference: "PO 8" })]);
    expect(lab.rows("SELECT what, COUNT(*) FROM written GROUP BY what ORDER BY what")).toEqual([
      ["document_line", 1],
      ["posting", 2],
    ]);
    expectSameAsRebuilt(lab.db, lab.reader);
    lab.db.close();
  });

  it("follows changes, deletions and the chart: every step leaves what posting everything again would", () => {
    const lab = createIngestLab(home.path);
    lab.readPass("backfill", [[bill("1", "30.00"), bill("2", "12.50")], [account("rent")]]);
    expect(lab.rows("SELECT COUNT(*) FROM posting WHERE account_word IS NULL")).toEqual([[2]]);
    expect(lab.rows("SELECT text FROM posting_gap JOIN word ON word_no = reason_word")).toEqual([["control_account"], ["control_account"]]);
    expectSameAsRebuilt(lab.db, lab.reader);
    // The role of an account decides about every bill.
    lab.take([account("ap", "payable")]);
    expect(lab.rows("SELECT account_id, amount FROM postings WHERE amount_scaled < 0 ORDER BY record")).toEqual([
      ["Account:ap", "-30.00"],
      ["Account:ap", "-12.50"],
    ]);
    expect(lab.rows("SELECT COUNT(*) FROM posting_gap")).toEqual([[0]]);
    expectSameAsRebuilt(lab.db, lab.reader);
    lab.take([bill("1", "31.00"), bill("2", "12.50", { status: "voided" })]);
    expect(lab.rows("SELECT amount FROM postings ORDER BY record, line")).toEqual([["-31.00"], ["31.00"]]);
    expectSameAsRebuilt(lab.db, lab.reader);
    lab.take([account("ap"), account("rent", "payable")]);
    expect(lab.rows("SELECT account_id, amount FROM postings ORDER BY record, line")).toEqual([
      ["Account:rent", "-31.00"],
      ["Account:rent", "31.00"],
    ]);
    expectSameAsRebuilt(lab.db, lab.reader);
    lab.db.close();
  });

  it("is posted whole or not at all, and the next set-up finishes what broke off", () => {
    const lab = createIngestLab(home.path);
    lab.readPass("backfill", [
      [account("ap", "payable"), account("rent"), ...Array.from({ length: 20 }, (_, at) => bill(String(at), "1.00"))],
    ]);
    const whole = lab.rows("SELECT * FROM posting");
    lab.db.exec("DELETE FROM posting; DELETE FROM meta WHERE key = 'postings'");
    for (let rows = 0; rows < whole.length; rows += 7) {
      lab.db.exec(
        `CREATE TEMP TRIGGER torn BEFORE INSERT ON main.posting WHEN (SELECT COUNT(*) FROM main.posting) = ${rows} BEGIN SELECT RAISE(ABORT, 'torn'); END`,
      );
      expect(() => new PostingWriter(lab.reader, { baseCurrency: "USD", hasGlFeed: false }).catchUp()).toThrow("torn");
      expect(lab.rows("SELECT COUNT(*), (SELECT COUNT(*) FROM meta WHERE key = 'postings') FROM posting")).toEqual([[0, 0]]);
      lab.db.exec("DROP TRIGGER torn");
    }
    new PostingWriter(lab.reader, { baseCurrency: "USD", hasGlFeed: false }).catchUp();
    expect(lab.rows("SELECT * FROM posting")).toEqual(whole);
    lab.db.close();
  });
});

describe("migration client 12, one posting table", () => {
  /** A file of the release before, with a journal of the feed. */
  function older(): string {
    const path = clientFilePath(home.path, "one");
    const db = openDatabase(path, { applicationId: CLIENT_APPLICATION_ID, migrations: clientMigrations.slice(0, 11) });
    db.exec(`INSERT INTO meta VALUES ('client_id', 'one');
INSERT INTO word VALUES (1, 'Journal'), (2, 'USD'), (3, 'Account:1');
INSERT INTO stream (stream_no, name, first_completed_ms) VALUES (1, 'journals', 5);
INSERT INTO source_record VALUES (1, 1, 'j', 1, x'00', 0, 0, 0, 1, 1, NULL);
INSERT INTO journal VALUES (1, 1, '7', 20000, NULL, NULL, NULL, 2, x'00');
INSERT INTO posting VALUES (1, 1, NULL, 3, 10000, 2, NULL, NULL, 'kept', NULL, 20000, NULL, NULL), (1, 2, 'x', 3, -10000, 2, NULL, NULL, NULL, NULL, 20000, NULL, NULL);
CREATE INDEX posting_account_date ON posting (account_word, day, amount, entity_id_word)`);
    db.close();
    return path;
  }
  const kept = [
    ["ledger", "Journal:j", "1.00", "USD", "kept"],
    ["ledger", "Journal:j", "-1.00", "USD", null],
  ];
  const rows = (db: Sqlite) =>
    db.prepare("SELECT source, journal_id, amount, currency, description FROM postings ORDER BY line").raw().all();

  it("keeps the ledger's postings, indexed, and needs nothing from the ledger", () => {
    const path = older();
    const db = openClientFile(home.path, "one");
    expect(rows(db)).toEqual(kept);
    new PostingWriter(new MirrorReader(db, { system: "ledger_a", tenantId: "t" }), { baseCurrency: "USD", hasGlFeed: true }).catchUp();
    expect(rows(db)).toEqual(kept);
    expect(db.prepare("SELECT value FROM meta WHERE key = 'postings'").pluck().get()).toBe("ledger");
    const index = () => db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'posting_account_date'").pluck().get() as string;
    const upgraded = index();
    db.exec("DROP INDEX posting_account_date");
    ensureReadIndexes(db);
    expect(upgraded).toBe(index());
    db.close();
    const backup = new Database(`${path}.before-12.bak`, { readonly: true });
    expect(backup.prepare("SELECT COUNT(*) FROM posting").pluck().get()).toBe(2);
    backup.close();
  });

  it("that breaks off after any statement leaves the file as it was, and the next opening finishes it", () => {
    const path = older();
    const statements = 5;
    for (let after = 0; after < statements; after++) {
      const torn: Migration = { ...clientOnePostingTable, up: (db) => clientOnePostingTable.up(db.memory ? db : breaking(db, after)) };
      const migrations = [...clientMigrations.slice(0, 11), torn];
      expect(
        () => openDatabase(path, { applicationId: CLIENT_APPLICATION_ID, migrations, former: FORMER_INDEXES }),
        `after ${after}`,
      ).toThrow("torn");
      const left = new Database(path, { readonly: true });
      expect(left.prepare("SELECT amount FROM postings ORDER BY line").pluck().all()).toEqual(["1.00", "-1.00"]);
      left.close();
    }
    const db = openClientFile(home.path, "one");
    expect(rows(db)).toEqual(kept);
    db.close();
  });
});

/** A connection that dies after some statements. */
function breaking(db: Sqlite, statements: number): Sqlite {
  let left = statements;
  const exec = (sql: string) => {
    if (left-- === 0) throw new Error("torn");
    return db.exec(sql);
  };
  return { exec, prepare: (sql: string) => db.prepare(sql) } as unknown as Sqlite;
}
