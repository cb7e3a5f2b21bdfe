import { hash } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OperationInput, OperationName, OperationOutput } from "#main/operations/collection.ts";
import { openRegistry } from "#main/runtime/safety/open-registry.ts";
import { openClientFile } from "#main/store/database/client-file.ts";
import { scrub } from "#main/store/documents/verify-records.ts";
import { inlineThreads } from "#main/workers/inline-threads.ts";
import { WorkerPool } from "#main/workers/pool.ts";
import { createWorld, START_MS, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { syncToEnd } from "./expecting.ts";

const BOOKS = { months: 3, invoicesPerMonth: 6 };
const DAY_MS = 86_400_000;
let world: World;
let one: Tenant;
let other: Tenant;

async function ask<M extends OperationName>(method: M, input: OperationInput<M>): Promise<OperationOutput<M>> {
  const reply = await world.run(world.runtime.route(method, input));
  if (!reply.ok) throw new Error(`${method}: ${reply.failure.message}`);
  return reply.value as OperationOutput<M>;
}

async function refusal(method: OperationName, input: object) {
  const reply = await world.run(world.runtime.route(method, input));
  return reply.ok ? null : reply.failure;
}

const fileOf = (tenant: Tenant) => join(world.home, "clients", `${tenant.source.clientId}.sqlite`);
const digestOf = (path: string) => hash("sha256", readFileSync(path));

async function decide(tenant: Tenant, note: string): Promise<void> {
  const nowMs = world.clock.nowMs();
  await tenant.perform("decisions.make", { kind: "own_dimension", subject: note, body: { note }, person: "tester@world", nowMs });
}

async function decided(tenant: Tenant): Promise<string[]> {
  return (await tenant.perform("decisions.list", { kind: "own_dimension" })).map(({ subject }) => subject);
}

/** Overwrites bytes in the middle of a file, behind the application's back. */
function overwrite(path: string, at: number, bytes: number): void {
  const handle = openSync(path, "r+");
  writeSync(handle, Buffer.alloc(bytes, 0xa5), 0, bytes, at);
  closeSync(handle);
}

/** Page on which a table begins. */
function rootPage(path: string, table: string): number {
  const db = new Database(path, { readonly: true });
  const page = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(table) as number;
  db.close();
  return page;
}

beforeAll(async () => {
  world = await createWorld({
    seed: 501,
    tenants: [
      { style: "b", books: BOOKS },
      { style: "a", books: BOOKS, a: { journals: true } },
    ],
  });
  [one, other] = world.tenants as [Tenant, Tenant];
  await syncToEnd(one);
  await syncToEnd(other);
  await decide(one, "before the snapshot");
  await world.run(world.runtime.context.safety.snapshotDue());
});

afterAll(() => world.close());

describe("snapshots", () => {
  test("are taken once a day and only of what changed, readable by nobody else", async () => {
    const first = await ask("backups.list", {});
    expect(first.snapshots.map(({ clientId, kind }) => [clientId, kind]).sort()).toEqual(
      [one.source.clientId, other.source.clientId, null].map((owner) => [owner, "daily"]).sort(),
    );
    for (const folder of readdirSync(join(world.home, "backups")))
      for (const name of readdirSync(join(world.home, "backups", folder)))
        expect(statSync(join(world.home, "backups", folder, name)).mode & 0o777).toBe(0o600);
    await world.run(world.runtime.context.safety.snapshotDue());
    expect((await ask("backups.list", {})).snapshots).toHaveLength(first.snapshots.length);
    await ask("backups.setAutomatic", { on: false });
    await world.clock.advance(DAY_MS);
    await world.run(world.runtime.context.safety.snapshotDue());
    expect(await ask("backups.list", {})).toMatchObject({ automatic: false, snapshots: { length: first.snapshots.length } });
    await ask("backups.setAutomatic", { on: true });
  });
});

describe("a backup while a sync runs", () => {
  test("is one consistent archive, read back, and the sync goes on", async () => {
    const path = join(world.home, "during.tieout");
    const running = world.runtime.context.engine.sync(one.source.clientId, { full: true });
    const made = ask("backups.create", { path });
    const [archive, ended] = await world.run(Promise.all([made, running]));
    expect(ended?.state).toBe("up_to_date");
    expect(archive.files.map(({ name }) => name)).toEqual([
      "firm.sqlite",
      ...[one, other].map(({ source }) => `clients/${source.clientId}.sqlite`).sort(),
    ]);
    expect(archive).toMatchObject({ bytes: statSync(path).size, sha256: digestOf(path) });
    expect(archive.files.every(({ rows }) => Object.values(rows).some((count) => count > 0))).toBe(true);
    expect((await refusal("backups.create", { path }))?.field).toBe("out");
    expect(readdirSync(join(world.home, "backups")).filter((name) => name.startsWith("staging"))).toEqual([]);
  });
});

describe("a damaged file", () => {
  test("stops its client only, is put aside, and comes back from the snapshot with what was decided since", async () => {
    await decide(one, "after the snapshot");
    await world.restart();
    const untouched = digestOf(fileOf(other));
    overwrite(fileOf(one), (rootPage(fileOf(one), "document") - 1) * 4096, 4096);
    const failure = await refusal("documents.list", { clientId: one.source.clientId, filter: {}, limit: 5 });
    expect(failure?.code).toBe("damaged");
    expect((await ask("safety.damaged", {})).clients.map(({ clientId }) => clientId)).toEqual([one.source.clientId]);
    expect((await ask("clients.list", {})).rows.find(({ clientId }) => clientId === one.source.clientId)?.state).toBe("failed");
    expect((await one.sync()).state).toBe("failed");
    expect((await refusal("backups.create", { path: join(world.home, "no.tieout") }))?.code).toBe("damaged");
    expect((await ask("documents.list", { clientId: other.source.clientId, filter: {}, limit: 5 })).rows.length).toBeGreaterThan(0);
    expect(digestOf(fileOf(other))).toBe(untouched);

    // It is still known after a restart, and doctor reports it.
    await world.restart();
    expect((await refusal("documents.list", { clientId: one.source.clientId, filter: {}, limit: 5 }))?.code).toBe("damaged");
    const report = await ask("safety.report", {});
    expect(report.ok).toBe(false);
    expect(report.checks.filter(({ ok }) => !ok).map(({ clientId }) => clientId)).toEqual([one.source.clientId]);

    const repaired = await ask("safety.repair", { clientId: one.source.clientId });
    expect(repaired).toMatchObject({ from: "backup", snapshotAt: expect.any(String), complete: true });
    expect(repaired.ownFacts.find(({ table }) => table === "decision")).toMatchObject({ missing: 0, complete: true });
    expect(existsSync(join(repaired.quarantine, `${one.source.clientId}.sqlite`))).toBe(true);
    expect(await decided(one)).toEqual(["before the snapshot", "after the snapshot"]);
    expect((await one.sync()).state).toBe("up_to_date");
    expect(await one.compareWithOracle("documents")).toEqual([]);
    expect((await ask("safety.damaged", {})).clients).toEqual([]);
    expect((await ask("safety.report", { deep: true })).checks.filter(({ ok }) => !ok)).toEqual([]);
  });

  test("a stored total that differs is found and made again", async () => {
    const db = new Database(fileOf(one));
    db.exec("UPDATE posting_sum SET net_low = net_low + 10000 WHERE monthly = 1");
    db.close();
    const check = async () => (await ask("safety.report", { deep: true })).checks.find(({ clientId }) => clientId === one.source.clientId);
    expect(await check()).toMatchObject({ state: "warning", detail: expect.stringContaining("were recalculated") });
    expect(await check()).toMatchObject({ state: "ok" });
  });

  test("that only a check of every record finds is held and repaired, too", async () => {
    const { clientId } = one.source;
    // As a fault of ours would write it: every page holds what was written.
    const db = openClientFile(world.home, clientId);
    db.exec("UPDATE document SET total = total + 10000 WHERE rec_no = (SELECT min(rec_no) FROM document WHERE total IS NOT NULL)");
    db.close();
    const check = async () => (await ask("safety.report", { deep: true })).checks.find((one) => one.clientId === clientId);
    expect(await check()).toMatchObject({ ok: false, detail: expect.stringContaining("differs from what was saved") });
    expect((await ask("safety.damaged", {})).clients.map((held) => held.clientId)).toEqual([clientId]);
    expect((await ask("safety.repair", { clientId })).from).toBe("backup");
    expect(await check()).toMatchObject({ state: "ok" });
  });

  test.each([true, false])("whose head is nonsense isn't taken for one of a newer version (checked first: %s)", async (checked) => {
    const { clientId } = one.source;
    await world.restart();
    // Letters are where the number of the schema would be, and there are no sums that would tell.
    writeFileSync(fileOf(one), "a letter to the bank".repeat(500));
    rmSync(`${fileOf(one)}-sums`, { force: true });
    if (checked) {
      const check = (await ask("safety.report", {})).checks.find((each) => each.clientId === clientId);
      expect(check).toMatchObject({ ok: false, next: expect.stringContaining("doctor repair") });
      expect((await ask("safety.damaged", {})).clients.map((held) => held.clientId)).toEqual([clientId]);
    }
    expect((await ask("safety.repair", { clientId })).from).toBe("backup");
  });

  test("that a newer version of Tieout wrote is neither held nor repaired", async () => {
    await world.restart();
    const db = openClientFile(world.home, one.source.clientId);
    const schema = db.pragma("user_version", { simple: true }) as number;
    db.pragma(`user_version = ${schema + 1}`);
    db.close();
    const next = "Install the newest version of Tieout.";
    const check = async () => (await ask("safety.report", {})).checks.find(({ clientId }) => clientId === one.source.clientId);
    expect(await check()).toMatchObject({ ok: false, next });
    expect(await refusal("safety.repair", { clientId: one.source.clientId })).toMatchObject({ code: "conflict", next });
    expect((await ask("backups.snapshot", {})).leftOut).toMatchObject([{ clientId: one.source.clientId, next }]);
    expect((await ask("safety.damaged", {})).clients).toEqual([]);
    const again = new Database(fileOf(one));
    again.pragma(`user_version = ${schema}`);
    again.close();
    await world.restart();
  });

  test("can be read again from the ledger instead, and keeps what was decided", async () => {
    await world.restart();
    overwrite(fileOf(one), 0, 100);
    await world.restart();
    const repaired = await ask("safety.repair", { clientId: one.source.clientId, from: "ledger" });
    // The file can't be opened at all, so decisions after the snapshot are lost, and the repair says so.
    expect(repaired).toMatchObject({ from: "ledger", complete: false });
    expect(repaired.lines.join("\n")).toContain("may be missing");
    expect(await decided(one)).toEqual(["before the snapshot"]);
    expect((await one.sync()).state).toBe("up_to_date");
    expect(await one.compareWithOracle("documents")).toEqual([]);
  });

  test.each([
    ["is empty", (path: string) => truncateSync(path, 0)],
    ["is cut off", (path: string) => truncateSync(path, 3 * 4096)],
    ["is no database", (path: string) => writeFileSync(path, "a letter to the bank".repeat(500))],
    ["is another client's", (path: string) => copyFileSync(fileOf(other), path)],
  ])("that %s is noticed at the next start or use, and repaired", async (_, damage) => {
    await world.restart();
    const path = fileOf(one);
    const good = readFileSync(path);
    damage(path);
    await world.restart();
    const failure = await refusal("documents.list", { clientId: one.source.clientId, filter: {}, limit: 5 });
    expect(failure?.code).toBe("damaged");
    expect((await ask("safety.repair", { clientId: one.source.clientId })).from).toBe("backup");
    expect((await ask("documents.list", { clientId: one.source.clientId, filter: {}, limit: 5 })).rows.length).toBeGreaterThan(0);
    expect((await refusal("safety.repair", { clientId: one.source.clientId }))?.code).toBe("conflict");
    await world.restart();
    writeFileSync(path, good);
    await world.restart();
  });
});

describe("a damaged registry", () => {
  test("is refused with what to do, and exchanged for its snapshot only when a person says so", async () => {
    const lab = await createWorld({ seed: 79, tenants: [{ style: "b", books: BOOKS }] });
    await syncToEnd(lab.tenants[0] as Tenant);
    const { pool } = lab.runtime.context;
    await lab.run(lab.runtime.context.safety.snapshotAll());
    const clients = await lab.run(pool.must("firm.clients", {}));
    await lab.run(lab.runtime.close());
    const path = join(lab.home, "firm.sqlite");
    for (const log of ["-wal", "-shm"]) rmSync(`${path}${log}`, { force: true });
    for (const damage of ["no database".repeat(900), ""]) {
      writeFileSync(path, damage);
      const open = (repair: boolean) => {
        const fresh = new WorkerPool(inlineThreads(lab.home), 1);
        return openRegistry(fresh, START_MS, repair).then(async (failure) => {
          const left = failure === null ? await fresh.must("firm.clients", {}) : null;
          await fresh.close();
          return failure?.next ?? left?.map(({ name }) => name);
        });
      };
      expect(await open(false)).toContain("doctor repair --registry");
      expect(await open(true)).toEqual(clients.map(({ name }) => name));
      expect(await open(false)).toEqual(clients.map(({ name }) => name));
    }
    expect(readdirSync(join(lab.home, "kept")).length).toBeGreaterThan(0);
    rmSync(lab.home, { recursive: true });
  });
});

describe.each(["a", "b", "c"] as const)("the scrub of ledger %s's mirror", (style) => {
  test("finds nothing in a healthy mirror, and a changed figure that no other check sees", async () => {
    const lab = await createWorld({ seed: 77, tenants: [{ style, books: BOOKS }] });
    const tenant = lab.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const path = join(lab.home, "clients", `${tenant.source.clientId}.sqlite`);
    const db = new Database(path);
    expect(scrub(db, tenant.source)).toMatchObject({ payloads: 0, rows: [] });
    const recNo = db.prepare("SELECT rec_no FROM document WHERE total IS NOT NULL LIMIT 1").pluck().get();
    db.prepare("UPDATE document SET total = total + 10000 WHERE rec_no = ?").run(recNo);
    expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(scrub(db, tenant.source).rows).toHaveLength(1);
    db.close();
    await lab.close();
  });
});
