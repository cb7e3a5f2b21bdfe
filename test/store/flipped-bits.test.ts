import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientFilePath, openClientFile } from "#main/store/database/client-file.ts";
import { openFirmFile } from "#main/store/database/firm-file.ts";
import { verifyOwnRecords } from "#main/store/database/own-chain.ts";
import { readPages } from "#main/store/database/watch-pages.ts";
import { openToLook } from "#main/store/safety/known-files.ts";
import { dumpEveryTable, fillEveryTable } from "#test/support/every-table.ts";
import { areFresh, seedOr, trialsOf } from "#test/support/trials.ts";
import { tempHome } from "./temp.ts";

const FLIPS = trialsOf("flips");
const SEED = seedOr(25);

let home: ReturnType<typeof tempHome>;
beforeEach(() => {
  home = tempHome();
});
afterEach(() => home.remove());

/** Numbers below `limit`, always the same ones. */
function* seeded(seed: number, limit: number): Generator<number> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const high = state;
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield ((high >>> 8) * 65_536 + (state >>> 16)) % limit;
  }
}

const seen = (path: string): boolean => {
  const pages = readPages(path, null, 1, 1_000_000);
  return pages === null || pages.wrong.length > 0;
};

/** What a reader gets; null where SQLite refuses to read. */
function read(path: string): string | null {
  try {
    const db = openToLook(path);
    try {
      return dumpEveryTable(db);
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}

/** The own records alone, as their chain sees them: without any sums beside the file. */
function chainHolds(path: string): boolean {
  const db = openToLook(path);
  try {
    const { brokenEntry, broken } = verifyOwnRecords(db);
    return brokenEntry === null && broken.length === 0;
  } finally {
    db.close();
  }
}

const OWN = [
  "decision",
  "write_job",
  "signed_input",
  "budget",
  "budget_amount",
  "attachment",
  "bank_statement",
  "bank_line",
  "pack",
  "note",
  "task",
  "work_event",
];
const ownRowsIn = (dump: string): string[] => dump.split("\n").filter((_, at, lines) => OWN.includes(lines[at - 1] ?? ""));

describe.each([
  ["a client's file", () => openClientFile(home.path, "one"), () => clientFilePath(home.path, "one")],
  ["the firm's registry", () => openFirmFile(home.path), () => join(home.path, "firm.sqlite")],
])(`of single flipped bits in %s, seed ${SEED}`, (_, open, pathOf) => {
  it(`every one of ${FLIPS} that changes what a reader gets is found`, { timeout: 60_000 + FLIPS * 200 }, () => {
    const db = open();
    fillEveryTable(db);
    db.close();
    const path = pathOf();
    const whole = readFileSync(path);
    const before = read(path);
    expect(before).not.toBeNull();
    expect([seen(path), chainHolds(path)]).toEqual([false, true]);
    let changed = 0;
    const bits = seeded(SEED, whole.length * 8);
    for (let flip = 0; flip < FLIPS; flip++) {
      const bit = bits.next().value as number;
      const damaged = Buffer.from(whole);
      damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7));
      writeFileSync(path, damaged);
      const after = read(path);
      if (after !== before) changed++;
      expect([bit, seen(path) || after === before]).toEqual([bit, true]);
      // Where rows of people can still be read and say something else, the chain inside the file tells it too.
      if (after !== null && JSON.stringify(ownRowsIn(after)) !== JSON.stringify(ownRowsIn(before ?? "")))
        expect([bit, chainHolds(path)]).toEqual([bit, false]);
    }
    if (!areFresh) expect(changed).toBeGreaterThan(FLIPS / 20);
    writeFileSync(path, whole);
    expect([seen(path), chainHolds(path)]).toEqual([false, true]);
  });
});
