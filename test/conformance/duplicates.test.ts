import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { demoClients } from "#simulator/demo/demo-firm.ts";
import { plantOddities } from "#simulator/oddities.ts";
import { ask } from "#test/support/ask.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

const planted = demoClients(calendarDate("2026-11-21")).filter(({ oddities }) => oddities.includes("duplicate_bills"));

test("the demo plants a duplicate in a client of each ledger", () => {
  expect(planted.map(({ style }) => style).sort()).toEqual([...STYLES]);
});

describe.each(planted)("$name, on ledger $style: duplicate bills", ({ style, options, oddities }) => {
  test("the planted pair is found and no other pair is as sure", async () => {
    const world = await createWorld({ seed: 53, tenants: [{ style, books: options }] });
    const tenant = world.tenants[0] as Tenant;
    plantOddities(tenant.books, oddities);
    await syncToEnd(tenant);
    const sure = (await ask(world, "duplicates.list", { clientId: tenant.source.clientId })).rows.filter(({ score }) => score > 80);
    expect(sure.map(({ documents }) => documents.map(({ number }) => number))).toEqual([["SVC-20417", "SVC20417"]]);
    expect(sure[0]?.reasons).toEqual([
      "same vendor",
      expect.stringMatching(/^same amount [\d.]+ [A-Z]{3}$/),
      "4 days apart",
      "numbers SVC-20417 and SVC20417 differ only in how they're written",
    ]);
    await endWorld(world);
  });
});
