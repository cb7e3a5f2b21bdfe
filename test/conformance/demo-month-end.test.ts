import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hireColleagues, playMonthEnd } from "#main/hosts/node/demo/demo-month-end.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { demoClients } from "#simulator/demo/demo-firm.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const TODAY = calendarDate("2026-11-21");
const PERIOD = "2026-10";

describe("the demo firm's month end", () => {
  let world: World;
  let tenant: Tenant;
  const client = demoClients(TODAY).find(({ name }) => name === "Marlow Street Dental");
  if (client === undefined) throw new Error("the demo firm has no such client");
  const { style, options, name } = client;

  beforeAll(async () => {
    world = await createWorld({ seed: options.seed, tenants: [{ style, books: options, a: { journals: true } }] });
    tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    await world.run(hireColleagues(world.runtime));
    await world.run(playMonthEnd(world.runtime, { clientId: tenant.source.clientId, name }, TODAY));
  });
  afterAll(() => endWorld(world));

  test("explains and prepares every difference over its threshold", async () => {
    const { progress } = await tenant.ask("flux.list", { period: PERIOD, comparison: "prior_month" });
    expect(progress.material).toBeGreaterThan(2);
    expect([progress.explained, progress.readyForReview]).toEqual([progress.material, progress.material]);
  });

  test("completes the preparer's tasks and closes the period with a reason, what the reviewer does stays open", async () => {
    const { status, tasks, moves } = await tenant.ask("close.status", { period: PERIOD });
    expect(status).toBe("closed");
    expect(moves.at(-1)?.why).toMatch(/both sign-offs will be done next week/);
    expect(moves.every(({ person }) => person.startsWith("Ana Walker"))).toBe(true);
    expect(tasks.filter(({ role, state }) => role === "preparer" && state === "open").map(({ id }) => id)).toEqual([]);
    expect(tasks.find(({ id }) => id === "sign-off")?.state).toBe("open");
  });

  test("changes nothing the second time", async () => {
    const before = await tenant.ask("close.status", { period: PERIOD });
    await world.run(playMonthEnd(world.runtime, { clientId: tenant.source.clientId, name }, TODAY));
    expect((await tenant.ask("close.status", { period: PERIOD })).moves).toEqual(before.moves);
  });
});

/** On the later day, receipts of Maple Sound Studios were still on their way to the bank at the end of October. */
const CLEAN_MONTHS = [
  ["Maple Sound Studios", TODAY],
  ["Maple Sound Studios", calendarDate("2026-11-26")],
  ["Linden Hall Logistics", TODAY],
] as const;

describe.each(CLEAN_MONTHS)("the clean month of %s on %s", (name, today) => {
  let world: World;
  let tenant: Tenant;
  const client = demoClients(today).find((one) => one.name === name);
  if (client === undefined) throw new Error("the demo firm has no such client");

  beforeAll(async () => {
    world = await createWorld({ seed: client.options.seed, tenants: [{ style: client.style, books: client.options }] });
    tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    await world.run(hireColleagues(world.runtime));
    await world.run(playMonthEnd(world.runtime, { clientId: tenant.source.clientId, name }, today));
  });
  afterAll(() => endWorld(world));

  test("is closed with everything reconciled, explained and signed off by two people, and nothing overridden", async () => {
    const { status, moves, signatures } = await tenant.ask("close.status", { period: PERIOD });
    expect([status, moves.at(-1)?.why]).toEqual(["closed", null]);
    expect(signatures.map(({ role, person, stale }) => [role, person.split("@")[0], stale])).toEqual([
      ["preparer", "Ana Walker", false],
      ["reviewer", "Ben Singh", false],
    ]);
    const { required, automatic, reviewed } = await tenant.ask("reconciliations.standing", { period: PERIOD });
    expect(required).toBeGreaterThan(3);
    expect(automatic + reviewed).toBe(required);
    const { close } = await tenant.ask("close.gates", { period: PERIOD });
    expect(close.filter(({ open }) => open.length > 0)).toEqual([]);
  });

  test("changes nothing the second time", async () => {
    const { moves, signatures } = await tenant.ask("close.status", { period: PERIOD });
    await world.run(playMonthEnd(world.runtime, { clientId: tenant.source.clientId, name }, today));
    expect(await tenant.ask("close.status", { period: PERIOD })).toMatchObject({ moves, signatures });
  });
});

describe("the month end of Heron Bay Textiles, whose months end on Sundays", () => {
  let world: World;
  let tenant: Tenant;
  const client = demoClients(TODAY).find(({ name }) => name === "Heron Bay Textiles");
  if (client === undefined) throw new Error("the demo firm has no such client");
  const { style, options, name } = client;

  beforeAll(async () => {
    world = await createWorld({ seed: options.seed, tenants: [{ style, books: options }] });
    tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    await world.run(hireColleagues(world.runtime));
    await world.run(playMonthEnd(world.runtime, { clientId: tenant.source.clientId, name }, TODAY));
  });
  afterAll(() => endWorld(world));

  test("is begun for the ledger's own month", async () => {
    const { moves, tasks } = await tenant.ask("close.status", { period: "Oct 2026" });
    expect(moves.map((move) => move.status)).toEqual(["in_close"]);
    expect(tasks.filter(({ state }) => state === "by_hand")).toHaveLength(5);
  });
});
