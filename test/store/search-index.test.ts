import { expect, test } from "vitest";
import { openClientFile } from "#main/store/database/client-file.ts";
import { ensureSearchFollows, ensureSearchIndex, hasSearchIndex } from "#main/store/database/search-index.ts";
import { tempHome } from "./temp.ts";

test("words of documents are found from the making of the index on, by what a document says now", () => {
  const home = tempHome();
  const db = openClientFile(home.path, "one");
  const columns = (db.pragma("table_info(document)") as { name: string; notnull: number }[]).filter(({ notnull }) => notnull === 1);
  // The columns of a document that a search does not look at only have to be there.
  db.pragma("foreign_keys = OFF");
  const write = (recNo: number, number: string, memo: string | null) => {
    const filler = columns.filter(({ name }) => name !== "rec_no").map(({ name }) => name);
    db.prepare(
      `INSERT OR REPLACE INTO document (rec_no, number, memo, ${filler.join(", ")}) VALUES (?, ?, ?, ${filler
        .map((name) => (name === "change_hash" ? "x'00'" : "0"))
        .join(", ")})`,
    ).run(recNo, number, memo);
  };
  const find = (match: string) =>
    db.prepare("SELECT rowid FROM document_search WHERE document_search MATCH ? ORDER BY rowid").pluck().all(match);
  write(1, "INV-1042", "Café supplies");
  expect(hasSearchIndex(db)).toBe(false);
  ensureSearchIndex(db);
  expect(hasSearchIndex(db)).toBe(true);
  expect(find('"cafe"*')).toEqual([1]);
  write(2, "INV-1043", null);
  expect(find('"inv"* "104"*')).toEqual([1, 2]);
  write(1, "INV-2000", "Tea");
  expect(find('"cafe"*')).toEqual([]);
  expect(find('"1042"*')).toEqual([]);
  expect(find('"tea"*')).toEqual([1]);
  // Making it again changes nothing.
  ensureSearchIndex(db);
  expect(find('"inv"*')).toEqual([1, 2]);
  // A row that keeps its place says something else now, also in a file of an earlier release.
  db.exec("DROP TRIGGER document_searched_again");
  ensureSearchFollows(db);
  db.exec("UPDATE document SET memo = 'Coffee', total = 5 WHERE rec_no = 1");
  expect(find('"tea"*')).toEqual([]);
  expect(find('"coffee"*')).toEqual([1]);
  expect(find('"2000"*')).toEqual([1]);
  db.close();
  home.remove();
});
