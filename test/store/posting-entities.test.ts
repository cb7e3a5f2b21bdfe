import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { accountSums } from "#main/store/accounts/account-sums.ts";
import { CLIENT_APPLICATION_ID, clientFilePath, clientMigrations, openClientFile } from "#main/store/database/client-file.ts";
import { ensureReadIndexes } from "#main/store/database/indexes.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { openDatabase, type Sqlite } from "#main/store/database/open.ts";
import { PostingWriter } from "#main/store/postings/posting-writer.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { tempHome } from "./temp.ts";

let home: ReturnType<typeof tempHome>;
let db: Sqlite;

/** A file of the release before, that had been read: an invoice, a transfer and two applications, which came among other postings. */
beforeEach(() => {
  home = tempHome();
  const path = clientFilePath(home.path, "one");
  mkdirSync(dirname(path), { recursive: true });
  const old = openDatabase(path, { applicationId: CLIENT_APPLICATION_ID, migrations: clientMigrations.slice(0, 8) });
  old.exec(`
INSERT INTO word (word_no, text) VALUES (1, 'CustInvc'), (2, 'Transfer'), (3, 'DepAppl'), (4, 'gl'), (5, 'USD'), (6, 'account:1');
INSERT INTO stream (stream_no, name, state, pass_no, completed_ms, first_completed_ms, watermark) VALUES
  (1, 'transactions.custinvc', 'up_to_date', 3, 50, 10, '2026-11-20T00:00:00.000Z'), (2, 'transactions.other', 'up_to_date', 4, 50, 10, NULL),
  (3, 'accounts', 'up_to_date', 1, 50, 10, NULL), (4, 'transactions.vendbill', 'reading', 1, NULL, NULL, NULL);
INSERT INTO source_record VALUES (1, 1, 11, 1, x'00', 0, 0, 0, 3, 5, NULL), (2, 2, 12, 2, x'00', 0, 0, 0, 4, 5, NULL),
  (3, 2, 13, 3, x'00', 0, 0, 0, 4, 5, NULL), (4, 2, 14, 3, x'00', 0, 0, 0, 4, 5, NULL);
INSERT INTO finding (stream_no, rec_no, code, message, first_ms, last_ms) VALUES (2, 4, 'unknown_value', 'x', 1, 1), (2, 2, 'unknown_value', 'y', 1, 1);
`);
  const journal = old.prepare("INSERT INTO journal VALUES (?, 4, NULL, 20000, NULL, NULL, NULL, 5, x'00')");
  const posting = old.prepare("INSERT INTO posting VALUES (?, ?, NULL, 6, ?, 0, NULL, NULL, NULL, NULL, 20000)");
  for (const recNo of [1, 2, 3, 4]) {
    journal.run(recNo);
    posting.run(recNo, 1, 10_000);
    posting.run(recNo, 2, -2_500);
  }
  old.exec(
    "CREATE INDEX document_total ON document (total, rec_no); CREATE INDEX posting_account_date ON posting (account_word, day, amount)",
  );
  old.close();
  db = openClientFile(home.path, "one");
});
afterEach(() => {
  db.close();
  home.remove();
});

it("a file of before keeps its postings, and every stream of transactions that had been read is read whole again", () => {
  expect(db.prepare("SELECT COUNT(*), SUM(amount), COUNT(entity_id_word), COUNT(currency_word) FROM posting").raw().get()).toEqual([
    8, 30_000, 0, 0,
  ]);
  const streams = db.prepare("SELECT name, state, needs_since FROM stream WHERE first_completed_ms IS NOT NULL ORDER BY name").raw().all();
  const again = ["incomplete", "1970-01-01T00:00:00.000Z"];
  expect(streams).toEqual([
    ["accounts", "up_to_date", null],
    ["transactions.custinvc", ...again],
    ["transactions.depappl", ...again],
    ["transactions.other", ...again],
  ]);
  // Never read: it will be read anyway.
  expect(db.prepare("SELECT state, needs_since FROM stream WHERE name = 'transactions.vendbill'").raw().get()).toEqual(["reading", null]);
});

it("applications move to a stream of their own with what was found of them, so that none counts twice", () => {
  const where = (table: string) =>
    db.prepare(`SELECT rec_no, name FROM ${table} JOIN stream USING (stream_no) ORDER BY rec_no`).raw().all();
  expect(where("source_record")).toEqual([
    [1, "transactions.custinvc"],
    [2, "transactions.other"],
    [3, "transactions.depappl"],
    [4, "transactions.depappl"],
  ]);
  expect(where("finding")).toEqual([
    [2, "transactions.other"],
    [4, "transactions.depappl"],
  ]);
  expect(db.prepare("SELECT DISTINCT pass_no FROM source_record WHERE rec_no > 2").pluck().all()).toEqual([0]);
});

it("until then a figure of one entity says what it lacks, and the whole company's lacks nothing", () => {
  const reader = new MirrorReader(db, { system: "ledger_c", tenantId: "t" });
  const span = { basis: "accrual" as const, baseCurrency: "USD", from: null, to: calendarDate("2026-12-31") };
  const codes = (entityId?: string) => accountSums(reader, { ...span, entityId }).gaps.filter(({ code }) => code !== "not_read");
  expect(() => codes()).toThrow("The next sync updates them");
  new PostingWriter(reader, { baseCurrency: "USD", hasGlFeed: true }).catchUp();
  expect(codes()).toEqual([]);
  expect(codes("subsidiary:1")).toMatchObject([
    { code: "entity_unknown", count: 4, recordIds: ["CustInvc:11", "Transfer:12", "DepAppl:13", "DepAppl:14"] },
  ]);
  expect(accountSums(reader, { ...span, entityId: "subsidiary:1" }).rows).toEqual([]);
});

it("the index that answers sums knows entities, in old files and new ones", () => {
  const text = () => db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'posting_account_date'").pluck().get() as string;
  const upgraded = text().replace(/ IF NOT EXISTS/, "");
  const fresh = openClientFile(home.path, "two");
  ensureReadIndexes(fresh);
  const made = fresh.prepare("SELECT sql FROM sqlite_schema WHERE name = 'posting_account_date'").pluck().get() as string;
  fresh.close();
  expect(upgraded).toBe(made.replace(/ IF NOT EXISTS/, ""));
  expect(upgraded).toContain("entity_id_word");
});
