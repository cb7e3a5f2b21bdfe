import { describe, expect, it } from "vitest";
import { AppRegistry } from "#main/runtime/sign-in/app-registry.ts";
import { inlineThreads } from "#main/workers/inline-threads.ts";
import { WorkerPool } from "#main/workers/pool.ts";
import { tempHome } from "#test/support/temp-home.ts";

const redirect = "loopback";

async function openPool(): Promise<WorkerPool> {
  const pool = new WorkerPool(inlineThreads(tempHome()), 1);
  await pool.must("firm.check", {});
  return pool;
}

describe("two acts at once on one setting", () => {
  it("keep both registrations of an app", async () => {
    const pool = await openPool();
    const apps = new AppRegistry(pool, { secrets: { kind: "memory" } } as never, {} as never);
    const profiles = ["one", "two", "three"];
    await Promise.all(profiles.map((profile) => apps.keep({ profile, clientId: `app-${profile}`, redirect })));
    expect(Object.keys(await apps.all()).sort()).toEqual([...profiles].sort());
    await pool.close();
  });

  it("dismiss both items, and a restored one does not bring the other back", async () => {
    const pool = await openPool();
    const act = (name: "inbox.dismiss" | "inbox.restore", key: string) =>
      pool.must("firm.operation.write", { name, input: { keys: [key] }, prepared: 0, person: "Ada", nowMs: 1 });
    await Promise.all([act("inbox.dismiss", "close/one"), act("inbox.dismiss", "close/two")]);
    expect(await pool.must("firm.setting", { key: "inbox/dismissed" })).toEqual({ "close/one": "Ada", "close/two": "Ada" });
    await Promise.all([act("inbox.restore", "close/one"), act("inbox.dismiss", "close/three")]);
    expect(await pool.must("firm.setting", { key: "inbox/dismissed" })).toEqual({ "close/two": "Ada", "close/three": "Ada" });
    await pool.close();
  });
});

describe("a connection's file that two acts change at once", () => {
  it("is replaced only by what was made from it", async () => {
    const pool = await openPool();
    await pool.must("firm.addClient", { clientId: "one", name: "One", demo: false, nowMs: 1 });
    const stored = { connectionId: "k", clientId: "one", system: "ledger_a" as const, tenantId: "t", body: '{"name":"One"}' };
    await pool.must("firm.saveConnection", { ...stored, nowMs: 1 });
    const replace = (was: string, body: string) => pool.must("firm.updateConnection", { connectionId: "k", was, body });
    const both = await Promise.all([replace(stored.body, '{"limits":{}}'), replace(stored.body, '{"held":{}}')]);
    expect(both).toEqual([{ replaced: true }, { replaced: false }]);
    expect((await pool.must("firm.connections", {}))[0]?.body).toBe('{"limits":{}}');
    await pool.close();
  });
});
