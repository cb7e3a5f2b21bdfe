import { closeSync, existsSync, openSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientFilePath, openClientFile } from "#main/store/database/client-file.ts";
import { collectOldSnapshots, folderFacts } from "#main/store/safety/folder-facts.ts";
import { dataFilePath, glanceAtFile } from "#main/store/safety/known-files.ts";
import { repairClient } from "#main/store/safety/repair.ts";
import { isDailyDue, listSnapshots, type StoredSnapshot, shelve, surplus } from "#main/store/safety/snapshots-folder.ts";
import { tempHome } from "./temp.ts";

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 21, 9);
let home: ReturnType<typeof tempHome>;
beforeEach(() => {
  home = tempHome();
});
afterEach(() => home.remove());

const daily = (takenMs: number): StoredSnapshot => ({
  snapshotId: `x/${takenMs}`,
  owner: "x",
  kind: "daily",
  takenMs,
  bytes: 1,
  path: "",
});
const daysAgo = ({ takenMs }: StoredSnapshot) => Math.round((NOW_MS - takenMs) / DAY_MS);

function fillClient(decisions: number): string {
  const db = openClientFile(home.path, "one");
  const add = db.prepare("INSERT INTO decision (kind, subject, body, person, made_ms) VALUES ('approval', ?, ?, 'p', 1)");
  for (let at = 0; at < decisions; at++) add.run(`s${at}`, "x".repeat(300));
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
  return clientFilePath(home.path, "one");
}

/** Dates the last change of a file and its log, because the log that reading leaves has the time of this computer. */
function changeAt(path: string, ms: number): void {
  for (const file of [path, `${path}-wal`]) if (existsSync(file)) utimesSync(file, ms / 1000, ms / 1000);
}

/** Pages of a table, in the order of the file. */
function pagesOf(path: string, table: string): number[] {
  const db = new Database(path, { readonly: true });
  const pages = db.prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path").pluck().all(table) as number[];
  db.close();
  return pages;
}

function spoil(path: string, page: number): void {
  const handle = openSync(path, "r+");
  writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096);
  closeSync(handle);
}

describe("what is kept of the snapshots", () => {
  it("is the newest of each of seven days and of each of four weeks before them", () => {
    const all = Array.from({ length: 60 }, (_, day) => [daily(NOW_MS - day * DAY_MS), daily(NOW_MS - day * DAY_MS - 3_600_000)]).flat();
    const gone = new Set(surplus(all));
    const kept = all.filter((snapshot) => !gone.has(snapshot));
    expect(kept).toHaveLength(11);
    expect(kept.slice(0, 7).map(daysAgo)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const weeks = kept.slice(7).map(({ takenMs }) => Math.floor(takenMs / DAY_MS / 7));
    expect(new Set(weeks).size).toBe(4);
  });

  it("always holds the newest, never more than eleven daily ones, and loses nothing by being asked twice", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 400 * 24 }), { minLength: 1, maxLength: 80 }), (hours) => {
        const all = hours.map((hour) => daily(hour * 3_600_000));
        const gone = new Set(surplus(all));
        const kept = all.filter((snapshot) => !gone.has(snapshot));
        const newest = Math.max(...all.map(({ takenMs }) => takenMs));
        expect(kept.some(({ takenMs }) => takenMs === newest)).toBe(true);
        expect(kept.length).toBeLessThanOrEqual(11);
        expect(surplus(kept)).toEqual([]);
      }),
      { seed: 20261121 },
    );
  });

  it("counts every kind for itself, and a day's snapshot is due once, and only after a change", () => {
    const path = fillClient(1);
    expect(isDailyDue(home.path, "one", NOW_MS)).toBe(true);
    for (let day = 0; day < 5; day++) shelve(home.path, "one", "asked-for", NOW_MS + day * DAY_MS);
    shelve(home.path, "one", "daily", NOW_MS + 5 * DAY_MS);
    expect(listSnapshots(home.path).map(({ kind }) => kind)).toEqual(["daily", "asked-for", "asked-for", "asked-for"]);
    const later = NOW_MS + 6 * DAY_MS;
    changeAt(path, 1000);
    expect(isDailyDue(home.path, "one", later)).toBe(false);
    changeAt(path, later);
    expect([isDailyDue(home.path, "one", NOW_MS + 5 * DAY_MS), isDailyDue(home.path, "one", later)]).toEqual([false, true]);
    // Taken while the clock was years ahead: it must not keep every later day without one.
    shelve(home.path, "one", "daily", later + 1_000 * DAY_MS);
    changeAt(path, later);
    expect(isDailyDue(home.path, "one", later)).toBe(true);
  });

  it("takes in what migrations left beside their files, and lets go of what was never finished", () => {
    const path = fillClient(1);
    writeFileSync(`${path}.before-2.bak`, "");
    utimesSync(`${path}.before-2.bak`, 1000, 1000);
    shelve(home.path, "one", "daily", NOW_MS);
    writeFileSync(join(home.path, "backups", "one", "daily-5.sqlite.tmp"), "");
    expect(folderFacts(home.path, ["one"]).orphans).toEqual(["backups/one/daily-5.sqlite.tmp"]);
    collectOldSnapshots(home.path);
    expect(readdirSync(join(home.path, "backups", "one")).sort()).toEqual(["before-migration-1000000.sqlite", `daily-${NOW_MS}.sqlite`]);
    expect(readdirSync(join(home.path, "clients")).filter((name) => name.endsWith(".bak"))).toEqual([]);
    expect(folderFacts(home.path, []).orphans).toContain("clients/one.sqlite");
    expect(statSync(join(home.path, "backups", "one")).mode & 0o077).toBe(0);
  });
});

