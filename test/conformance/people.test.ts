import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PersonView } from "#shared/contract/clients/people.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld } from "./expecting.ts";

let world: World;
let tenant: Tenant;
const ask = (method: string, input: unknown) => world.run(world.runtime.route(method, input));
const people = async () => {
  const reply = await ask("people.list", {});
  return (reply as { value: PersonView[] }).value.map(({ name, role, active, current }) => [name, role, active, current]);
};

beforeAll(async () => {
  world = await createWorld({ seed: 71, tenants: [{ style: "b", books: { months: 1 } }] });
  tenant = world.tenants[0] as Tenant;
  await tenant.sync();
});
afterAll(() => endWorld(world));

describe("who works here", () => {
  it("is at first the user of the machine, who may do everything", async () => {
    expect(await people()).toEqual([["tester", "admin", true, true]]);
    expect(world.runtime.context.person).toBe("tester@world");
  });

  it("is noted beside every act from the choice on, and stays chosen over a restart", async () => {
    await ask("people.add", { name: "Anna Berg", role: "reviewer" });
    await ask("people.add", { name: "Vito", role: "viewer" });
    expect(await ask("people.add", { name: "anna berg", role: "viewer" })).toMatchObject({
      ok: false,
      failure: { code: "already_exists" },
    });
    expect(await ask("people.use", { name: "anna berg" })).toMatchObject({ ok: true, value: { name: "Anna Berg", current: true } });
    await world.restart();
    expect(world.runtime.context.person).toBe("Anna Berg@world");
    const period = ((await ask("periods.list", { clientId: tenant.source.clientId })) as { value: { id: string }[] }).value[0]?.id;
    expect(await ask("periods.set", { clientId: tenant.source.clientId, period, status: "in_close" })).toMatchObject({ ok: true });
    const decisions = await ask("decisions.list", { clientId: tenant.source.clientId, kind: "period_status" });
    expect(decisions).toMatchObject({ value: [{ person: "Anna Berg@world" }] });
  });

  it("a viewer looks, and neither syncs, writes, decides nor signs", async () => {
    await ask("people.use", { name: "Vito" });
    const { clientId } = tenant.source;
    const refused = { ok: false, failure: { code: "not_allowed", message: expect.stringContaining("Vito has the role viewer") } };
    for (const [method, input] of [
      ["writes.submit", { clientId, operations: [{ kind: "void", id: "Bill:1" }] }],
      ["periods.set", { clientId, period: "month:2026-10", status: "closed" }],
      ["decisions.undo", { clientId, decisionNo: 1 }],
      ["approvals.set", { clientId, documentId: "Bill:1", verdict: "approved" }],
      ["close.sign", { clientId, period: "month:2026-10", role: "preparer" }],
      ["people.add", { name: "Mallory", role: "admin" }],
      ["people.change", { name: "Vito", role: "admin" }],
    ] as const)
      expect(await ask(method, input), method).toMatchObject(refused);
    expect(await ask("documents.list", { clientId, filter: {}, limit: 1 })).toMatchObject({ ok: true });
    for (const method of ["sync.start", "sync.pause", "sync.resume", "sync.goFirst", "sync.run"])
      expect(await ask(method, method === "sync.start" ? { clientIds: [clientId] } : { clientId }), method).toMatchObject(refused);
  });

  it("a signature needs the role that it is given in; people are an administrator's", async () => {
    await ask("people.use", { name: "tester" });
    await ask("people.add", { name: "Pat", role: "preparer" });
    await ask("people.use", { name: "Pat" });
    const sign = (role: string) => ask("close.sign", { clientId: tenant.source.clientId, period: "month:1999-01", role });
    expect(await sign("reviewer")).toMatchObject({ failure: { code: "not_allowed" } });
    // As a preparer it is only refused for what it is about.
    expect(await sign("preparer")).not.toMatchObject({ failure: { code: "not_allowed" } });
    expect(await ask("people.change", { name: "Vito", active: false })).toMatchObject({ failure: { code: "not_allowed" } });
    await ask("people.use", { name: "tester" });
    expect(await ask("people.change", { name: "tester", role: "viewer" })).toMatchObject({ failure: { code: "conflict" } });
    expect(await ask("people.change", { name: "Vito", active: false })).toMatchObject({ ok: true, value: { active: false } });
    expect(await ask("people.use", { name: "Vito" })).toMatchObject({ ok: false, failure: { code: "not_found" } });
  });
});
