import { describe, expect, test } from "vitest";
import { keepSchedules } from "#main/hosts/node/demo/demo-schedules.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { demoClients } from "#simulator/demo/demo-firm.ts";
import { ask } from "#test/support/ask.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const TODAY = calendarDate("2026-11-21");
const OCTOBER = calendarDate("2026-10-31");

/** Name, kinds of schedule, how many of October's entries are to draft and drafted, and the accounts that lack them. */
const KEPT = [
  ["Marlow Street Dental", ["fixed_asset", "loan"], 0, 0, []],
  ["Kōwhai Grove Nurseries", ["prepaid"], 0, 1, ["Prepaid expenses"]],
  ["Maple Sound Studios", ["deferred_revenue"], 0, 0, []],
  ["Copper Kettle Coffee Roasters", ["fixed_asset", "loan"], 2, 0, ["Accumulated depreciation, machinery", "Bank loan"]],
  ["Saffron Table Foods", ["fixed_asset", "loan", "prepaid"], 0, 0, []],
] as const;

describe.each(KEPT)("the schedules of %s", (name, kinds, due, drafted, differing) => {
  test("agree to its ledger, but for the entries that October lacks, and the cash-flow statement ties", async () => {
    const client = demoClients(TODAY).find((one) => one.name === name);
    if (client === undefined) throw new Error("the demo firm has no such client");
    const world = await createWorld({
      seed: client.options.seed,
      tenants: [{ style: client.style, books: client.options, a: { journals: true } }],
    });
    const tenant = world.tenants[0] as Tenant;
    const { clientId } = tenant.source;
    await syncToEnd(tenant);
    for (let time = 0; time < 2; time++) await world.run(keepSchedules(world.runtime, { clientId, name }, OCTOBER));
    const listed = await ask(world, "schedules.list", { clientId, period: "2026-10" });
    expect(listed.items.map(({ item }) => item.kind).toSorted()).toEqual(kinds);
    expect(listed.entries).toMatchObject({ due, drafted });
    const balances = await ask(world, "schedules.balances", { clientId, period: "2026-10" });
    expect(
      balances
        .filter(({ difference }) => Number(difference) !== 0)
        .map(({ account }) => account?.name)
        .toSorted(),
    ).toEqual(differing);
    for (const { label, difference, parts } of balances) if (Number(difference) !== 0) expect(parts.length, label).toBeGreaterThan(0);
    const flow = await ask(world, "reports.cashFlow", { clientId, from: "2026-10-01" as never, to: OCTOBER });
    expect(flow.ties).toBe(true);
    // The bank accounts are in the base currency, so no exchange rate changes them.
    expect(flow.lines.map(({ key }) => key)).not.toContain("exchange_effect");
    await endWorld(world);
  }, 120_000);
});
