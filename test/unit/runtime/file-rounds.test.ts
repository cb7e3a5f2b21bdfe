import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { FileRounds } from "#main/runtime/safety/file-rounds.ts";
import { openRegistry } from "#main/runtime/safety/open-registry.ts";
import { clientFilePath } from "#main/store/database/client-file.ts";
import { inlineThreads } from "#main/workers/inline-threads.ts";
import { WorkerPool } from "#main/workers/pool.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { tempHome } from "#test/support/temp-home.ts";
import { createVirtualTime, type VirtualTime } from "#test/support/virtual-time.ts";

const DAY_MS = 86_400_000;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const source = (clientId: string) => ({ clientId, system: "ledger_a" as const, tenantId: clientId });

async function firm(...clientIds: string[]) {
  const home = tempHome();
  const pool = new WorkerPool(inlineThreads(home), 2);
  await openRegistry(pool, 1, false);
  const damaged: string[] = [];
  pool.watchDamage((clientId) => void damaged.push(clientId));
  for (const clientId of clientIds) {
    await pool.must("firm.addClient", { clientId, name: clientId, demo: false, nowMs: 1 });
    await pool.must("decisions.make", {
      ...{ ...source(clientId), kind: "approval", subject: "s", body: { note: "x".repeat(9000) }, person: "Bob", nowMs: 1 },
    });
    // Damage is looked for in the file, and the last acts may be in the log beside it.
    await pool.must("client.close", { clientId });
  }
  return { home, pool, damaged };
}

/** Turns Bob into Cob wherever a record says so. */
function spoil(path: string): void {
  const text = readFileSync(path).toString("latin1");
  const at = text.lastIndexOf("Bob");
  expect(at).toBeGreaterThan(0);
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] as number) ^ 1;
  writeFileSync(path, bytes);
}

/** Lets days pass, and what happens in them happen. */
async function pass(clock: VirtualTime, days: number): Promise<void> {
  for (let hour = 0; hour < days * 24; hour++) {
    for (let turn = 0; turn < 40; turn++) await nextTurn();
    await clock.pass(DAY_MS / 24);
  }
}

const listed = (pool: WorkerPool, clientId: string) => pool.perform("decisions.list", source(clientId) as never);

