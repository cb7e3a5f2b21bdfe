import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientFilePath, openClientFile } from "#main/store/database/client-file.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { PagesDamaged, type PagesRead, sumsPath } from "#main/store/database/page-sums.ts";
import { foldLongLog, readPages } from "#main/store/database/watch-pages.ts";
import { tempHome } from "./temp.ts";

const PAGE = 4096;
let home: ReturnType<typeof tempHome>;
let path: string;
beforeEach(() => {
  home = tempHome();
  path = clientFilePath(home.path, "one");
});
afterEach(() => home.remove());

const readAll = (db: Sqlite | null = null) => readPages(path, db, 1, 1_000_000);
const good = (pages: number): PagesRead => ({ next: null, pages, wrong: [] });
const pagesOf = () => statSync(path).size / PAGE;

function write(db: Sqlite, rows: number, bytes = 3000): void {
  const add = db.prepare("INSERT INTO signed_input VALUES (hex(randomblob(8)), randomblob(?), 1)");
  db.transaction(() => {
    for (let row = 0; row < rows; row++) add.run(bytes);
  })();
}

function flip(page: number, at = 100): void {
  const bytes = readFileSync(path);
  const offset = (page - 1) * PAGE + at;
  bytes[offset] = (bytes[offset] as number) ^ 4;
  writeFileSync(path, bytes);
}

describe("the sums of a file's pages", () => {
  it("cover every page that was written, through growth, change and shrinking", () => {
    let db = openClientFile(home.path, "one");
    write(db, 50);
    db.close();
    expect(readAll()).toEqual(good(pagesOf()));
    db = openClientFile(home.path, "one");
    write(db, 200);
    db.exec("DELETE FROM signed_input WHERE hash < '8'");
    db.close();
    expect(readAll()).toEqual(good(pagesOf()));
    db = openClientFile(home.path, "one");
    db.exec("DELETE FROM signed_input; VACUUM");
    db.close();
    expect(readAll()).toEqual(good(pagesOf()));
    expect(pagesOf()).toBeLessThan(100);
  });

  it("show a flipped bit on any page, a page in another's place and a file that is cut off", () => {
    const db = openClientFile(home.path, "one");
    write(db, 30);
    db.close();
    const whole = readFileSync(path);
    for (let page = 1; page <= pagesOf(); page++) {
      flip(page, (page * 37) % PAGE);
      expect(readAll()?.wrong).toEqual([page]);
      writeFileSync(path, whole);
    }
    const last = pagesOf();
    whole.copy(whole, (last - 1) * PAGE, (last - 2) * PAGE, (last - 1) * PAGE);
    writeFileSync(path, whole);
    expect(readAll()?.wrong).toEqual([last]);
    truncateSync(path, (last - 2) * PAGE);
    expect(readAll()?.wrong).toEqual([last - 1, last]);
  });

  it("hold while the file stays open and its log is folded in between", () => {
    const db = openClientFile(home.path, "one");
    for (let round = 0; round < 6; round++) {
      write(db, 500);
      db.exec("UPDATE signed_input SET made_ms = made_ms + 1 WHERE hash < '3'");
      foldLongLog(db);
      expect(readAll(db)?.wrong).toEqual([]);
    }
    expect(existsSync(sumsPath(path))).toBe(true);
    db.close();
    expect(readAll()).toEqual(good(pagesOf()));
  });

  it("take in a long log once, and not again after each small change that follows", () => {
    const db = openClientFile(home.path, "one");
    write(db, 3_000);
    foldLongLog(db);
    const folded = statSync(sumsPath(path)).size;
    for (let round = 0; round < 3; round++) {
      write(db, 1);
      foldLongLog(db);
    }
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(4_000_000);
    expect(statSync(sumsPath(path)).size).toBe(folded);
    expect(readAll(db)?.wrong).toEqual([]);
    db.close();
  });

  it("do not let a damaged page be written over and taken for good", () => {
    let db = openClientFile(home.path, "one");
    write(db, 40);
    db.close();
    db = openClientFile(home.path, "one");
    const pages = pagesOf();
    db.exec("UPDATE signed_input SET made_ms = 2");
    for (let page = 2; page <= pages; page++) flip(page, 4000);
    const fold = () => db.close();
    expect(fold).toThrow(PagesDamaged);
    expect(readAll()?.wrong.length).toBeGreaterThan(0);
  });

  it("are right after a process ended at any moment of a fold", () => {
    const db = openClientFile(home.path, "one");
    write(db, 300);
    readAll(db);
    write(db, 20);
    db.exec("UPDATE signed_input SET made_ms = 3 WHERE hash < '8'");
    const copy = `${home.path}-copy`;
    const sumsBefore = readFileSync(sumsPath(path));
    const before = { file: readFileSync(path), log: readFileSync(`${path}-wal`) };
    readAll(db);
    const sumsAfter = readFileSync(sumsPath(path));
    const after = readFileSync(path);
    db.close();
    const half = Buffer.concat([after.subarray(0, after.length / 2), before.file.subarray(after.length / 2)]);
    const appended = sumsAfter.subarray(sumsBefore.length);
    expect(appended.length).toBeGreaterThan(0);
    for (const [sums, file] of [
      [sumsBefore, before.file],
      [Buffer.concat([sumsBefore, appended.subarray(0, appended.length / 2)]), before.file],
      [sumsAfter, before.file],
      [sumsAfter, half],
      [sumsAfter, after],
    ] as const) {
      rmSync(copy, { recursive: true, force: true });
      cpSync(home.path, copy, { recursive: true });
      const there = clientFilePath(copy, "one");
      writeFileSync(there, file);
      writeFileSync(`${there}-wal`, before.log);
      writeFileSync(sumsPath(there), sums);
      rmSync(`${there}-shm`, { force: true });
      const opened = openClientFile(copy, "one");
      write(opened, 5);
      opened.close();
      expect(readPages(there, null, 1, 1_000_000)?.wrong).toEqual([]);
      const again = openClientFile(copy, "one");
      expect(again.prepare("SELECT COUNT(*) FROM signed_input").pluck().get()).toBe(325);
      again.close();
    }
    rmSync(copy, { recursive: true });
  });

  it("wait for a reader of an older state, and are right once it has ended", () => {
    const db = openClientFile(home.path, "one");
    write(db, 30);
    readAll(db);
    const reader = openClientFile(home.path, "one", { readonly: true });
    const rows = reader.prepare("SELECT * FROM signed_input").iterate();
    rows.next();
    for (let round = 0; round < 3; round++) {
      db.exec("UPDATE signed_input SET made_ms = made_ms + 1");
      write(db, 10);
      expect(readAll(db)?.wrong).toEqual([]);
    }
    rows.return?.();
    reader.close();
    expect(readAll(db)?.wrong).toEqual([]);
    db.close();
    expect(readAll()).toEqual(good(pagesOf()));
  });

  it("are made for a file of the release before, and again when they cannot be read", () => {
    let db = openClientFile(home.path, "one");
    write(db, 30);
    db.close();
    rmSync(sumsPath(path));
    expect(readAll()).toBeNull();
    openClientFile(home.path, "one").close();
    expect(readAll()).toEqual(good(pagesOf()));
    appendFileSync(sumsPath(path), "half of something");
    db = openClientFile(home.path, "one");
    write(db, 3);
    db.close();
    expect(readAll()).toEqual(good(pagesOf()));
  });
});
