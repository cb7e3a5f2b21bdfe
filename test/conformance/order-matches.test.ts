import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { demoClients } from "#simulator/demo/demo-firm.ts";
import { plantOddities } from "#simulator/oddities.ts";
import { ask } from "#test/support/ask.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

const planted = demoClients(calendarDate("2026-11-21")).filter(({ oddities }) => oddities.includes("over_billed_order"));
const LABEL = { a: "proposed", b: "computed", c: "ledger" } as const;

test("the demo plants an over-billed order in a client of each ledger", () => {
  expect(planted.map(({ style }) => style).sort()).toEqual([...STYLES]);
});

describe.each(planted)("$name, on ledger $style: purchase orders", ({ style, options, oddities }) => {
  test("the planted order is the only one that is over-billed, with its amount and its label", async () => {
    const world = await createWorld({ seed: 57, tenants: [{ style, books: options }] });
    const tenant = world.tenants[0] as Tenant;
    plantOddities(tenant.books, oddities);
    await syncToEnd(tenant);
    const { clientId } = tenant.source;
    const rows = await ask(world, "matches.list", { clientId });
    expect(new Set(rows.map(({ source }) => source))).toEqual(new Set([LABEL[style]]));
    const order = rows.find(({ number }) => number === "PO-7731");
    const billId = order?.bills[0]?.id ?? "";
    if (style === "a") {
      // Nothing is known of the pair until a person says so.
      expect(rows.filter(({ state }) => state !== "unbilled")).toEqual([]);
      expect(order?.bills.map(({ number, how }) => [number, how])).toEqual([["SH-9902", "proposed"]]);
      await ask(world, "matches.confirm", { clientId, orderId: order?.orderId ?? "", billId });
    }
    const over = (await ask(world, "matches.list", { clientId })).filter(({ state }) => state === "over_billed");
    expect(over.map(({ number, source, overBilled }) => [number, source, Number(overBilled)])).toEqual([
      ["PO-7731", style === "a" ? "confirmed" : LABEL[style], 123],
    ]);
    expect(over[0]?.reasons).toEqual([expect.stringMatching(/Shelving, flat packed: 10 ordered, 12 billed/)]);
    // Named by this finding and by no other.
    const { rows: duplicates } = await ask(world, "duplicates.list", { clientId });
    expect(duplicates.filter(({ documents }) => documents.some(({ number }) => number === "SH-9902"))).toEqual([]);
    expect(await tenant.findings()).toEqual([]);
    await endWorld(world);
  });
});

describe.each(STYLES)("orders of ledger %s against the books", (style) => {
  test("what the books bill from an order is matched in full; what they do not is unbilled", async () => {
    const world = await createWorld({ seed: 58, tenants: [{ style, books: { months: 9, invoicesPerMonth: 12 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const { clientId } = tenant.source;
    const rows = await ask(world, "matches.list", { clientId });
    const { transactions } = tenant.books;
    const orders = transactions.filter(({ kind, state }) => kind === "purchase_order" && state !== "deleted");
    expect(rows.length).toBe(orders.length);
    expect(rows.length).toBeGreaterThan(5);
    const idOf = (id: string) => id.slice(id.indexOf(":") + 1);
    for (const row of rows) {
      const bills = transactions.filter(
        ({ orderId, state, kind }) => kind === "purchase_bill" && orderId === idOf(row.orderId) && state === "approved",
      );
      if (style !== "a") {
        expect([row.orderId, row.state]).toEqual([row.orderId, bills.length > 0 ? "matched" : "unbilled"]);
        expect(row.bills.map(({ id }) => idOf(id)).sort()).toEqual(bills.map(({ id }) => id).sort());
        expect([row.overBilled, row.notOrdered]).toEqual([null, []]);
      } else {
        // The true bill is the surest proposal; an order that was never billed has none of its own to find.
        expect(row.state).toBe("unbilled");
        if (bills.length > 0) expect(row.bills.map(({ id }) => idOf(id))).toContain(bills[0]?.id);
        if (bills.length > 0) expect(idOf(row.bills[0]?.id ?? "")).toBe(bills[0]?.id);
        else expect(row.bills.filter(({ score }) => (score ?? 0) >= 90)).toEqual([]);
      }
    }
    await endWorld(world);
  });
});
