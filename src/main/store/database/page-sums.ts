import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import type Database from "better-sqlite3";
import { readRaw } from "#main/files/raw-file.ts";
import { counted } from "#shared/kernel/readable.ts";
import { newestSums, pagesWithoutFrame, SUM_BYTES, sumOf, sumOfPage, WAL_HEAD_BYTES } from "./log-frames.ts";
import { prepared } from "./query.ts";

type Sqlite = Database.Database;

/** The result of reading some pages of a file. */
export interface PagesRead {
  /** The next page to read; null when the whole file was read. */
  readonly next: number | null;
  /** Pages of the whole file. */
  readonly pages: number;
  /** Numbers of damaged pages, counted from 1. */
  readonly wrong: readonly number[];
}

/** The file has an unfolded log: a process was killed, or the file is in use. */
export function hasLog(path: string): boolean {
  return logBytes(path) > 0;
}

/** The file's pages have checksums. A file of an earlier release gets them when it is next written. */
export function hasSums(path: string): boolean {
  return existsSync(sumsPath(path));
}

/** The path of a data file's checksums. They are moved and removed together with the file. */
export function sumsPath(path: string): string {
  return `${path}-sums`;
}

const ENTRY_BYTES = 4 + SUM_BYTES;
// Magic, entries, pages of the file, page size, the two salts of the log, frames of the log.
const HEAD_BYTES = 28;
const MAGIC = 0x54_53_55_4d;
/** SQLite never writes the page at this offset. */
const LOCK_OFFSET = 0x4000_0000;
const NO_SUM = Buffer.alloc(SUM_BYTES);
/** Eight megabytes: a page that is written again and again is folded once, and no fold takes long. */
const LONG_LOG_FRAMES = 2_048;
const NO_ROOM = /^(?:ENOSPC|EDQUOT)$/;
/** The checksums are rewritten when this many bytes have been appended. */
const SLACK_BYTES = 1_048_576;

/** Pages of a file that differ from what was last written to them. */
export class PagesDamaged extends Error {
  override readonly name = "PagesDamaged";
  readonly pages: readonly number[];
  constructor(path: string, pages: readonly number[]) {
    super(`${path} is damaged: ${counted(pages.length, "block")} ${pages.length === 1 ? "differs" : "differ"} from what Tieout wrote.`);
    this.pages = pages;
  }
}

/**
 * A hash of every page of a SQLite file, stored next to it. This build of SQLite has no checksums, so a flipped
 * bit would be read as data. Pages change only when the write-ahead log is folded into the file; `fold` does
 * that after storing the hashes of the new pages, so they are right even if the process dies. Used on the
 * thread that owns the file, where nothing else folds the log.
 */
