import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientFilePath, openClientFile } from "#main/store/database/client-file.ts";
import { PagesDamaged } from "#main/store/database/page-sums.ts";
import { foldLongLog, readPages } from "#main/store/database/watch-pages.ts";
import { glanceAtFile } from "#main/store/safety/known-files.ts";
import { verifyPages } from "#main/workers/whole-file.ts";
import { tempHome } from "./temp.ts";

let home: ReturnType<typeof tempHome>;
let path: string;
beforeEach(() => {
  home = tempHome();
  path = clientFilePath(home.path, "one");
});
afterEach(() => home.remove());

/** Opens the file for writing in another process, runs one statement and closes it. */
function otherProgram(sql: string): string {
  const driver = new URL(import.meta.resolve("better-sqlite3")).pathname;
  const script = `import(${JSON.stringify(driver)}).then(({ default: Database }) => {
    const db = new Database(process.argv[1], { timeout: 100 });
    try {
      console.log(JSON.stringify(db.prepare(process.argv[2]).all()));
    } catch (error) {
      console.log(error.message);
    }
    db.close();
  })`;
  const ended = spawnSync(process.execPath, ["-e", script, path, sql], { encoding: "utf8" });
  expect([ended.status, ended.stderr]).toEqual([0, ""]);
  return ended.stdout.trim();
}

function write(db: ReturnType<typeof openClientFile>, rows: number): void {
  const add = db.prepare("INSERT INTO signed_input VALUES (hex(randomblob(8)), randomblob(3000), 1)");
  for (let row = 0; row < rows; row++) add.run();
}

function rows(): number {
  const db = openClientFile(home.path, "one", { readonly: true });
  try {
    return db.prepare("SELECT COUNT(*) FROM signed_input").pluck().get() as number;
  } finally {
    db.close();
  }
}

/**
 * A connection's own lock on the file. Without it, a release of SQLite such as 3.40 deletes the log when it closes the file, since it
 * takes itself for the last one.
 */
function isLocked(): boolean {
  if (process.platform !== "linux") return true;
  const inode = `:${statSync(path).ino} `;
  return readFileSync("/proc/locks", "utf8")
    .split("\n")
    .some((lock) => lock.includes(inode) && lock.includes(`${SHARED_LOCK} `));
}
const SHARED_LOCK = 0x4000_0002;

describe("another program that opens a file in use", () => {
  it("can't delete the log that is still being written, although pages were checked before", () => {
    openClientFile(home.path, "one").close();
    const db = openClientFile(home.path, "one");
    write(db, 20);
    const log = statSync(`${path}-wal`).ino;
    glanceAtFile(path, "one");
    readPages(path, db, 1, 10);
    write(db, 20);
    expect(isLocked()).toBe(true);
    expect(otherProgram("PRAGMA journal_mode = DELETE")).toBe("database is locked");
    expect(existsSync(`${path}-wal`)).toBe(true);
    expect(statSync(`${path}-wal`).ino).toBe(log);
    write(db, 20);
    expect(rows()).toBe(60);
    db.close();
    expect(isLocked()).toBe(process.platform !== "linux");
    expect(rows()).toBe(60);
    expect(readPages(path, null, 1, 1_000_000)?.wrong).toEqual([]);
  });

  it("may fold the log before Tieout does, without a page counting as damaged", () => {
    openClientFile(home.path, "one").close();
    const db = openClientFile(home.path, "one");
    write(db, 400);
    db.exec("UPDATE signed_input SET made_ms = 2");
    otherProgram("PRAGMA wal_checkpoint(PASSIVE)");
    expect(readPages(path, db, 1, 1_000_000)?.wrong).toEqual([]);
    write(db, 2000);
    otherProgram("PRAGMA wal_checkpoint(PASSIVE)");
    foldLongLog(db);
    expect(readPages(path, db, 1, 1_000_000)?.wrong).toEqual([]);
    // The log starts over with the next change.
    db.exec("UPDATE signed_input SET made_ms = 3");
    otherProgram("PRAGMA wal_checkpoint(PASSIVE)");
    foldLongLog(db);
    write(db, 1);
    expect(readPages(path, db, 1, 1_000_000)?.wrong).toEqual([]);
    db.close();
    expect(rows()).toBe(2401);
    expect(readPages(path, null, 1, 1_000_000)?.wrong).toEqual([]);
  });

  it.each(["PASSIVE", "FULL", "RESTART", "TRUNCATE"])("can't fold by %s what has no checksums yet", (mode) => {
    openClientFile(home.path, "one").close();
    const db = openClientFile(home.path, "one");
    for (let turn = 0; turn < 3; turn++) {
      write(db, 40);
      db.exec("UPDATE signed_input SET made_ms = made_ms + 1");
      expect(otherProgram(`PRAGMA wal_checkpoint(${mode})`)).toMatch(/"checkpointed":0|locked|"busy":1/);
      // The log would start over with this, and take what it had with it.
      write(db, 3);
      expect(readPages(path, db, 1, 1_000_000)?.wrong).toEqual([]);
    }
    // Its own folds are as complete as before.
    const log = statSync(`${path}-wal`).size;
    write(db, 1);
    foldLongLog(db);
    expect(statSync(`${path}-wal`).size).toBe(log);
    db.close();
    expect(rows()).toBe(130);
    expect(readPages(path, null, 1, 1_000_000)?.wrong).toEqual([]);
  });

  it("doesn't hide a page that was damaged before the log is folded", () => {
    let db = openClientFile(home.path, "one");
    write(db, 40);
    db.close();
    db = openClientFile(home.path, "one");
    db.exec("UPDATE signed_input SET made_ms = 2");
    const bytes = readFileSync(path);
    const at = bytes.length - 4096 + 100;
    bytes[at] = (bytes[at] as number) ^ 4;
    writeFileSync(path, bytes);
    expect(() => readPages(path, db, 1, 1_000_000)).toThrow(PagesDamaged);
  });

  it("that folds the log of a killed process is named as what may have happened, with a remedy", () => {
    let db = openClientFile(home.path, "one");
    write(db, 40);
    db.close();
    db = openClientFile(home.path, "one");
    db.exec("UPDATE signed_input SET made_ms = 2");
    // What a kill leaves: the file and its log, as they are on the disk.
    const left = [path, `${path}-wal`, `${path}-sums`].map((file) => [file, readFileSync(file)] as const);
    db.close();
    for (const [file, bytes] of left) writeFileSync(file, bytes);
    expect(otherProgram("PRAGMA wal_checkpoint(TRUNCATE)")).toContain('"busy":0');
    expect(rows()).toBe(40);
    expect(() => verifyPages(path, null, 1)).toThrow(
      /^Part of the data file \((?:page \d+|\d+ pages) of \d+\) doesn't match what Tieout saved\. Either the disk damaged the file, or another program wrote to the file while Tieout wasn't running\.$/,
    );
  });
});