describe("a repair", () => {
  it("saves the rows around the damage, fills in what the snapshot has, and counts what is in neither", () => {
    const path = fillClient(100);
    shelve(home.path, "one", "daily", NOW_MS);
    fillClient(100);
    const leaves = pagesOf(path, "decision");
    expect(leaves.length).toBeGreaterThan(8);
    spoil(path, leaves[1] as number);
    spoil(path, leaves[leaves.length - 3] as number);
    const report = repairClient(home.path, { clientId: "one", from: "backup", damagedMs: NOW_MS + DAY_MS, nowMs: NOW_MS + DAY_MS });
    const saved = report.ownFacts.find(({ table }) => table === "decision");
    const db = openClientFile(home.path, "one");
    const numbers = db.prepare("SELECT decision_no FROM decision ORDER BY decision_no").pluck().all() as number[];
    db.close();
    // The first hundred are all there: the snapshot has them. Of the rest, some lay in the spoiled page.
    expect(numbers.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    expect(numbers).toContain(200);
    expect(saved).toMatchObject({ missing: 200 - numbers.length, complete: false });
    expect(saved?.missing).toBeGreaterThan(0);
    expect(report.complete).toBe(false);
    expect(report.lines.join(" ")).toContain(`${saved?.missing} missing`);
  });

  it("that died between its two renames is done again from the quarantined file", () => {
    const path = fillClient(20);
    const first = repairClient(home.path, { clientId: "one", from: "ledger", damagedMs: NOW_MS, nowMs: NOW_MS });
    expect(first).toMatchObject({ complete: true, from: "ledger" });
    // The repaired file never got its name.
    for (const log of ["", "-wal", "-shm"]) rmSync(`${path}${log}`, { force: true });
    const again = repairClient(home.path, { clientId: "one", from: "ledger", damagedMs: NOW_MS + 1, nowMs: NOW_MS + 1 });
    expect(again.ownFacts.find(({ table }) => table === "decision")).toMatchObject({ fromDamaged: 20, missing: 0, complete: true });
    expect(glanceAtFile(dataFilePath(home.path, "one"), "one").problem).toBe(null);
  });
});
