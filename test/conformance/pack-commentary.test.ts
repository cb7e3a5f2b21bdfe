import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, refusal } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

describe("what a close pack says in the firm's own words", () => {
  let world: World;
  let period: { readonly clientId: string; readonly period: string };
  beforeAll(async () => {
    world = await createWorld({ seed: 77, tenants: [{ style: "b", books: { months: 2, invoicesPerMonth: 2 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    period = { clientId: tenant.source.clientId, period: "2026-10" };
  });
  afterAll(() => endWorld(world));

  test("commentary is one text a section, with who wrote it, and can be undone", async () => {
    await ask(world, "commentary.save", { ...period, section: "cash_flow", text: "Tax was paid on the 20th." });
    await ask(world, "commentary.save", { ...period, section: "summary", text: "A quiet month." });
    const { decisionNo } = await ask(world, "commentary.save", { ...period, section: "summary", text: "A good month." });
    const texts = async () => (await ask(world, "commentary.list", period)).map(({ section, text }) => [section, text]);
    expect(await texts()).toEqual([
      ["summary", "A good month."],
      ["cash_flow", "Tax was paid on the 20th."],
    ]);
    expect((await ask(world, "commentary.list", period))[0]?.person).toBe("tester@world");
    await ask(world, "decisions.undo", { clientId: period.clientId, decisionNo });
    expect(await texts()).not.toContainEqual(["summary", "A good month."]);
    await ask(world, "commentary.save", { ...period, section: "cash_flow", text: "" });
    expect((await texts()).map(([section]) => section)).not.toContain("cash_flow");
    expect(await refusal(world, "commentary.save", { ...period, period: "2031-01", section: "summary", text: "x" })).toBe("not_found");
  });

  test("the firm's name and logo are kept once, and what is no picture is refused", async () => {
    expect(await ask(world, "firm.profile", {})).toEqual({ name: null, logo: null });
    expect(await ask(world, "firm.setProfile", { name: "Hartley & Moss" })).toMatchObject({ name: "Hartley & Moss", logo: null });
    expect(await refusal(world, "firm.setProfile", { logo: Buffer.from("<svg/>").toString("base64") })).toBe("invalid_input");
    expect(await ask(world, "firm.profile", {})).toMatchObject({ name: "Hartley & Moss", logo: null });
  });
});
