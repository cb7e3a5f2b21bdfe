import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tellStories } from "#main/hosts/node/demo/demo-stories.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { demoClients } from "#simulator/demo/demo-firm.ts";
import { plantOddities } from "#simulator/oddities.ts";
import { ask } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const TODAY = calendarDate("2026-11-21");
const NAMES = [
  "Penrose & Daughters Joinery",
  "Granite Peak Engineering",
  "Wren Cycle Works",
  "Juniper Ridge Outfitters",
  "Copper Kettle Coffee Roasters",
  "Lantern Books & Paper",
];

describe("the demo firm's stories", () => {
  let world: World;
  const tenantOf = (name: string) => world.tenants[NAMES.indexOf(name)] as Tenant;
  const jobsOf = (name: string) => ask(world, "writes.list", { clientId: tenantOf(name).source.clientId });

  beforeAll(async () => {
    const clients = NAMES.map((name) => demoClients(TODAY).find((client) => client.name === name)).filter((client) => client !== undefined);
    const tenants = clients.map(({ style, options }) => ({ style, books: { ...options, months: 4 }, a: { journals: true } }));
    world = await createWorld({ seed: 4100, tenants });
    for (const [at, { oddities }] of clients.entries()) plantOddities((world.tenants[at] as Tenant).books, oddities);
    for (const tenant of world.tenants) await syncToEnd(tenant);
    const named = NAMES.map((name) => ({ name, clientId: tenantOf(name).source.clientId }));
    await world.run(tellStories(world.runtime, named, TODAY));
  });
  afterAll(() => endWorld(world));

  test("a group of three companies is ready to consolidate, one of them held in part", async () => {
    const { trees } = await ask(world, "groups.list", {});
    expect(trees.map(({ tree }) => [tree.name, tree.nodes.length, tree.memberships.map(({ ownership }) => ownership)])).toEqual([
      ["Juniper Ridge Group", 3, ["100", "80"]],
    ]);
    const treeId = trees[0]?.treeId ?? "";
    const report = await ask(world, "groups.report", { treeId, period: "2026-10", statement: "balance-sheet" });
    expect(report.members.map(({ name, ownership }) => [name, ownership])).toHaveLength(3);
    expect(report).toMatchObject({ currency: "USD", name: "Juniper Ridge Group" });
    // Juniper charged Lantern 600, who entered 415: everything else between the companies is eliminated.
    const between = report.eliminations.map(({ name, outcome, difference }) => [name, outcome, Number(difference) + 0]);
    expect(between).toEqual([
      ["Balance, Copper Kettle Coffee Roasters", "eliminated", 0],
      ["Services, Copper Kettle Coffee Roasters", "eliminated", 0],
      ["Balance, Lantern Books & Paper", "difference", 185],
      ["Services, Lantern Books & Paper", "difference", -185],
    ]);
    // The companies' operating accounts are one line of the group.
    expect(report.rows.filter(({ label }) => label.includes("Operating account"))).toHaveLength(1);
  });

  test("a bill is paid in part", async () => {
    expect((await jobsOf("Penrose & Daughters Joinery")).map(({ state }) => state)).toEqual(["accepted"]);
    const { rows } = await ask(world, "documents.list", {
      clientId: tenantOf("Penrose & Daughters Joinery").source.clientId,
      filter: { types: ["purchase_bill"], statuses: ["part_paid"] },
      limit: 10,
    });
    expect(rows.length).toBeGreaterThan(0);
  });

  test("a write was rejected in the ledger's own words", async () => {
    const job = (await jobsOf("Granite Peak Engineering")).find(({ state }) => state === "rejected");
    expect(job?.items[0]?.ledgerError?.body).toContain("UE_BILL_CHECK");
    expect(job?.items[0]?.fieldLabels).toMatchObject([{ label: "Approval level 2", required: true }]);
  });

  test("of two colleagues who edited one bill, one was posted and the other waits in conflict", async () => {
    expect((await jobsOf("Wren Cycle Works")).map(({ state }) => state).toSorted()).toEqual(["accepted", "conflict"]);
    const conflict = (await jobsOf("Wren Cycle Works")).find(({ state }) => state === "conflict");
    expect(conflict?.checks.find(({ name }) => name === "version")?.brief).toMatch(/^Changed in the ledger: /);
    const people = (await jobsOf("Wren Cycle Works")).map(({ person }) => person.replace(/@.*/, ""));
    expect(people.toSorted()).toEqual(["Ana Walker", "Ben Singh"]);
  });
});
