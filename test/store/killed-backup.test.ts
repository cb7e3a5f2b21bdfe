import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { finishExchanges } from "#main/files/exchange.ts";
import { saveSetting } from "#main/store/clients/firm-settings.ts";
import { openClientFile } from "#main/store/database/client-file.ts";
import { openFirmFile } from "#main/store/database/firm-file.ts";
import { createArchive } from "#main/store/safety/create-archive.ts";
import { dataFilePath } from "#main/store/safety/known-files.ts";
import { openArchive } from "#main/store/safety/read-archive.ts";
import { readBack } from "#main/store/safety/snapshot.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { seedOr, trialsOf } from "#test/support/trials.ts";
import { tempHome } from "./temp.ts";

const KILLS = trialsOf("backupKills");
const SEED = seedOr(20_261_121);
let home: ReturnType<typeof tempHome>;
beforeEach(() => {
  home = tempHome();
});
afterEach(() => home.remove());

/** Every file of a firm shows which of two states it has. */
function makeFirm(path: string, state: string): void {
  const firm = openFirmFile(path);
  saveSetting(firm, "firm_id", "firm-1");
  saveSetting(firm, "state", state);
  firm.exec("INSERT INTO client (client_id, name, created_ms) VALUES ('one', 'One', 1), ('two', 'Two', 2)");
  firm.close();
  for (const id of ["one", "two"]) {
    const db = openClientFile(path, id);
    const add = db.prepare("INSERT INTO decision (kind, subject, body, person, made_ms) VALUES ('approval', ?, ?, 'p', 1)");
    db.transaction(() => {
      for (let row = 0; row < 2000; row++) add.run(state, "x".repeat(200));
    })();
    db.close();
  }
}

function statesOf(path: string): unknown[] {
  const firm = openFirmFile(path, { readonly: true });
  const states = [JSON.parse(firm.prepare("SELECT value FROM setting WHERE key = 'state'").pluck().get() as string)];
  firm.close();
  for (const id of ["one", "two"]) {
    const db = openClientFile(path, id, { readonly: true });
    states.push(...db.prepare("SELECT DISTINCT subject FROM decision").pluck().all());
    db.close();
  }
  return states;
}

async function killed(afterMs: number, ...args: string[]): Promise<void> {
  const child = fork(new URL("../support/backup-child.ts", import.meta.url), args, { execArgv: [] });
  const exited = once(child, "exit");
  await once(child, "message");
  await wait(afterMs);
  child.kill("SIGKILL");
  // If it ended without the signal, it crashed.
  expect((await exited)[1]).toBe("SIGKILL");
}

describe(`a process that is killed, seed ${SEED}`, () => {
  it("in a backup leaves no archive or a whole one, and the data as it was", async () => {
    const random = seededRandom(SEED);
    makeFirm(home.path, "A");
    const path = join(home.path, "out.tieout");
    for (let kill = 0; kill < KILLS; kill++) {
      await killed(random() * 120, "create", home.path, path);
      if (existsSync(path)) expect(openArchive(path, (archive) => archive.firstWrong())).toEqual({ ok: true, value: null });
      expect(statesOf(home.path)).toEqual(["A", "A", "A"]);
    }
  });

  it("in a restore leaves the old firm or the new one, whole, after the next start", async () => {
    const random = seededRandom(SEED + 1);
    const archives = ["A", "B"].map((state) => {
      const from = join(home.path, state);
      makeFirm(from, state);
      const path = join(home.path, `${state}.tieout`);
      expect(createArchive(from, { path, nowMs: 1, app: "test" }).ok).toBe(true);
      return path;
    });
    const target = join(home.path, "target");
    makeFirm(target, "A");
    for (let kill = 0; kill < KILLS; kill++) {
      await killed(random() * 150, "restore", target, ...archives);
      finishExchanges(target);
      const states = statesOf(target);
      expect(states).toEqual([states[0], states[0], states[0]]);
      for (const owner of [null, "one", "two"]) readBack(dataFilePath(target, owner), owner);
    }
  });
});
