import { describe, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { expectStatementsEqualBooks, spansOf } from "#test/support/expect-statements.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant, TenantOptions } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const TODAY = calendarDate("2026-11-21");
const books = { months: 16, invoicesPerMonth: 6, foreignCurrencies: ["EUR", "JPY"] };

// Rules 17 and 18: with the feed exactly the ledger's postings, without it what documents post, which here is the same.
const CASES: readonly (readonly [name: string, source: string, tenant: TenantOptions])[] = [
  ["ledger a with its feed", "gl_feed", { style: "a", a: { journals: true }, books }],
  ["ledger a without its feed", "reconstructed", { style: "a", books }],
  ["ledger b", "reconstructed", { style: "b", books }],
  ["ledger c", "gl_feed", { style: "c", books }],
  ["ledger c in weeks of 4, 4 and 5", "gl_feed", { style: "c", books: { ...books, calendar: "4-4-5" } }],
];

describe.each(CASES)("%s, statements", (_name, source, options) => {
  test("equal the books at several dates, across a fiscal year's end, in every comparison", async () => {
    const world = await createWorld({ seed: 53, tenants: [options] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    for (const span of spansOf(tenant, TODAY)) await expectStatementsEqualBooks(world, tenant, span, source);
    await endWorld(world);
  });
});
