import { closeSync, cpSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from "node:fs";
import { join, relative } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { finishExchanges } from "#main/files/exchange.ts";
import { saveSetting } from "#main/store/clients/firm-settings.ts";
import { clientFilePath, openClientFile } from "#main/store/database/client-file.ts";
import { openFirmFile } from "#main/store/database/firm-file.ts";
import { createArchive } from "#main/store/safety/create-archive.ts";
import { prepareRestore } from "#main/store/safety/prepare-restore.ts";
import { repairClient } from "#main/store/safety/repair.ts";
import { repairRegistry } from "#main/store/safety/repair-registry.ts";
import { shelve } from "#main/store/safety/snapshots-folder.ts";
import { beforeFileCalls } from "#test/support/file-calls.ts";
import { tempHome } from "./temp.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 9);
const PAGE = 4096;
let home: ReturnType<typeof tempHome>;
beforeEach(() => {
  home = tempHome();
});
afterEach(() => home.remove());

/** What a data folder looks like from outside: a kill between two equal states leaves nothing new to try. */
function signature(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => {
      const { size, mtimeMs, ino } = statSync(join(folder, name));
      return `${name}:${size}:${mtimeMs}:${ino}`;
    })
    .sort()
    .join("\n");
}

/**
 * Runs `act` on a data folder and keeps the folder as a SIGKILL before each change of a file would have left
 * it, write-ahead logs included, and once as `act` left it.
 */
function statesAtKills(folder: string, act: () => void): string[] {
  const states: string[] = [];
  let last = "";
  const copy = (): string => {
    const state = join(home.path, "states", String(states.length));
    mkdirSync(join(home.path, "states"), { recursive: true });
    cpSync(folder, state, { recursive: true, preserveTimestamps: true });
    states.push(state);
    return state;
  };
  const keep = () => {
    const now = signature(folder);
    if (now === last) return;
    last = now;
    copy();
  };
  const stop = beforeFileCalls((name, path) => {
    keep();
    // Removing a folder removes its files one after the other, in an order that nobody promises.
    if (name !== "rm" || statSync(String(path), { throwIfNoEntry: false })?.isDirectory() !== true) return;
    for (const file of readdirSync(String(path), { recursive: true, encoding: "utf8" }))
      rmSync(join(copy(), relative(folder, String(path)), file), { recursive: true });
  });
  try {
    act();
  } finally {
    stop();
  }
  keep();
  return states;
}

function decide(db: Database.Database, ...subjects: string[]): void {
  const add = db.prepare("INSERT INTO decision (kind, subject, body, person, made_ms) VALUES ('approval', ?, '{}', 'p', 1)");
  for (const subject of subjects) add.run(subject);
}

const decided = (folder: string): unknown[] => {
  const db = openClientFile(folder, "one", { readonly: true });
  try {
    return db.prepare("SELECT subject FROM decision ORDER BY decision_no").pluck().all();
  } finally {
    db.close();
  }
};

/** Copies a database as a process that is killed while it has it open leaves it: the last commits are in its log alone. */
function leaveOpen(path: string, to: string, write: (db: Database.Database) => void): void {
  const db = new Database(path);
  db.pragma("journal_mode = WAL");
  db.pragma("wal_autocheckpoint = 0");
  write(db);
  for (const log of ["", "-wal", "-shm"]) cpSync(`${path}${log}`, `${to}${log}`);
  db.close();
}

function spoil(path: string, table: string): void {
  const db = new Database(path, { readonly: true });
  const page = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(table) as number;
  db.close();
  const handle = openSync(path, "r+");
  writeSync(handle, Buffer.alloc(PAGE, 0xa5), 0, PAGE, (page - 1) * PAGE);
  closeSync(handle);
}

/** A client with one decision in its snapshot, one more in its file and the last in the file's log; its mirror is damaged. */
function damagedClient(): string {
  const [from, folder] = [join(home.path, "from"), join(home.path, "home")];
  const whole = openClientFile(from, "one");
  decide(whole, "in the snapshot");
  whole.close();
  shelve(from, "one", "daily", NOW_MS);
  cpSync(from, folder, { recursive: true });
  const again = openClientFile(from, "one");
  decide(again, "in the file");
  again.close();
  spoil(clientFilePath(from, "one"), "document");
  leaveOpen(clientFilePath(from, "one"), clientFilePath(folder, "one"), (db) => decide(db, "in the log"));
  return folder;
}

const OWN = ["in the snapshot", "in the file", "in the log"];