describe("rounds over the data files", () => {
  it("look at every file once a day by themselves, hold a damaged client and remember across starts", async () => {
    const { home, pool, damaged } = await firm("one", "two", "three");
    const clock = createVirtualTime();
    const asked: string[] = [];
    const counting = new Proxy(pool, {
      get: (target, name) => {
        if (name !== "perform") return Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name);
        return (op: string, input: { clientId?: string }) => {
          if (op.endsWith(".verify")) asked.push(input.clientId ?? "firm");
          return target.perform(op as never, input as never);
        };
      },
    });
    const stop = new AbortController();
    const rounds = new FileRounds({ pool: counting, clock, log, isReading: (id) => id === "three", answersWait: false });
    spoil(clientFilePath(home, "two"));
    const done = rounds.run(stop.signal);
    await pass(clock, 0.5);
    expect([...asked].sort()).toEqual(["firm", "one", "three", "two"]);
    expect(damaged).toEqual(["two"]);
    expect(await listed(pool, "two")).toMatchObject({ ok: false, failure: { code: "damaged" } });
    expect((await listed(pool, "one")).ok).toBe(true);
    asked.length = 0;
    await pass(clock, 1);
    // A client that is being read waits, and one that is held is not looked at again.
    expect([...asked].sort()).toEqual(["firm", "one"]);
    await pass(clock, 3);
    expect(asked).toContain("three");
    stop.abort();
    await done;
    expect(Object.keys((await pool.must("firm.setting", { key: "safety/verified" })) as object).sort()).toEqual([
      "_registry",
      "one",
      "three",
    ]);
    asked.length = 0;
    const again = new AbortController();
    const next = new FileRounds({ pool: counting, clock, log, isReading: () => false, answersWait: false });
    const running = next.run(again.signal);
    await pass(clock, 1 / 24);
    expect(asked).not.toContain("three");
    again.abort();
    await running;
    await pool.close();
  });

  it("begin a minute later when the firm's file can't be read at the start", async () => {
    const { home, pool, damaged } = await firm("one");
    const clock = createVirtualTime();
    const refusals = [{ code: "storage", message: "The disk is busy." } as const];
    const failing = new Proxy(pool, {
      get: (target, name, self) => {
        if (name === "must") return target.must.bind(self);
        if (name !== "perform") return Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name);
        return async (op: string, input: object) => {
          const failure = op === "firm.setting" ? refusals.pop() : undefined;
          return failure === undefined ? target.perform(op as never, input as never) : { ok: false, failure };
        };
      },
    });
    spoil(clientFilePath(home, "one"));
    const stop = new AbortController();
    const rounds = new FileRounds({ pool: failing, clock, log, isReading: () => false, answersWait: false });
    const done = rounds.run(stop.signal);
    await pass(clock, 1 / 12);
    expect([refusals, damaged]).toEqual([[], ["one"]]);
    stop.abort();
    await done;
    await pool.close();
  });

  it("look at a client at once when it is used, and the answer waits where nothing may be withdrawn", async () => {
    const { home, pool } = await firm("one", "two");
    const clock = createVirtualTime();
    const rounds = new FileRounds({ pool, clock, log, isReading: () => false, answersWait: true });
    pool.watchUse((clientId) => rounds.used(clientId));
    expect((await listed(pool, "one")).ok).toBe(true);
    spoil(clientFilePath(home, "two"));
    expect(await listed(pool, "two")).toMatchObject({ ok: false, failure: { code: "damaged" } });
    // Within the hour nothing is read again.
    expect(rounds.used("one")).toBeNull();
    await clock.pass(DAY_MS / 12);
    expect(await (rounds.used("one") as Promise<Failure | null>)).toBeNull();
    await pool.close();
  });

  it("say that a client's copy is being checked from its first use until the check has ended", async () => {
    const { home, pool, damaged } = await firm("one", "two");
    const clock = createVirtualTime();
    const told: string[] = [];
    const onCheck = (clientId: string) => void told.push(`${clientId} ${rounds.isChecking(clientId)}`);
    const rounds: FileRounds = new FileRounds({ pool, clock, log, isReading: () => false, answersWait: false, onCheck });
    pool.watchUse((clientId) => rounds.used(clientId));
    spoil(clientFilePath(home, "two"));
    await listed(pool, "one");
    await listed(pool, "two");
    await listed(pool, "two");
    expect([told, damaged]).toEqual([["one true", "two true"], []]);
    const stop = new AbortController();
    const done = rounds.run(stop.signal);
    await pass(clock, 1 / 24);
    expect(told.filter((one) => one.endsWith("false")).sort()).toEqual(["one false", "two false"]);
    expect([rounds.isChecking("one"), rounds.isChecking("two"), damaged]).toEqual([false, false, ["two"]]);
    await listed(pool, "one");
    expect(rounds.isChecking("one")).toBe(false);
    stop.abort();
    await done;
    await pool.close();
  });

  it("begin with the registry when it is opened: a flipped bit there is damage, and its repair asks nobody to restart", async () => {
    const { home, pool } = await firm("one");
    await pool.must("files.snapshot", { owner: null, kind: "daily", onlyIfDue: false, nowMs: 5 });
    await pool.must("firm.addClient", { clientId: "bobs", name: "Bob & Sons", demo: false, nowMs: 1 });
    await pool.close();
    spoil(join(home, "firm.sqlite"));
    const opened = new WorkerPool(inlineThreads(home), 1);
    const damage = await opened.perform("firm.check", {});
    const pages = await opened.perform("firm.verify", { fromPage: 1 });
    const found = damage.ok ? pages : damage;
    expect(found).toMatchObject({
      failure: {
        code: "damaged",
        message: expect.stringMatching(
          /wasn't running\. This is the firm's own file, which lists its clients\. The clients' files aren't affected\.$/,
        ),
        next: expect.stringContaining("doctor repair --registry"),
      },
    });
    expect(await openRegistry(opened, 6, false)).toEqual(found.ok ? null : found.failure);
    expect(await openRegistry(opened, 7, true)).toBeNull();
    expect((await opened.must("firm.clients", {})).map(({ name }) => name)).toEqual(["one"]);
    await opened.close();
  });
});