export class PageSums {
  readonly #path: string;
  #sums: Buffer = Buffer.alloc(0);
  #pages = 0;
  #pageBytes = 0;
  /** The log that the last entries were read from: its salts and number of frames. */
  #salts = "";
  #frames = 0;
  /** Pages with an entry from this log: until the log starts over, the file may have their previous content. */
  readonly #inLog = new Set<number>();
  /** The last fold didn't finish, so a page may exist only in the log. */
  #isBehind = false;
  /** Bytes of the checksum file that were read; -1: none. */
  #bytes = -1;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Folds the log into the file. Pages that are about to be overwritten are checked first, because a page that
   * was read damaged and written again would otherwise count as good.
   * @throws PagesDamaged, with nothing folded
   */
  fold(db: Sqlite, mode: "PASSIVE" | "TRUNCATE"): void {
    const { log } = checkpoint(db, "NOOP");
    this.#withRoom(() => {
      if (log > 0 && hasSums(this.#path)) this.#take(log);
    });
    const done = checkpoint(db, mode);
    this.#isBehind = done.busy !== 0 || done.log !== done.checkpointed;
    // While someone reads an older state, the checksums wait until next time.
    if (!hasSums(this.#path) && !this.#isBehind) this.#withRoom(() => this.#adopt());
  }

  /** What isn't folded yet is long enough to be worth the pause. The log keeps its length on the disk, so that doesn't tell. */
  wantsFold(db: Sqlite): boolean {
    const { log, checkpointed } = checkpoint(db, "NOOP");
    if (log - checkpointed > LONG_LOG_FRAMES) return true;
    // Another program folded what has no checksums yet: they are taken before the log starts over.
    return checkpointed > 0 && !this.#hasTaken(log);
  }

  #hasTaken(frames: number): boolean {
    const handle = openSync(`${this.#path}-wal`, "r");
    try {
      const salts = Buffer.alloc(8);
      readSync(handle, salts, 0, 8, 16);
      return salts.toString("hex") === this.#salts && frames <= this.#frames;
    } finally {
      closeSync(handle);
    }
  }

  /** On a full disk the checksums are removed until there is room: outdated ones would report good pages as damaged. */
  #withRoom(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!NO_ROOM.test(String((error as { readonly code?: unknown }).code))) throw error;
      rmSync(`${sumsPath(this.#path)}.tmp`, { force: true });
      rmSync(sumsPath(this.#path), { force: true });
      this.#bytes = -1;
    }
  }

  /**
   * Reads pages and compares them with their checksums. Pages without one, because nothing was ever written to
   * them, are skipped.
   * @param from first page, counted from 1
   * @returns null when the file has no checksums yet
   */
  read(from: number, count: number): PagesRead | null {
    if (!hasSums(this.#path)) return null;
    this.#load();
    const unfolded: ReadonlySet<number> = this.#isBehind ? this.#inLog : new Set();
    const last = Math.min(this.#pages, from + count - 1);
    const wrong: number[] = [];
    const bytes = Buffer.alloc(Math.max(0, last - from + 1) * this.#pageBytes);
    const start = (from - 1) * this.#pageBytes;
    const got = bytes.length === 0 ? 0 : readRaw(this.#path, (handle) => readSync(handle, bytes, 0, bytes.length, start));
    for (let page = from; page <= last; page++) {
      const expected = this.#sumOf(page);
      if (expected === null || unfolded.has(page)) continue;
      const at = (page - from) * this.#pageBytes;
      const isThere = at + this.#pageBytes <= got;
      if (!isThere || !sumOfPage(page, bytes.subarray(at, at + this.#pageBytes)).equals(expected)) wrong.push(page);
    }
    return { next: last < this.#pages ? last + 1 : null, pages: this.#pages, wrong };
  }

  /** Creates the checksums of a file with an empty log. */
  #adopt(): void {
    if (!readRaw(this.#path, (handle) => this.#sumAll(handle))) return;
    this.#salts = "";
    this.#frames = 0;
    this.#inLog.clear();
    this.#rewrite();
  }

  /** @returns false for a file without pages */
  #sumAll(handle: number): boolean {
    const head = Buffer.alloc(100);
    if (readSync(handle, head, 0, 100, 0) < 100) return false;
    this.#pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
    this.#pages = Math.floor(fstatSync(handle).size / this.#pageBytes);
    this.#sums = Buffer.alloc(this.#pages * SUM_BYTES);
    const page = Buffer.alloc(this.#pageBytes);
    for (let number = 1; number <= this.#pages; number++) {
      readSync(handle, page, 0, this.#pageBytes, (number - 1) * this.#pageBytes);
      if (!this.#isLockPage(number)) this.#setSum(number, sumOfPage(number, page));
    }
    return true;
  }

  /** Reads the pages in the log and appends their checksums. */
  #take(frames: number): void {
    this.#load();
    const handle = openSync(`${this.#path}-wal`, "r");
    try {
      const head = Buffer.alloc(WAL_HEAD_BYTES);
      readSync(handle, head, 0, WAL_HEAD_BYTES, 0);
      const salts = head.toString("hex", 16, 24);
      if (salts !== this.#salts) this.#inLog.clear();
      const from = salts === this.#salts ? this.#frames : 0;
      if (frames <= from) return;
      const log = { handle, pageBytes: this.#pageBytes };
      const { sums, pages } = newestSums(log, from, frames) ?? { sums: new Map<number, Buffer>(), pages: this.#pages };
      const wrong = this.#wrongBelow([...sums.keys()].filter((page) => !this.#inLog.has(page)));
      // Another program may have folded the log already: then the page holds what one of the frames does.
      const whole = new Map(wrong.flatMap(({ page, sum }) => (sum === null ? [] : [[page, sum] as const])));
      const without = pagesWithoutFrame(log, frames, whole);
      const damaged = wrong.flatMap(({ page, sum }) => (sum === null || without.has(page) ? [page] : []));
      if (damaged.length > 0) throw new PagesDamaged(this.#path, damaged);
      this.#append(sums, pages, salts, frames);
    } finally {
      closeSync(handle);
    }
  }

  /** Which of these pages differ from their checksums, with what they hold; null: less than a page. */
  #wrongBelow(pages: readonly number[]): { readonly page: number; readonly sum: Buffer | null }[] {
    const bytes = Buffer.alloc(this.#pageBytes);
    return readRaw(this.#path, (handle) =>
      pages.flatMap((page) => {
        const expected = this.#sumOf(page);
        if (expected === null) return [];
        const got = readSync(handle, bytes, 0, this.#pageBytes, (page - 1) * this.#pageBytes);
        const sum = got < this.#pageBytes ? null : sumOfPage(page, bytes);
        return sum?.equals(expected) === true ? [] : [{ page, sum }];
      }),
    );
  }

  #append(sums: ReadonlyMap<number, Buffer>, pages: number, salts: string, frames: number): void {
    this.#resize(pages);
    for (const [page, sum] of sums) if (page <= pages) this.#setSum(page, sum);
    this.#pages = pages;
    this.#salts = salts;
    this.#frames = frames;
    for (const page of sums.keys()) this.#inLog.add(page);
    const written = this.#entries([...sums.keys()].filter((page) => page <= pages));
    if (this.#bytes + written.length > 2 * this.#pages * ENTRY_BYTES + SLACK_BYTES) {
      this.#rewrite();
      return;
    }
    const handle = openSync(sumsPath(this.#path), "r+");
    try {
      // Leftovers of an interrupted process can be dropped: the fold they were for hadn't begun.
      ftruncateSync(handle, this.#bytes);
      writeSync(handle, written, 0, written.length, this.#bytes);
      fsyncSync(handle);
      this.#bytes += written.length;
    } finally {
      closeSync(handle);
    }
  }

  #rewrite(): void {
    const known = Array.from({ length: this.#pages }, (_, index) => index + 1).filter((page) => this.#sumOf(page) !== null);
    const written = this.#entries(known);
    const temporary = `${sumsPath(this.#path)}.tmp`;
    const handle = openSync(temporary, "w", 0o600);
    try {
      writeSync(handle, written);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, sumsPath(this.#path));
    this.#bytes = written.length;
  }

  /** One batch of checksums: valid as a whole or not at all. */
  #entries(pages: readonly number[]): Buffer {
    const batch = Buffer.alloc(HEAD_BYTES + pages.length * ENTRY_BYTES + SUM_BYTES);
    batch.writeUInt32LE(MAGIC, 0);
    batch.writeUInt32LE(pages.length, 4);
    batch.writeUInt32LE(this.#pages, 8);
    batch.writeUInt32LE(this.#pageBytes, 12);
    batch.write(this.#salts.padEnd(16, "0"), 16, "hex");
    batch.writeUInt32LE(this.#frames, 24);
    let at = HEAD_BYTES;
    for (const page of pages) {
      batch.writeUInt32LE(page, at);
      this.#sums.copy(batch, at + 4, (page - 1) * SUM_BYTES, page * SUM_BYTES);
      at += ENTRY_BYTES;
    }
    sumOf(batch.subarray(0, at)).copy(batch, at);
    return batch;
  }

  /** Reads the checksums if this object hasn't yet, or if another connection has written them since. */
  #load(): void {
    const size = statSync(sumsPath(this.#path)).size;
    if (size === this.#bytes) return;
    const stored = readAll(sumsPath(this.#path));
    this.#sums = Buffer.alloc(0);
    this.#pages = 0;
    this.#salts = "";
    this.#frames = 0;
    this.#inLog.clear();
    this.#isBehind = hasLog(this.#path);
    let at = 0;
    for (let end = batchEnd(stored, at); end !== null; end = batchEnd(stored, at)) {
      this.#takeBatch(stored.subarray(at, end));
      at = end;
    }
    this.#bytes = at;
  }

  #takeBatch(batch: Buffer): void {
    const count = batch.readUInt32LE(4);
    const pages = batch.readUInt32LE(8);
    const salts = batch.toString("hex", 16, 24);
    this.#pageBytes = batch.readUInt32LE(12);
    this.#resize(pages);
    this.#pages = pages;
    if (salts !== this.#salts) this.#inLog.clear();
    this.#salts = salts;
    this.#frames = batch.readUInt32LE(24);
    for (let index = 0, at = HEAD_BYTES; index < count; index++, at += ENTRY_BYTES) {
      const page = batch.readUInt32LE(at);
      this.#setSum(page, batch.subarray(at + 4, at + ENTRY_BYTES));
      if (this.#frames > 0) this.#inLog.add(page);
    }
  }

  #sumOf(page: number): Buffer | null {
    const sum = this.#sums.subarray((page - 1) * SUM_BYTES, page * SUM_BYTES);
    return sum.length < SUM_BYTES || sum.equals(NO_SUM) ? null : sum;
  }

  #setSum(page: number, sum: Buffer): void {
    sum.copy(this.#sums, (page - 1) * SUM_BYTES);
  }

  /** Forgets checksums of pages that the file no longer has; those of new pages aren't known yet. */
  #resize(pages: number): void {
    const needed = pages * SUM_BYTES;
    if (pages < this.#pages) this.#sums.fill(0, needed);
    if (needed <= this.#sums.length) return;
    const grown = Buffer.alloc(Math.max(needed, this.#sums.length * 2));
    this.#sums.copy(grown);
    this.#sums = grown;
  }

  #isLockPage(page: number): boolean {
    return (page - 1) * this.#pageBytes === LOCK_OFFSET;
  }
}

function logBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

interface Checkpoint {
  readonly busy: number;
  /** Frames in the log. */
  readonly log: number;
  readonly checkpointed: number;
}

function checkpoint(db: Sqlite, mode: "NOOP" | "PASSIVE" | "TRUNCATE"): Checkpoint {
  return prepared(db, `PRAGMA wal_checkpoint(${mode})`).get() as Checkpoint;
}

/** The end of the batch that starts here; null when there is none, or only a part of one. */
function batchEnd(stored: Buffer, at: number): number | null {
  if (stored.length < at + HEAD_BYTES + SUM_BYTES || stored.readUInt32LE(at) !== MAGIC) return null;
  const end = at + HEAD_BYTES + stored.readUInt32LE(at + 4) * ENTRY_BYTES + SUM_BYTES;
  if (end > stored.length) return null;
  return sumOf(stored.subarray(at, end - SUM_BYTES)).equals(stored.subarray(end - SUM_BYTES, end)) ? end : null;
}

function readAll(path: string): Buffer {
  const handle = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(fstatSync(handle).size);
    readSync(handle, bytes, 0, bytes.length, 0);
    return bytes;
  } finally {
    closeSync(handle);
  }
}