describe("a repair that is killed", () => {
  it.each(["backup", "ledger"] as const)("before any change of a file loses none of a client's own records (from the %s)", (from) => {
    const order = { clientId: "one", from, damagedMs: NOW_MS, nowMs: NOW_MS + 1 } as const;
    const folder = damagedClient();
    const states = statesAtKills(folder, () => expect(repairClient(folder, order).complete).toBe(true));
    expect(states.length).toBeGreaterThan(15);
    for (const [at, state] of states.entries()) {
      finishExchanges(state);
      const report = repairClient(state, { ...order, nowMs: NOW_MS + 2 });
      expect([at, decided(state), report.complete]).toEqual([at, OWN, true]);
      // The repaired file only, its log apart, which a reader makes.
      expect(readdirSync(join(state, "clients")).filter((name) => !/^one\.sqlite(-wal|-shm)?$/.test(name))).toEqual([]);
    }
  });

  it("tells what was lost even when it dies after the files were exchanged", () => {
    const folder = join(home.path, "home");
    openClientFile(folder, "one").close();
    const path = clientFilePath(folder, "one");
    const db = new Database(path);
    decide(db, ...Array.from({ length: 300 }, (_, at) => `${at}`.padEnd(200, ".")));
    db.close();
    spoil(path, "decision");
    const order = { clientId: "one", from: "backup", damagedMs: NOW_MS, nowMs: NOW_MS + 1 } as const;
    const states = statesAtKills(folder, () => expect(repairClient(folder, order).complete).toBe(false));
    for (const [at, state] of states.entries()) {
      finishExchanges(state);
      expect([at, repairClient(state, { ...order, nowMs: NOW_MS + 2 }).complete]).toEqual([at, false]);
    }
  });
});

describe("a repair of the registry that is killed", () => {
  it("leaves the damaged registry with its log, or the snapshot, and the damaged one kept whole", () => {
    const [from, folder] = [join(home.path, "from"), join(home.path, "home")];
    const firm = openFirmFile(from);
    saveSetting(firm, "state", "snapshot");
    firm.close();
    shelve(from, null, "daily", NOW_MS);
    cpSync(from, folder, { recursive: true });
    leaveOpen(join(from, "firm.sqlite"), join(folder, "firm.sqlite"), (db) => {
      db.prepare("UPDATE setting SET value = '\"log\"' WHERE key = 'state'").run();
    });
    const stateOf = (path: string): unknown => {
      const db = new Database(path, { readonly: true });
      const state = JSON.parse(db.prepare("SELECT value FROM setting WHERE key = 'state'").pluck().get() as string);
      db.close();
      return state;
    };
    const states = statesAtKills(folder, () => expect(repairRegistry(folder, NOW_MS + 1)).not.toBeNull());
    const seen = states.map((state) => {
      finishExchanges(state);
      const kept = join(state, "kept");
      const quarantine = readdirSync(state).includes("kept")
        ? readdirSync(kept).map((name) => stateOf(join(kept, name, "firm.sqlite")))
        : [];
      return [stateOf(join(state, "firm.sqlite")), ...quarantine].join(", then kept: ");
    });
    expect(new Set(seen)).toEqual(new Set(["log", "snapshot, then kept: log"]));
  });
});

describe("a restore that is killed", () => {
  /** Every file of a firm tells which state it is of; the last commit of each is in its log. */
  function makeFirm(folder: string, state: string): void {
    const firm = openFirmFile(folder);
    saveSetting(firm, "firm_id", "firm-1");
    saveSetting(firm, "state", state);
    firm.exec("INSERT INTO client (client_id, name, created_ms) VALUES ('one', 'One', 1)");
    firm.close();
    const db = openClientFile(folder, "one");
    decide(db, state);
    db.close();
  }

  const stateOf = (folder: string): unknown[] => {
    const firm = openFirmFile(folder, { readonly: true });
    const told = JSON.parse(firm.prepare("SELECT value FROM setting WHERE key = 'state'").pluck().get() as string) as unknown;
    firm.close();
    return [told, ...decided(folder)];
  };

  it("before any change of a file leaves the old firm or the new one, and a second restore over the first one does too", () => {
    const archives = ["new", "newer"].map((state) => {
      makeFirm(join(home.path, state), state);
      const path = join(home.path, `${state}.tieout`);
      expect(createArchive(join(home.path, state), { path, nowMs: NOW_MS, app: "test" }).ok).toBe(true);
      return path;
    });
    const folder = join(home.path, "home");
    makeFirm(folder, "old");
    const states = statesAtKills(folder, () => {
      for (const path of archives) expect(prepareRestore(folder, { path, firmId: "firm-1", nowMs: NOW_MS }).ok).toBe(true);
      finishExchanges(folder);
    });
    expect(states.length).toBeGreaterThan(20);
    const seen = states.map((state, at) => {
      finishExchanges(state);
      const [firm, ...client] = stateOf(state);
      expect([at, client]).toEqual([at, [firm]]);
      expect(readdirSync(state)).not.toContain("restore");
      return firm;
    });
    expect(new Set(seen)).toEqual(new Set(["old", "new", "newer"]));
    rmSync(join(home.path, "states"), { recursive: true });
  });
});
